"""The board game's map: what a seat sees of Siberia, as one picture."""

from collections.abc import Callable, Mapping

from markupsafe import Markup

from siberia.boardgame.view import BoardView
from siberia.drawing import mapareas, mapclocks, mappawns, mapscenery
from siberia.drawing.canvas import Canvas, Say
from siberia.drawing.marks import Mark
from siberia.drawing.pawns import Places
from siberia.drawing.svg import element, group

NO_MARKS: Mapping[str, Mark] = {}


def board_map(
    view: BoardView,
    *,
    places: Places,
    marks: Mapping[str, Mark] = NO_MARKS,
    trail: tuple[str, str] | None = None,
    phone: bool = False,
    scenery: bool = True,
    say: Say,
    each: Callable[[Markup], Markup] = lambda group: group,
) -> Markup:
    """Return the map of a view.

    `places` is what `settle` says of the pawns. `marks` names what is special: "area:Amur",
    "worker:Amur" for the viewer's own stack there, "cube:gas:Amur". `trail` is the last step.
    Without `scenery` the static group is left empty, for a page that has it already. What `each`
    makes of its groups is what the map consists of.
    """
    canvas = Canvas(say=say, phone=phone)
    laid = mapareas.spots(canvas, view)
    clocks = [mapclocks.compass(canvas, view.exhausted_areas)]
    if not phone:
        clocks.append(mapclocks.train(canvas, view.reserve))
        clocks.append(mapclocks.signal_post(canvas, view.empty_reserves))
    height = mapscenery.PHONE_HEIGHT if phone else mapscenery.HEIGHT
    groups = [
        mapscenery.scenery(canvas, drawn=scenery),
        *land(canvas, view.seat, laid, marks),
        group(mappawns.trail(laid, trail), id="map-trail"),
        mappawns.pawns(canvas, view, laid, places, marks),
        mappawns.badges(canvas, laid),
        *clocks,
    ]
    # Not remembered as a whole: hardly ever two are the same, and each is large.
    attributes = {
        "id": "board-map",
        "class": "map phone" if phone else "map",
        "viewBox": f"0 0 {mapscenery.WIDTH} {height}",
        "role": "group",
        "aria-label": say("Map of Siberia"),
    }
    return element("svg", attributes, *map(each, groups))


def land(
    canvas: Canvas, seat: int | None, laid: dict[str, mapareas.Spot], marks: Mapping[str, Mark]
) -> tuple[Markup, ...]:
    """Draw the locations: their grounds, the lines above them, the names and the cubes."""
    spots = tuple(laid.values())
    # Few decisions are made on the land itself.
    on_land = {key: mark for key, mark in marks.items() if key.startswith(("area:", "cube:"))}
    on_areas = tuple(on_land.get(f"area:{spot.place.name}") for spot in spots if on_land)
    on_cubes = tuple(
        tuple(on_land.get(f"cube:{resource}:{spot.place.name}") for resource in spot.cubes)
        for spot in spots
        if on_land
    )
    return drawn_land(canvas, seat, spots, on_areas, on_cubes)


# Most words change nothing in Siberia itself.
@mapareas.remembered
def drawn_land(
    canvas: Canvas,
    seat: int | None,
    spots: tuple[mapareas.Spot, ...],
    on_areas: tuple[Mark | None, ...],
    on_cubes: tuple[tuple[Mark | None, ...], ...],
) -> tuple[Markup, ...]:
    """Draw the locations with the marks of each and of each of their cubes, if there are any."""
    grounds, labels, cubes = [], [], []
    on_areas = on_areas or (None,) * len(spots)
    on_cubes = on_cubes or tuple((None,) * len(spot.cubes) for spot in spots)
    for spot, on_area, on_these in zip(spots, on_areas, on_cubes, strict=True):
        mark = on_area or mapareas.PLAIN
        grounds.append(mapareas.ground(canvas, seat, spot, mark))
        labels.append(mapareas.label(canvas, spot, mark))
        cubes.append(mapareas.cubes(canvas, spot, on_these))
    return (
        group(*grounds, id=canvas.id("map-areas")),
        mapscenery.overlay(canvas),
        group(*labels, id=canvas.id("map-labels"), aria_hidden="true"),
        group(*cubes, id=canvas.id("map-cubes")),
    )
