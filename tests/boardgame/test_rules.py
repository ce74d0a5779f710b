"""The board game, rule by rule, in the order of docs/RULES.md."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from siberia import Match, SetupError, UndoError
from siberia.boardgame.state import LAST_ROUND, NONE, SURPLUS
from siberia.components import shipped
from siberia.engine.rng import draw, draw_kind, generator, shuffle
from siberia.engine.vocabulary import ACTION_COUNTERS, ACTIONS, RESOURCES
from tests.boardgame.position import (
    AREAS,
    BOX,
    EXCHANGES,
    area,
    panel,
    play,
    position,
    ready,
)
from tests.support import play_random, refused, state_of, warning_of

rule = pytest.mark.rule


def fresh(seats=3, start=0, **options) -> Match:
    return Match.new("board", seats=seats, seed=5, start=start, **{"exchanges": "A", **options})


def money(match: Match, seat: int = 0) -> int:
    return match.view(None).players[seat].money


def bag(match: Match) -> int:
    return match.view(None).bag


def pass_all(match: Match) -> Match:
    """Everyone who still can passes."""
    round_ = match.view(None).round
    while match.view(None).phase == "act" and match.view(None).round == round_:
        match.play("pass")
    return match


# ---------------------------------------------------------------- box


@rule("B1")
def test_the_box_holds_what_the_rulebook_counts():
    assert len(AREAS) == 14
    assert sum(BOX.action_counters.copies.values()) == 70
    assert list(BOX.cubes.copies.values()) == [18, 16, 14, 12, 10]
    assert sum(BOX.investment_tiles.copies.values()) == 20
    assert (BOX.pawns.count, BOX.exhaustion_counters.count, len(EXCHANGES)) == (6, 8, 11)


@rule("B1")
def test_vladivostok_is_no_area():
    match = fresh()
    assert "Vladivostok" not in [a.name for a in match.view(None).areas]
    assert all("Vladivostok" not in a.one_step for a in match.view(None).areas)


@rule("B2")
def test_ten_actions_with_two_spaces_and_research_with_any_number():
    match = fresh()
    names = [action.name for action in match.view(0).players[0].panel]
    assert names == list(ACTIONS)
    assert state_of(match).spaces.shape == (4, 10, 2)
    match = position(drawn="manager " * 6)
    play(match, *["place research"] * 6)
    assert match.view(0).players[0].research == ("manager",) * 6


@rule("B3")
def test_fourteen_counters_show_only_the_manager_and_the_others_a_pair():
    copies = BOX.action_counters.copies
    assert copies["manager"] == 14
    pairs = [name.split("/") for name in ACTION_COUNTERS if name != "manager"]
    assert set(map(tuple, pairs)) == set(
        product(("logistician", "salesman", "worker", "investor"), RESOURCES)
    )
    assert sum(copies.values()) - copies["manager"] == 56


# ---------------------------------------------------------------- setup


@rule("B4")
def test_the_table_chooses_the_start_player_or_chance_does():
    assert [fresh(start=seat).to_move for seat in range(3)] == [0, 1, 2]
    starts = {Match.new("board", seats=3, seed=seed).to_move for seed in range(30)}
    assert starts == {0, 1, 2}


@rule("B5")
def test_two_different_resources_lie_in_each_area_and_the_rest_in_reserve():
    for seed in range(30):
        view = Match.new("board", seed=seed).view(None)
        assert all(len(a.cubes) == len(set(a.cubes)) == 2 for a in view.areas)
        lying = Counter(cube for a in view.areas for cube in a.cubes)
        assert sum(view.reserve.values()) == 42
        for resource, count in BOX.cubes.copies.items():
            assert lying[resource] + view.reserve[resource] == count


@rule("B5")
def test_cubes_are_laid_by_chance_in_the_order_of_the_box():
    for seed in range(40):
        check_cubes(seed)


def check_cubes(seed: int) -> None:
    match = Match.new("board", seed=seed)
    rng = generator(seed)
    left = [18, 16, 14, 12, 10]

    def cube() -> int:
        drawn = np.repeat(np.arange(5), left)[draw(rng, sum(left))]
        left[drawn] -= 1
        return int(drawn)

    for laid in match.view(None).areas:
        first, second = cube(), cube()
        while second == first:
            left[second] += 1
            second = cube()
        assert set(laid.cubes) == {RESOURCES[first], RESOURCES[second]}


@rule("B6")
def test_the_start_player_decides_the_sides_before_counters_are_drawn():
    match = Match.new("board", seats=3, seed=1, start=1)
    view = match.view(1)
    assert [e.name for e in view.exchanges] == ["Frankfurt"] + [None] * 5
    assert len(view.open_tiles) == 4
    for side in "ABBAA":
        assert match.to_move == 1
        assert match.legal() == ("side A", "side B")
        assert match.view(1).players[1].drawn == ()
        match.play(f"side {side}")
    names = [e.name for e in match.view(None).exchanges]
    assert names == ["Frankfurt", "Tokyo", "Mumbai", "London", "Zurich", "Antwerp"]
    assert match.view(1).phase == "place"
    assert match.view(1).players[1].drawn_size == 6


@rule("B6")
def test_the_sides_may_be_settled_beforehand():
    def lying(exchanges: str, seed: int = 1) -> list[str | None]:
        match = Match.new("board", seed=seed, exchanges=exchanges)
        assert match.view(None).phase == "place"
        return [e.name for e in match.view(None).exchanges]

    assert lying("A") == lying("AAAAA") == ["Frankfurt", *EXCHANGES[1::2]]
    assert lying("B") == ["Frankfurt", *EXCHANGES[2::2]]
    assert lying("ABBAA")[2:4] == ["Mumbai", "London"]
    assert len({tuple(lying("random", seed)) for seed in range(60)}) > 15
    for wrong in ("", "C", "AAAA", "ABABAB", "all"):
        with pytest.raises(SetupError, match="exchanges are choose, random"):
            Match.new("board", exchanges=wrong)


@rule("B6")
def test_the_sides_do_not_change_the_cubes_and_tiles():
    views = [Match.new("board", seed=9, exchanges=e).view(None) for e in ("A", "random", "choose")]
    assert len({(v.areas, v.open_tiles) for v in views}) == 1


@rule("B7")
def test_four_tiles_lie_open_beside_the_stack():
    view = fresh().view(None)
    assert len(view.open_tiles) == 4
    assert view.tiles_left == 16
    rows = {Match.new("board", seed=seed).view(None).open_tiles for seed in range(20)}
    assert len(rows) > 15


@rule("B8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_worker_in_vladivostok_a_salesman_in_frankfurt_and_no_money(seats):
    view = fresh(seats).view(None)
    assert view.exchanges[0].salesmen == (1,) * seats
    assert [p.vladivostok for p in view.players] == [1] * seats
    assert [p.supply for p in view.players] == [4] * seats
    assert [p.money for p in view.players] == [0] * seats


@rule("B9")
def test_all_counters_come_from_the_bag():
    match = Match.new("board", seats=3, seed=1)
    assert bag(match) == 70
    assert (state_of(match).bag == list(BOX.action_counters.copies.values())).all()


# ---------------------------------------------------------------- draw and place


@rule("B10")
def test_everyone_draws_six_and_sees_only_their_own():
    match = fresh()
    assert bag(match) == 70 - 18
    for seat in range(3):
        for player in match.view(seat).players:
            assert player.drawn_size == 6
            assert (player.drawn is not None) == (player.seat == seat)
    assert all(player.drawn is None for player in match.view(None).players)


@rule("B10")
def test_counters_are_drawn_from_the_start_player_on():
    # Whoever starts, the first to draw has the same six, the next clockwise the next six.
    for seats in (2, 3, 4):
        hands = [
            [fresh(seats, start=start).view(seat).players[seat].drawn for seat in range(seats)]
            for start in range(seats)
        ]
        for start in range(seats):
            assert hands[start][start:] + hands[start][:start] == hands[0]


@rule("B6", "B7", "B10")
def test_chance_is_used_in_the_order_of_the_rulebook():
    """Cubes, tiles, random sides if any, then the draws."""
    match = Match.new("board", seats=2, seed=31, start=0, exchanges="random")
    rng, reserve = generator(31), np.array([18, 16, 14, 12, 10])
    for _ in range(14):
        first, second = draw_kind(rng, reserve), draw_kind(rng, reserve)
        while second == first:
            reserve[second] += 1
            second = draw_kind(rng, reserve)
    tiles = np.repeat(np.arange(10), 2)
    shuffle(rng, tiles, 20)
    sides = [draw(rng, 2) for _ in range(5)]
    counters = np.array(list(BOX.action_counters.copies.values()))
    drawn = [sorted(draw_kind(rng, counters) for _ in range(6)) for _ in range(2)]
    assert sorted(ACTIONS.index(tile) for tile in match.view(None).open_tiles) == sorted(tiles[-4:])
    lying = [EXCHANGES.index(str(e.name)) for e in match.view(None).exchanges[1:]]
    assert lying == [1 + 2 * tile + side for tile, side in enumerate(sides)]
    for seat in range(2):
        mine = match.view(seat).players[seat].drawn
        assert [ACTION_COUNTERS.index(name) for name in mine] == drawn[seat]


@rule("B11")
def test_printed_example_a_logistician_gas_counter_has_three_places():
    match = position(drawn="logistician/gas")
    assert match.legal() == ("place logistician", "place gas", "place research")
    assert refused(match, "place coal") == "B11"
    for word, where in (("place logistician", "logistician"), ("place gas", "gas")):
        placed = play(position(drawn="logistician/gas worker/oil"), word)
        assert panel(placed) == {where: ("logistician/gas",)}
    placed = play(position(drawn="logistician/gas worker/oil"), "place research")
    assert placed.view(0).players[0].research == ("logistician/gas",)


@rule("B11")
def test_a_manager_goes_only_on_manager_or_under_research():
    match = position(drawn="manager")
    assert match.legal() == ("place manager", "place research")
    assert refused(match, "place gas") == "B11"


@rule("B11")
def test_counters_are_placed_in_the_order_of_kinds():
    match = position(drawn="manager salesman/gold logistician/coal")
    play(match, "place coal", "place salesman", "place manager")
    assert panel(match) == {
        "coal": ("logistician/coal",),
        "salesman": ("salesman/gold",),
        "manager": ("manager",),
    }


@rule("B11")
def test_all_six_are_placed_by_one_player_after_the_other_from_the_start_player_on():
    match = fresh(seats=3, start=2)
    order = []
    while match.view(None).phase == "place":
        order.append(match.to_move)
        match.play("place research")
    assert order == [2] * 6 + [0] * 6 + [1] * 6
    assert match.to_move == 2


@rule("B11")
def test_nobody_sees_what_another_placed_until_all_have():
    match = fresh(seats=3)
    before = [match.view(seat).players[0] for seat in (1, 2, None)]
    for _ in range(6):
        match.play(match.legal()[0])
    placed = match.view(0).players[0]
    assert placed.panel != before[0].panel or placed.research
    for seat, old in zip((1, 2, None), before, strict=True):
        seen = match.view(seat).players[0]
        assert seen.panel == old.panel
        assert seen.research == ()
        assert seen.drawn is None
        assert match.log(seat) == ((0, None),) * 6
        assert "place" not in match.table(seat).partition("1 Player 1")[2].partition("2 Player")[0]
    assert all(word for _, word in match.log(0))
    for _ in range(12):
        match.play(match.legal()[0])
    for seat in (1, 2, None):
        assert match.view(seat).players[0].panel == placed.panel
        assert match.view(seat).players[0].research == placed.research
        assert all(word for _, word in match.log(seat))


@rule("B11")
def test_what_lay_there_before_stays_visible_while_others_place():
    match = position({"gas": "worker/gas"}, drawn="logistician/gas logistician/coal")
    play(match, "place gas")
    assert panel(match)["gas"] == ("worker/gas", "logistician/gas")
    seen = next(a for a in match.view(1).players[0].panel if a.name == "gas")
    assert seen.counters == ("worker/gas",)


@rule("B11")
def test_undo_within_ones_placing_but_not_once_all_have_placed():
    match = fresh(seats=2)
    match.play("place research")
    assert match.undo() == "place research"
    play(match, *["place research"] * 6)
    with pytest.raises(UndoError, match="another seat's secret"):
        match.undo()
    play(match, *["place research"] * 6)
    with pytest.raises(UndoError, match="revealed"):
        match.undo()


@rule("B11")
def test_while_placing_the_words_of_earlier_rounds_stay_known():
    match = fresh(seats=2)
    while match.view(None).round < 2:
        match.play("pass" if "pass" in match.legal() else match.legal()[-1])
    before = match.ply
    assert match.to_move == 1
    play(match, "place research", "place research")
    assert [word for _, word in match.log(0)][:before] == list(match.words[:before])
    assert [word for _, word in match.log(0)][before:] == [None, None]


@rule("B12")
def test_a_half_covered_action_still_has_a_free_space():
    match = position({"logistician": "logistician/coal", "gas": "tile"}, drawn="logistician/gas")
    assert match.legal() == ("place logistician", "place gas", "place research")


@rule("B12")
def test_a_counter_with_no_free_space_must_go_under_research():
    match = position(ready("logistician", "gas"), drawn="logistician/gas")
    assert match.legal() == ("place research",)
    assert refused(match, "place gas") == "B12"
    match = position({"gas": "worker/gas tile"}, drawn="logistician/gas")
    assert match.legal() == ("place logistician", "place research")


@rule("B13")
def test_the_bag_is_never_short():
    # Four players keep ten each and draw six: 64 of 70 counters are out.
    match = Match.new("board", seats=4, seed=3, exchanges="A")
    lowest = 70
    for seed in range(4):
        match = Match.new("board", seats=4, seed=seed, exchanges="A")
        while not match.is_over and match.ply < 3000:
            lowest = min(lowest, bag(match))
            words = match.legal()
            hoard = [w for w in words if w == "pass" or (w.startswith("place") and "res" not in w)]
            match.play((hoard or words)[0])
    assert lowest == 6


# ---------------------------------------------------------------- act


@rule("B14", "B15")
def test_passing_is_possible_at_any_time_after_research():
    assert "pass" in position(ready("gas")).legal()
    assert position(ready("gas"), research="manager").legal() == ("research",)


@rule("B14")
def test_one_action_each_going_round_until_all_have_passed():
    match = position(ready("gas", "coal"), others=ready("worker"), seats=3)
    play(match, "gas")
    assert match.to_move == 1
    play(match, "worker", "decline", "pass")
    assert match.to_move == 0
    play(match, "coal", "pass")
    # Seats 1 and 2 have passed; seat 0 goes on alone.
    assert match.to_move == 0
    assert match.view(None).phase == "act"
    match.play("pass")
    assert match.view(None).phase == "place"


@rule("B14")
def test_who_passed_is_out_for_this_round_and_back_in_the_next():
    match = position(ready("gas", "coal", "oil"), seats=2)
    play(match, "gas", "pass", "coal", "oil")
    assert match.to_move == 0
    match.play("pass")
    assert match.view(None).phase == "place"
    play_random(match, limit=12)
    assert not any(player.passed for player in match.view(None).players)


@rule("B14")
def test_a_player_alone_takes_one_turn_after_the_other():
    match = Match.new("board", seats=2, seed=4, exchanges="A")
    play_random(match)
    seats = [turn.seat for turn in match.turns()]
    assert len(match.turns()) == len(seats)
    acting = [t for t in match.turns() if t.words[0] not in ("pass",) and "place" not in t.words[0]]
    assert all(sum(word in ACTIONS for word in turn.words) <= 1 for turn in acting)


@rule("B15")
def test_research_comes_first_and_nobody_passes_before_it():
    match = position(ready("gas"), research="worker/oil", reserve={"oil": 3})
    assert match.legal() == ("research",)
    assert refused(match, "pass") == "B15"
    assert refused(match, "gas") == "B15"
    play(match, "research", "cube oil Amur", "pass")
    assert match.legal() == ("gas", "pass")
    assert refused(match, "research") == "B15"


@rule("B16")
def test_an_action_needs_both_spaces_covered():
    match = position({"gas": "worker/gas", "coal": "worker/coal tile", "oil": "tile"})
    assert match.legal() == ("coal", "pass")
    assert refused(match, "gas") == "B16"
    assert refused(match, "oil") == "B16"


@rule("B16")
def test_a_space_freed_by_the_action_itself_is_free():
    match = position(ready("investor"), tiles="investor")
    match.play("investor")
    assert "tile investor" in match.legal()


@rule("B16")
def test_the_counters_go_back_before_the_action_takes_effect_and_the_tile_stays():
    match = position({"worker": "worker/coal tile", "salesman": "salesman/gas salesman/oil"})
    before = bag(match)
    match.play("salesman")
    assert bag(match) == before + 2
    assert "salesman" not in panel(match)
    play(match, "decline", "pass", "worker")
    assert panel(match) == {"worker": ("tile",)}
    assert bag(match) == before + 3


@rule("B17")
def test_a_covered_action_may_be_performed_even_if_it_changes_nothing():
    match = position(ready("diamond", "gas"), workers="Amur")
    # The program says so before it is done, and of no other.
    assert (
        warning_of(match, "diamond")
        == "the counters are used, but nothing changes on the board (B17)"
    )
    assert warning_of(match, "gas") is None
    assert warning_of(match, "pass") is None
    assert warning_of(match, "oil") is None
    match.play("diamond")
    assert match.to_move == 1
    assert panel(match).keys() == {"gas"}
    assert money(match) == 0


@rule("B17")
@pytest.mark.parametrize(
    ("action", "where"),
    [
        ("gas", {"workers": "Amur", "salesmen": "Antwerp"}),
        ("worker", {"workers": "Vladivostok " * 6, "salesmen": ""}),
        ("logistician", {"workers": ""}),
        ("investor", {"tiles": ""}),
    ],
)
def test_every_action_that_would_change_nothing_says_so(action, where):
    match = position(ready(action), **where)
    assert "(B17)" in str(warning_of(match, action))
    match.play(action)
    assert match.to_move == 1


# ---------------------------------------------------------------- research


@rule("B18")
def test_each_counter_lays_a_cube_of_its_resource_where_none_of_the_kind_lies():
    cubes = dict.fromkeys(AREAS, "gas coal") | {"Amur": "gas oil"}
    match = position(research="worker/oil salesman/gold", cubes=cubes)
    reserve = match.view(None).reserve
    match.play("research")
    assert match.view(0).research_left == {"oil": 1, "gold": 1}
    assert "cube oil Amur" not in match.legal()
    assert refused(match, "cube oil Amur") == "B18"
    assert refused(match, "cube diamond Amur") == "B18"
    play(match, "cube gold Amur", "cube oil Yamal")
    assert set(area(match, "Amur").cubes) == {"gas", "oil", "gold"}
    less = {"oil": reserve["oil"] - 1, "gold": reserve["gold"] - 1}
    assert match.view(None).reserve == {**reserve, **less}
    assert match.to_move == 1
    assert match.view(0).players[0].research == ()


@rule("B18")
def test_a_counter_whose_resource_ran_out_or_has_no_place_does_nothing():
    match = position(research="worker/oil salesman/gas", reserve={"oil": 0})
    # No oil in reserve; gas lies everywhere.
    before = bag(match)
    match.play("research")
    assert match.to_move == 1
    assert bag(match) == before + 2
    match = position(research="worker/oil worker/oil", reserve={"oil": 1, "gold": 0})
    match.play("research")
    assert "cube gold Amur" not in match.legal()
    play(match, "cube oil Amur")
    assert match.to_move == 1


@rule("B18", "B28")
def test_no_cube_comes_to_an_exhausted_area():
    match = position(research="worker/oil", exhausted=["Amur"])
    match.play("research")
    assert "cube oil Amur" not in match.legal()
    assert refused(match, "cube oil Amur") == "B28"
    assert len(match.legal()) == 13


@rule("B18")
def test_two_counters_of_a_kind_lay_two_cubes():
    match = position(research="worker/oil worker/oil", reserve={"oil": 3})
    play(match, "research", "cube oil Amur")
    assert match.view(0).research_left == {"oil": 1}
    play(match, "cube oil Yamal")
    assert match.to_move == 1


@rule("B18")
def test_nothing_of_an_earlier_action_is_left_over_for_research():
    match = position(ready("logistician"))
    play(match, "logistician", "stop")
    state = state_of(match)
    state.player, state.research[0, ACTION_COUNTERS.index("worker/oil")] = 0, 1
    match.play("research")
    assert match.view(0).research_left == {"oil": 1}


@rule("B18")
def test_for_a_manager_any_available_cube_must_be_chosen():
    reserve = {"gas": 3, "coal": 3, "oil": 0, "gold": 2, "diamond": 1}
    match = position(research="manager", reserve=reserve)
    match.play("research")
    # Gas and coal lie everywhere, oil has run out: gold or diamond, and no way around it.
    assert {word.split()[1] for word in match.legal()} == {"gold", "diamond"}
    assert refused(match, "cube oil Amur") == "B18"
    match.play("cube diamond Amur")
    assert match.to_move == 1


@rule("B18")
def test_a_cube_is_charged_to_a_counter_showing_it_then_to_a_manager():
    match = position(research="manager worker/gold", reserve={"gold": 3, "oil": 3})
    play(match, "research", "cube gold Amur")
    assert match.view(0).research_left == {"manager": 1}
    play(match, "cube gold Yamal")
    assert match.to_move == 1
    match = position(research="manager worker/gold", reserve={"gold": 3, "oil": 3})
    play(match, "research", "cube oil Amur")
    assert match.view(0).research_left == {"gold": 1}
    assert {word.split()[1] for word in match.legal()} == {"gold"}


# ---------------------------------------------------------------- manager


@rule("B19")
def test_a_manager_counter_is_put_as_a_wildcard_and_returns_to_the_bag_when_used():
    match = position({"manager": "manager manager", "gold": "worker/gold"})
    before = bag(match)
    match.play("manager")
    assert bag(match) == before + 2
    play(match, "wild gold", "pass")
    assert bag(match) == before + 1
    assert panel(match) == {"gold": ("worker/gold", "manager")}
    match.play("gold")
    assert bag(match) == before + 3


@rule("B19")
def test_the_wildcard_goes_on_any_free_space_but_neither_manager_nor_research():
    match = position({"manager": "manager tile", **ready("gas")})
    match.play("manager")
    free = [a for a in ACTIONS if a not in ("manager", "gas")]
    assert match.legal() == ("wild none", *(f"wild {action}" for action in free))
    assert refused(match, "wild gas") == "B19"
    match.play("wild none")
    assert panel(match)["manager"] == ("tile",)


@rule("B19")
def test_a_wildcard_beside_a_tile_covers_an_action():
    match = position({"manager": "manager manager", "gold": "tile"})
    play(match, "manager", "wild gold", "pass")
    assert panel(match)["gold"] == ("manager", "tile")
    assert "gold" in match.legal()


@rule("B19")
def test_with_no_free_space_the_choice_is_skipped():
    covered = {
        "logistician": "logistician/gas logistician/coal",
        "salesman": "salesman/gas salesman/coal",
        "worker": "worker/gas worker/coal",
        "investor": "investor/gas investor/coal",
        "gas": "worker/gas tile",
        "coal": "worker/coal tile",
        "oil": "worker/oil tile",
        "gold": "worker/gold tile",
        "diamond": "worker/diamond tile",
    }
    match = position({"manager": "manager manager", **covered})
    match.play("manager")
    assert match.to_move == 1


# ---------------------------------------------------------------- logistician


@rule("B20")
def test_three_steps_in_all_divided_as_one_likes():
    match = position(ready("logistician"), workers="Vladivostok Yamal")
    match.play("logistician")
    assert match.view(0).steps_left == 3
    play(match, "move Vladivostok Amur", "move Yamal Yugra", "move Amur Yakutia")
    assert match.to_move == 1
    standing = [a.name for a in match.view(None).areas if a.workers[0]]
    assert standing == ["Yugra", "Yakutia"]
    assert match.view(None).players[0].vladivostok == 0


@rule("B20")
def test_steps_may_be_omitted():
    match = position(ready("logistician"))
    play(match, "logistician", "stop")
    assert match.to_move == 1
    match = position(ready("logistician"))
    play(match, "logistician", "move Vladivostok Amur", "stop")
    assert match.to_move == 1


@rule("B20")
def test_a_step_leads_to_an_adjacent_area_and_only_own_workers_move():
    match = position(ready("logistician"), workers="Yamal", other_workers="Amur")
    match.play("logistician")
    borders = [f"move Yamal {name}" for name in ("Yugra", "Yenisei", "Taymyr")]
    assert match.legal() == (*borders, "stop")
    assert refused(match, "move Yamal Amur") == "B20"
    assert refused(match, "move Amur Okhotsk") == "B20"


@rule("B20")
def test_from_vladivostok_two_areas_are_reached_and_no_step_leads_back():
    match = position(ready("logistician"))
    match.play("logistician")
    assert match.legal() == ("move Vladivostok Amur", "move Vladivostok Okhotsk", "stop")
    match.play("move Vladivostok Amur")
    assert not any(word.endswith("Vladivostok") for word in match.legal())


@rule("B20")
def test_with_no_step_possible_the_choice_is_skipped():
    match = position(ready("logistician"), workers="")
    match.play("logistician")
    assert match.to_move == 1


def steps(match: Match, name: str) -> set[str]:
    return set(area(match, name).one_step)


@rule("B21")
def test_an_exhausted_area_is_skipped():
    match = position(exhausted=["Yugra"])
    # From Altai, Yugra led to Yamal and Yenisei.
    assert steps(match, "Altai") == {"Yenisei", "Yamal"}
    assert steps(match, "Yamal") == {"Taymyr", "Yenisei", "Altai"}


@rule("B21")
def test_a_chain_of_exhausted_areas_costs_no_step_either():
    match = position(exhausted=["Yugra", "Yenisei", "Baikal"])
    assert steps(match, "Altai") == {"Yamal", "Evenkia", "Yakutia", "Transbaikal"}


@rule("B21")
def test_a_step_never_leads_back_to_the_area_it_left():
    match = position(exhausted=["Yugra", "Yenisei"])
    for name in AREAS:
        assert name not in steps(match, name)


@rule("B21")
def test_nobody_stops_in_an_exhausted_area():
    match = position(ready("logistician"), exhausted=["Amur"])
    match.play("logistician")
    assert refused(match, "move Vladivostok Amur") == "B21"


@rule("B21", "B28")
def test_an_area_that_falls_is_skipped_from_then_on():
    match = position(ready("gas"), cubes={"Yugra": "gas"}, workers="Yugra", salesmen="Tokyo")
    play(match, "gas", "sell Tokyo")
    assert steps(match, "Altai") == {"Yenisei", "Yamal"}


@rule("B21")
def test_the_same_holds_for_the_arrows():
    match = position(exhausted=["Amur"])
    assert set(match.view(None).arrows) == {"Okhotsk", "Transbaikal", "Yakutia"}
    match = position(exhausted=["Amur", "Okhotsk"])
    assert set(match.view(None).arrows) == {"Transbaikal", "Yakutia", "Kolyma"}
    match = position(exhausted=["Amur", "Okhotsk", "Yakutia"])
    assert set(match.view(None).arrows) == {
        "Transbaikal",
        "Kolyma",
        "Taymyr",
        "Evenkia",
        "Baikal",
    }


@rule("B21")
def test_an_area_cut_off_by_nothing_but_exhausted_ones_has_nowhere_to_go():
    others = [name for name in AREAS if name != "Altai"]
    match = position(ready("logistician"), exhausted=others, workers="Altai")
    assert steps(match, "Altai") == set()
    match.play("logistician")
    assert match.to_move == 1


# ---------------------------------------------------------------- salesman


@rule("B22")
def test_a_pawn_from_supply_exchange_or_siberia_becomes_a_salesman_anywhere_else():
    panel_ = ready("salesman")
    match = position(panel_, workers="Vladivostok Amur", salesmen="Frankfurt, Tokyo")
    match.play("salesman")
    sources = ("supply", "Frankfurt", "Tokyo", "Amur", "Vladivostok")
    assert match.legal() == (*(f"from {source}" for source in sources), "decline")
    assert refused(match, "from Zurich") == "B22"
    match.play("from Tokyo")
    assert match.view(0).pawn_from == "Tokyo"
    assert match.legal() == tuple(f"to {name}" for name in ("Frankfurt", *EXCHANGES[3::2]))
    assert refused(match, "to Tokyo") == "B22"
    assert refused(match, "to Sydney") == "B6"
    match.play("to Zurich")
    assert [e.salesmen[0] for e in match.view(None).exchanges] == [1, 0, 0, 0, 1, 0]
    assert match.to_move == 1


@rule("B22")
@pytest.mark.parametrize("source", ["supply", "Amur", "Vladivostok", "Frankfurt"])
def test_each_source_gives_its_pawn(source):
    match = position(ready("salesman"), workers="Vladivostok Amur")
    before = match.view(0).players[0]
    play(match, "salesman", f"from {source}", "to Tokyo")
    after = match.view(0).players[0]
    assert after.supply == before.supply - (source == "supply")
    assert after.vladivostok == before.vladivostok - (source == "Vladivostok")
    assert area(match, "Amur").workers[0] == (source != "Amur")
    assert match.view(0).exchanges[0].salesmen[0] == (source != "Frankfurt")
    assert match.view(0).exchanges[1].salesmen[0] == 1


@rule("B22", "B23", "B27")
def test_the_other_sides_of_the_exchanges_are_exchanges_like_any_other():
    salesmen = "Hong Kong, Mumbai, London, Toronto, Sydney"
    match = position(ready("salesman", "worker"), sides="BBBBB", salesmen=salesmen, workers="Amur")
    play(match, "salesman", "from London", "to Sydney")
    assert [e.salesmen[0] for e in match.view(None).exchanges] == [0, 1, 1, 0, 1, 2]
    play(match, "pass", "worker", "deploy Toronto")
    assert [e.salesmen[0] for e in match.view(None).exchanges] == [0, 1, 1, 0, 0, 2]


@rule("B22")
def test_salesman_may_be_declined():
    match = position(ready("salesman"))
    play(match, "salesman", "decline")
    assert match.to_move == 1
    assert match.view(0).exchanges[0].salesmen == (1, 0)


@rule("B22")
def test_with_an_empty_supply_it_gives_no_pawn():
    match = position(ready("salesman"), workers="Vladivostok " * 5)
    match.play("salesman")
    assert refused(match, "from supply") == "B22"


# ---------------------------------------------------------------- worker


@rule("B23")
def test_a_pawn_of_the_supply_becomes_a_worker_in_vladivostok():
    match = position(ready("worker"), workers="Amur")
    match.play("worker")
    assert match.legal() == ("deploy supply", "decline")
    assert refused(match, "deploy Amur") == "B23"
    match.play("deploy supply")
    player = match.view(0).players[0]
    assert (player.vladivostok, player.supply) == (1, 3)


@rule("B23")
def test_only_with_an_empty_supply_a_salesman_or_a_worker_from_an_area_is_used():
    workers = "Amur Amur Yamal Vladivostok"
    match = position(ready("worker"), workers=workers, salesmen="Frankfurt, Tokyo")
    match.play("worker")
    assert match.legal() == (
        "deploy Frankfurt",
        "deploy Tokyo",
        "deploy Yamal",
        "deploy Amur",
        "decline",
    )
    assert refused(match, "deploy supply") == "B23"
    assert refused(match, "deploy Kolyma") == "B23"
    match.play("deploy Amur")
    assert match.view(0).players[0].vladivostok == 2
    assert area(match, "Amur").workers[0] == 1


@rule("B23")
def test_the_last_pawn_that_is_not_in_vladivostok_can_be_deployed():
    match = position(ready("worker"), workers="Vladivostok " * 5)
    match.play("worker")
    assert match.legal() == ("deploy Frankfurt", "decline")


@rule("B23")
def test_worker_may_be_declined_and_is_skipped_with_nobody_to_deploy():
    match = position(ready("worker"))
    play(match, "worker", "decline")
    assert match.view(0).players[0].vladivostok == 1
    match = position(ready("worker"), workers="Vladivostok " * 6, salesmen="")
    match.play("worker")
    assert match.to_move == 1


# ---------------------------------------------------------------- investor


@rule("B24")
def test_an_open_tile_is_taken_and_put_at_once_and_a_new_one_turned_up():
    match = position(ready("investor"), tiles="gold gas gas worker")
    left = match.view(None).tiles_left
    match.play("investor")
    assert match.legal() == ("tile worker", "tile gas", "tile gold", "decline")
    match.play("tile gas")
    assert panel(match) == {"gas": ("tile",)}
    view = match.view(None)
    assert (len(view.open_tiles), view.tiles_left) == (4, left - 1)


@rule("B24")
def test_an_action_holds_at_most_one_tile_and_needs_a_free_space():
    match = position({**ready("investor", "gas"), "gold": "tile"}, tiles="gold gas oil oil")
    match.play("investor")
    assert match.legal() == ("tile oil", "decline")
    assert refused(match, "tile gold") == "B24"
    assert refused(match, "tile gas") == "B24"
    assert refused(match, "tile coal") == "B24"


@rule("B24")
def test_the_investor_tile_goes_on_the_investor_action_itself():
    match = position(ready("investor"), tiles="investor")
    play(match, "investor", "tile investor")
    assert panel(match) == {"investor": ("tile",)}


@rule("B24")
def test_a_tile_covers_beside_a_counter():
    match = position({**ready("investor"), "gold": "worker/gold"}, tiles="gold")
    play(match, "investor", "tile gold", "pass")
    assert "gold" in match.legal()
    match.play("gold")
    assert panel(match) == {"gold": ("tile",)}


@rule("B24")
def test_investor_may_be_declined_and_is_skipped_when_no_tile_fits():
    match = position(ready("investor"), tiles="gold")
    play(match, "investor", "decline")
    assert match.view(None).open_tiles == ("gold",)
    match = position({**ready("investor"), "gold": "tile"}, tiles="gold")
    match.play("investor")
    assert match.to_move == 1


@rule("B24")
def test_the_last_tile_of_the_stack_is_turned_up_and_that_cannot_be_taken_back():
    match = position(ready("investor"), tiles="gold")
    state_of(match).tiles_left = 1
    reveals = state_of(match).reveals
    play(match, "investor", "tile gold")
    assert (len(match.view(None).open_tiles), match.view(None).tiles_left) == (1, 0)
    assert state_of(match).reveals == reveals + 1


@rule("B24")
def test_the_open_tiles_run_out_with_the_stack():
    match = position({**ready("investor"), "oil": "tile"}, tiles="gold")
    state_of(match).tiles_left = 0
    play(match, "investor", "tile gold")
    assert match.view(None).open_tiles == ()
    assert match.to_move == 1


# ---------------------------------------------------------------- resources


@rule("B25")
def test_printed_example_two_gas_in_tokyo_bring_6000():
    match = position(ready("gas"), workers="Amur Okhotsk", salesmen="Tokyo")
    play(match, "gas", "sell Tokyo")
    assert money(match) == 6000
    assert area(match, "Amur").cubes == ("coal",)
    assert area(match, "Okhotsk").cubes == ("coal",)


@rule("B25")
def test_the_player_chooses_where_and_the_best_price_is_offered_first():
    # Gas: Frankfurt 1000, Tokyo 3000, Shanghai 2000; Antwerp does not trade it.
    salesmen = "Frankfurt, Shanghai, Tokyo, Antwerp"
    match = position(ready("gas"), workers="Amur", salesmen=salesmen)
    match.play("gas")
    assert match.view(0).resource == "gas"
    assert match.legal() == ("sell Tokyo", "sell Shanghai", "sell Frankfurt")
    assert refused(match, "sell Antwerp") == "B25"
    assert refused(match, "sell Zurich") == "B25"
    assert refused(match, "sell Sydney") == "B6"
    match.play("sell Frankfurt")
    assert money(match) == 1000


@rule("B25")
def test_all_cubes_of_the_kind_are_taken_from_all_areas_with_a_worker_and_leave_the_game():
    match = position(ready("coal"), workers="Amur Yamal Altai", salesmen="Shanghai")
    reserve = match.view(None).reserve
    play(match, "coal", "sell Shanghai")
    assert money(match) == 12000
    assert [a.name for a in match.view(None).areas if "coal" not in a.cubes] == [
        "Yamal",
        "Altai",
        "Amur",
    ]
    assert match.view(None).reserve == reserve


@rule("B25")
def test_a_worker_in_vladivostok_extracts_nothing():
    match = position(ready("gas"))
    match.play("gas")
    assert match.to_move == 1
    assert money(match) == 0


@rule("B25")
def test_anothers_salesman_sells_nothing_for_me():
    match = position(ready("gas"), workers="Amur", salesmen="Frankfurt")
    state_of(match).salesmen[1, 1] = 1
    match.play("gas")
    assert match.legal() == ("sell Frankfurt",)


@rule("B26")
def test_with_nowhere_to_sell_no_cube_is_taken():
    match = position(ready("gas"), workers="Amur", salesmen="Antwerp")
    match.play("gas")
    assert match.to_move == 1
    assert "gas" in area(match, "Amur").cubes
    assert money(match) == 0


@rule("B27")
def test_pawns_share_an_area_and_two_workers_yield_no_more_than_one():
    match = position(
        ready("gas"), workers="Amur Amur", other_workers="Amur", salesmen="Tokyo, Tokyo"
    )
    assert area(match, "Amur").workers == (2, 1)
    play(match, "gas", "sell Tokyo")
    assert money(match) == 3000
    match = position(ready("logistician"), workers="Amur Okhotsk", other_workers="Amur")
    play(match, "logistician", "move Okhotsk Amur")
    assert area(match, "Amur").workers == (2, 1)


# ---------------------------------------------------------------- exhaustion


@rule("B28")
def test_an_area_without_cubes_is_exhausted_and_all_workers_return():
    match = position(
        ready("gas"),
        cubes={"Amur": "gas", "Yamal": "gas oil"},
        workers="Amur Amur Yamal",
        other_workers="Amur",
        salesmen="Tokyo",
    )
    before = [player.supply for player in match.view(None).players]
    play(match, "gas", "sell Tokyo")
    amur = area(match, "Amur")
    assert amur.exhausted
    assert amur.workers == (0, 0)
    after = [player.supply for player in match.view(None).players]
    assert [a - b for a, b in zip(after, before, strict=True)] == [2, 1]
    assert not area(match, "Yamal").exhausted
    two = position(
        ready("gas"), cubes={"Amur": "gas", "Altai": "gas"}, workers="Amur Altai", salesmen="Tokyo"
    )
    play(two, "gas", "sell Tokyo")
    assert [a.name for a in two.view(None).areas if a.exhausted] == ["Altai", "Amur"]
    assert area(match, "Yamal").workers == (1, 0)
    assert "Transbaikal" in match.view(None).arrows


# ---------------------------------------------------------------- end of round

ELEVEN = {
    "manager": "manager manager",
    "logistician": "logistician/gas logistician/coal",
    "salesman": "salesman/gas salesman/coal",
    "worker": "worker/gas worker/coal",
    "gold": "worker/gold salesman/gold",
    "oil": "worker/oil",
}


@rule("B29")
def test_counters_stay_and_only_the_surplus_over_ten_is_removed():
    match = position({**ELEVEN, "gas": "investor/gas tile"})
    before = bag(match)
    pass_all(match)
    # Twelve counters, a tile not counted: two must go.
    assert match.view(0).phase == "surplus"
    assert match.legal() == tuple(f"discard {a}" for a in ACTIONS if a in {**ELEVEN, "gas": ""})
    assert refused(match, "discard diamond") == "B29"
    play(match, "discard gas", "discard gold")
    assert match.view(0).phase == "place"
    assert bag(match) == before + 2 - 12
    kept = panel(match)
    assert kept["gas"] == ("tile",)
    # Of worker/gold and salesman/gold the later kind has gone.
    assert kept["gold"] == ("salesman/gold",)


@rule("B29")
def test_ten_counters_may_all_stay():
    ten = {action: things for action, things in ELEVEN.items() if action != "oil"}
    match = pass_all(position(ten))
    assert match.view(0).phase == "place"
    assert panel(match) == {action: tuple(things.split()) for action, things in ten.items()}


@rule("B29")
def test_surplus_is_removed_in_turn_order_before_the_marker_passes():
    other = {
        "manager": "manager manager",
        "investor": "investor/oil investor/gold",
        "diamond": "investor/diamond worker/diamond",
        "coal": "investor/coal salesman/coal",
        "gas": "investor/gas salesman/gas",
        "oil": "salesman/oil",
    }
    match = position(ELEVEN, others=other)
    state_of(match).start = 1
    pass_all(match)
    assert (match.to_move, match.view(None).start) == (1, 1)
    match.play("discard oil")
    assert (match.to_move, match.view(None).start) == (0, 1)
    match.play("discard oil")
    assert match.view(None).phase == "place"
    assert (match.to_move, match.view(None).start) == (0, 0)


@rule("B29")
def test_a_wildcard_counts_and_goes_first_as_the_latest_kind():
    match = position({**ELEVEN, "oil": "", "gold": "worker/gold manager", "gas": "worker/gas"})
    pass_all(match)
    match.play("discard gold")
    assert panel(match)["gold"] == ("worker/gold",)


@rule("B29")
def test_the_marker_passes_to_the_left():
    match = pass_all(position(seats=3))
    assert (match.view(None).start, match.to_move, match.view(None).round) == (1, 1, 2)


# ---------------------------------------------------------------- end of game


@rule("B30")
def test_the_eighth_exhausted_area_ends_the_game_after_the_round():
    match = position(
        ready("gas", "worker"),
        others=ready("coal"),
        exhausted=AREAS[:7],
        cubes={"Amur": "gas", "Okhotsk": "gas"},
        workers="Amur Okhotsk",
        salesmen="Tokyo",
    )
    play(match, "gas", "sell Tokyo")
    # Two fell at once: nine are exhausted, and the round is still played out.
    assert sum(a.exhausted for a in match.view(None).areas) == 9
    assert not match.is_over
    play(match, "coal", "worker", "deploy supply", "pass", "pass")
    assert match.is_over
    assert match.ending() == "eight areas were exhausted (B30)"


@rule("B30")
def test_seven_exhausted_areas_do_not_end_the_game():
    assert not pass_all(position(exhausted=AREAS[:7])).is_over


@rule("B30")
def test_three_empty_reserve_spaces_end_the_game_after_the_round():
    reserve = {"gas": 0, "coal": 0, "oil": 1}
    match = position(research="worker/oil", reserve=reserve)
    play(match, "research", "cube oil Amur")
    assert not match.is_over
    pass_all(match)
    assert match.is_over
    assert match.ending() == "three reserve spaces were empty (B30)"
    assert not pass_all(position(reserve={"gas": 0, "coal": 0})).is_over
    assert pass_all(position(reserve={"gas": 0, "coal": 0, "oil": 0, "gold": 0})).is_over


@rule("B29", "B30")
def test_after_the_last_round_nobody_removes_surplus():
    match = pass_all(position(ELEVEN, exhausted=AREAS[:8]))
    assert match.is_over
    assert sum(len(things) for things in panel(match).values()) == 11


@rule("B31")
def test_the_richest_wins_and_equal_money_shares():
    match = position(exhausted=AREAS[:8], seats=3)
    state_of(match).money[:3] = [5000, 9000, 9000]
    pass_all(match)
    assert match.scores() == (5000, 9000, 9000)
    assert match.winners() == (1, 2)
    rich = position(exhausted=AREAS[:8], expansion=True, cards="gas gold")
    assert pass_all(rich).scores() == (0, 0)


@rule("B32")
def test_a_hundred_rounds_end_the_game():
    match = position()
    state_of(match).round_number = LAST_ROUND - 1
    pass_all(match)
    assert not match.is_over
    play(match, *["place research"] * 12)
    while not match.is_over:
        match.play("pass" if "pass" in match.legal() else match.legal()[0])
    assert match.view(None).round == LAST_ROUND == 100
    assert match.ending() == "a hundred rounds were played (B32)"


# ---------------------------------------------------------------- the expansion


@rule("X1")
def test_the_five_cards_lie_beside_the_board_with_the_expansion_only():
    assert fresh(expansion=True).view(None).cards_left == RESOURCES
    assert fresh().view(None).cards_left is None
    match = position(ready("salesman"))
    match.play("salesman")
    assert refused(match, "card gas") == "X1"
    assert refused(match, "rob gas") == "X1"


@rule("X2")
def test_instead_of_placing_a_pawn_a_card_nobody_owns_is_taken():
    match = position(ready("salesman"), expansion=True, other_cards="coal")
    match.play("salesman")
    offered = [word for word in match.legal() if word.startswith("card")]
    assert offered == ["card gas", "card oil", "card gold", "card diamond"]
    assert refused(match, "card coal") == "X2"
    match.play("card gold")
    assert match.view(1).players[0].cards == ("gold",)
    assert match.view(1).cards_left == ("gas", "oil", "diamond")
    assert match.to_move == 1


@rule("X3")
def test_only_when_all_five_are_owned_one_is_taken_from_another():
    match = position(ready("salesman"), expansion=True, other_cards="gas coal", cards="oil gold")
    match.play("salesman")
    assert refused(match, "rob gas") == "X3"
    match = position(
        ready("salesman"), expansion=True, other_cards="gas coal", cards="oil gold diamond"
    )
    match.play("salesman")
    assert [w for w in match.legal() if w.startswith("rob")] == ["rob gas", "rob coal"]
    assert not any(word.startswith("card") for word in match.legal())
    assert refused(match, "rob oil") == "X3"
    match.play("rob coal")
    view = match.view(None)
    assert view.players[0].cards == ("coal", "oil", "gold", "diamond")
    assert view.players[1].cards == ("gas",)


@rule("X4")
def test_the_owner_sells_at_the_cards_value_without_a_pawn():
    match = position(ready("gas"), workers="Amur Okhotsk", salesmen="", expansion=True, cards="gas")
    match.play("gas")
    assert match.legal() == ("sell card",)
    match.play("sell card")
    assert money(match) == 8000
    dear = position(
        ready("diamond"),
        cubes={"Amur": "diamond coal"},
        workers="Amur",
        salesmen="",
        expansion=True,
        cards="diamond",
    )
    play(dear, "diamond", "sell card")
    assert money(dear) == 8000


@rule("X4")
def test_selling_by_card_or_at_an_exchange_is_the_players_choice():
    panel_ = ready("gas")
    match = position(panel_, workers="Amur", salesmen="Tokyo", expansion=True, cards="gas")
    match.play("gas")
    assert match.legal() == ("sell card", "sell Tokyo")
    match.play("sell Tokyo")
    assert money(match) == 3000
    match = position(panel_, workers="Amur", salesmen="Tokyo", expansion=True, other_cards="gas")
    match.play("gas")
    assert refused(match, "sell card") == "X4"
    plain = position(panel_, workers="Amur", salesmen="Tokyo")
    plain.play("gas")
    assert refused(plain, "sell card") == "X1"


@rule("X4")
def test_the_cards_are_worth_what_the_card_game_prints():
    worth = fresh(expansion=True).view(None).worth
    assert worth == {r: shipped("card").salesmen.values[r] for r in RESOURCES}
    assert list(worth.values()) == [4000, 5000, 6000, 7000, 8000]


def test_the_phases_of_the_state_are_all_reached():
    """Guards the tests above: each phase is asked about in some match."""
    assert {int(state_of(match).phase) for match in reached()} == set(range(SURPLUS + 1))


def reached():
    for seed in range(6):
        match = Match.new("board", seats=2 + seed % 3, seed=seed, expansion=bool(seed % 2))
        while not match.is_over and match.ply < 700:
            yield match
            play_random(match, (seed, match.ply), limit=1, busy=True)


def test_nothing_covers_a_second_space_before_the_first():
    for match in reached():
        spaces = state_of(match).spaces
        assert not ((spaces[..., 0] == NONE) & (spaces[..., 1] != NONE)).any()
