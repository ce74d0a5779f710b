"""``siberia verify``: whether a record is true."""

import json
import sys

from siberia.cli.options import BoxFile, Json, RecordFile
from siberia.cli.records import recorded_match
from siberia.engine.errors import SiberiaError


def verify(file: RecordFile, components: BoxFile = None, as_json: Json = False) -> None:
    """Deal a recorded match again and check that everything in it is true.

    Checks the commitment of seed and salt, every word, and the result.
    """
    try:
        match = recorded_match(file, components)
    except SiberiaError as error:
        if not as_json:
            raise
        line = getattr(error, "line", None)
        print(json.dumps({"true": False, "line": line, "problem": str(error)}, indent=2))
        sys.exit(1)
    scores = match.scores()
    if as_json:
        print(json.dumps({"true": True, "words": match.ply, "scores": scores}, indent=2))
        return
    results = ", ".join(f"{n} {s:,} $" for n, s in zip(match.players, scores, strict=True))
    print(f"{file}: true. {match.ply} words, {results}.")
