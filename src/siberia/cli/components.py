"""``siberia components``: what is printed in the boxes."""

import json

from siberia.cli.options import BoxFile, Json


def components(components: BoxFile = None, as_json: Json = False) -> None:
    """Show what is printed in the boxes and how it is known, or check a box file."""
    import msgspec

    from siberia.cli.reports import show_box
    from siberia.components import BOX_TYPES, load, shipped

    chosen = [load(components)] if components else [shipped(game) for game in BOX_TYPES]
    if as_json:
        boxes = [{**msgspec.to_builtins(box), "sha256": box.sha256} for box in chosen]
        print(json.dumps(boxes, indent=2))
        return
    for box in chosen:
        show_box(box)
