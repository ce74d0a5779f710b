"""``siberia verify``: whether a record is true."""

import json
import sys
from typing import TYPE_CHECKING

from siberia.cli.options import BoxFile, Json, RecordFile
from siberia.cli.records import recorded_match
from siberia.engine.errors import SiberiaError

if TYPE_CHECKING:
    from siberia.match import Match


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
    print(f"{file}: true. {results}. {proved(match)}")


def proved(match: "Match") -> str:
    """Say what it means that a record is true."""
    sentence = (
        "Seed and salt belong to the fingerprint, and all"
        f" {match.ply} words and the result follow from them by the rules."
    )
    if match.origins:
        seat = match.origins[-1].seat + 1
        sentence += (
            f" The match was taken over from another one after {match.begun_at} words, where all"
            f" that seat {seat} could not know was drawn anew."
        )
    return sentence
