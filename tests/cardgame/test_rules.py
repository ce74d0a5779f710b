"""The card game, rule by rule, in the order of docs/RULES.md."""

from collections import Counter

import numpy as np
import pytest

from siberia import IllegalWord, Match
from siberia.cardgame.rules import determinize
from siberia.cardgame.state import NONE, PLACES, unpack
from siberia.components import shipped
from siberia.engine.rng import generator, shuffle
from siberia.engine.vocabulary import ACTION_CARDS, RESOURCES, SYMBOLS
from tests.cardgame.position import card, hand_of, play, position, row
from tests.support import play_random, refused, state_of, warning_of

rule = pytest.mark.rule

GOLD_ROW = ("gold 4000",)
TWO_GOLD = "worker/gold salesman/gold"


def fresh(seats=3, start=0, **options):
    return Match.new("card", seats=seats, seed=5, start=start, **options)


# ---------------------------------------------------------------- box and setup


@rule("C1")
def test_the_box_holds_what_the_rulebook_counts():
    box = shipped("card")
    assert sum(box.action_cards.copies.values()) == 60
    assert set(box.action_cards.copies) == set(ACTION_CARDS)
    assert sum(map(len, box.resource_cards.values.values())) == 36
    assert (box.workers.count, len(box.salesmen.values), len(box.investors.copies)) == (10, 8, 5)


@rule("C2")
def test_eight_cards_lie_in_a_row_and_the_first_three_are_face_up():
    state = state_of(fresh())
    assert (state.row != NONE).all()
    assert list(state.up) == [1, 1, 1, 0, 0, 0, 0, 0]
    assert state.stack_size == 36 - PLACES


@rule("C2", "C4")
def test_the_deal_is_that_of_the_rulebook_in_its_order():
    """Resource cards are shuffled and laid into places 1–8, then action cards dealt."""
    match = Match.new("card", seats=3, seed=99, start=2)
    box, rng = unpack(match.setup), generator(99)
    stack, pile = box.stack.copy(), box.pile.copy()
    shuffle(rng, stack, 36)
    shuffle(rng, pile, 60)
    state = state_of(match)
    assert list(state.row) == list(stack[::-1][:PLACES])
    for i, seat in enumerate((2, 0, 1)):
        dealt = pile[::-1][5 * i : 5 * i + 5]
        assert (state.hands[seat] == np.bincount(dealt, minlength=15)).all()


@rule("C2")
def test_the_stack_is_shuffled():
    rows = {tuple(state_of(Match.new("card", seed=seed)).row) for seed in range(20)}
    assert len(rows) == 20


@rule("C3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_starts_with_one_worker_and_the_rest_lies_open(seats):
    view = fresh(seats).view(None)
    assert [player.workers for player in view.players] == [1] * seats
    assert view.workers_left == 10 - seats
    assert view.investors_left == RESOURCES
    assert view.salesmen_left == SYMBOLS


@rule("C4")
def test_everyone_gets_five_cards_from_the_start_player_on():
    match = fresh(start=1)
    state = state_of(match)
    assert [state.hands[seat].sum() for seat in range(3)] == [5, 5, 5]
    # Dealt from the top of the pile, five at a time: what was above what is left of it.
    dealt = state.pile[state.pile_size : state.pile_size + 15][::-1]
    for i, seat in enumerate((1, 2, 0)):
        expected = np.bincount(dealt[5 * i : 5 * i + 5], minlength=15)
        assert (state.hands[seat] == expected).all()


@rule("C5")
def test_the_table_chooses_the_start_player():
    assert [fresh(start=seat).to_move for seat in range(3)] == [0, 1, 2]


@rule("C5")
def test_by_default_the_start_player_is_random_and_play_is_clockwise():
    starts = Counter(Match.new("card", seats=3, seed=seed).to_move for seed in range(300))
    assert set(starts) == {0, 1, 2}
    assert min(starts.values()) > 60
    match = fresh(start=2)
    order: list[int | None] = []
    while len(order) < 4:
        order.append(match.to_move)
        play(match, match.legal()[0], "draw 0")
    assert order == [2, 0, 1, 2]


# ---------------------------------------------------------------- discover


@rule("C6")
def test_with_three_face_down_one_must_be_turned_up():
    match = position(row=["gas 1000", *["(oil 2000)"] * 3], discover=True)
    assert match.legal() == ("flip 2", "flip 3", "flip 4")
    assert refused(match, "keep") == "C6"
    assert refused(match, "flip 1") == "C6"
    match.play("flip 3")
    assert row(match)[:4] == ["gas 1000", "(oil 2000)", "oil 2000", "(oil 2000)"]


@rule("C6")
@pytest.mark.parametrize("down", [1, 2])
def test_with_one_or_two_face_down_one_may_be_turned_up(down):
    match = position(row=["(oil 2000)"] * down, stack=["gas 1000"], discover=True)
    assert match.legal() == (*(f"flip {n + 1}" for n in range(down)), "keep")
    before = row(match)
    match.play("keep")
    assert row(match) == before
    assert match.view(0).phase == "act"


@rule("C6")
@pytest.mark.parametrize("down", [1, 2, 3])
def test_a_turn_begins_with_discovering_while_a_card_is_face_down(down):
    match = position(row=["gas 1000", *["(oil 2000)"] * down], stack=["gas 1000"])
    match.play("draw 0")
    assert match.view(1).phase == "discover"


@rule("C6")
def test_with_none_face_down_there_is_nothing_to_discover():
    match = position(row=["gas 1000"], seats=2)
    match.play("draw 0")
    assert match.to_move == 1
    assert match.view(1).phase == "act"


# ---------------------------------------------------------------- the card action


@rule("C7")
def test_after_an_action_one_card_is_drawn():
    match = position(TWO_GOLD + " worker/oil", row=GOLD_ROW)
    play(match, "gold", "pay worker/gold", "pay salesman/gold")
    assert state_of(match).hands[0].sum() == 1 + 1
    assert match.to_move == 1


@rule("C7")
@pytest.mark.parametrize("person", ["investor", "worker", "salesman"])
def test_after_a_person_action_one_card_is_drawn_too(person):
    match = position(f"{person}/oil {person}/gas")
    play(match, person, f"pay {person}/gas", f"pay {person}/oil")
    if person != "worker":
        match.play("take gold")
    assert state_of(match).hands[0].sum() == 1
    assert match.to_move == 1


@rule("C7")
@pytest.mark.parametrize("drawn", [0, 1, 2])
def test_instead_up_to_two_are_drawn_in_dlp(drawn):
    match = position("worker/oil")
    assert match.legal() == ("draw 0", "draw 1", "draw 2")
    match.play(f"draw {drawn}")
    assert state_of(match).hands[0].sum() == 1 + drawn
    assert match.to_move == 1


@rule("C7")
def test_in_oya_exactly_two_are_drawn():
    match = position("worker/oil", edition="oya")
    assert match.legal() == ("draw 2",)
    assert refused(match, "draw 1") == "C7"


@rule("C7")
def test_exactly_one_action_is_played_in_a_turn():
    match = position(TWO_GOLD + " worker/oil worker/coal", row=GOLD_ROW)
    play(match, "worker", "pay worker/coal", "pay worker/oil")
    assert match.to_move == 1


SEVEN = "worker/oil " * 4 + "salesman/coal " * 3
EIGHT = "worker/oil " * 4 + "salesman/coal " * 4


@rule("C8")
def test_nothing_is_drawn_past_eight_cards():
    assert position(SEVEN).legal()[-2:] == ("draw 0", "draw 1")
    assert position(SEVEN, edition="oya").legal()[-1:] == ("draw 1",)
    assert position(EIGHT).legal()[-1:] == ("draw 0",)
    assert refused(position(SEVEN), "draw 2") == "C8"
    assert refused(position(EIGHT), "draw 1") == "C8"


@rule("C8")
def test_with_eight_cards_oya_demands_an_action_where_one_is_possible():
    match = position(EIGHT, edition="oya")
    assert match.legal() == ("worker", "salesman")
    assert refused(match, "draw 0") == "C8"


@rule("C8")
def test_with_eight_cards_and_no_action_possible_one_skips_in_oya():
    match = position("worker/oil " * 4 + "salesman/coal " * 4, edition="oya")
    state_of(match).workers[:2] = 5
    state_of(match).salesmen[:] = 1
    assert match.legal() == ("draw 0",)
    with pytest.raises(IllegalWord, match="the hand limit is 8"):
        match.play("draw 1")


@rule("C8")
def test_the_hand_limit_is_judged_after_discovering():
    match = position("worker/oil " * 8, edition="oya", row=["(oil 2000)"], discover=True)
    state_of(match).workers[:2] = 5
    match.play("flip 1")
    assert match.legal() == ("oil",)


@rule("C9")
def test_played_cards_are_on_the_discards_at_once():
    match = position(TWO_GOLD, row=GOLD_ROW)
    play(match, "gold", "pay worker/gold")
    assert match.view(1).discards == ("worker/gold",)


@rule("C9")
def test_an_empty_pile_is_renewed_when_a_card_must_be_drawn_with_the_cards_just_paid():
    match = position(TWO_GOLD, row=GOLD_ROW)
    state = state_of(match)
    state.pile_size = 0
    play(match, "gold", "pay worker/gold", "pay salesman/gold")
    # Of the two cards just paid one was drawn and the other is the pile.
    assert state.pile_size == 1
    assert state.discards.sum() == 0
    drawn = [*hand_of(match), ACTION_CARDS[state.pile[0]]]
    assert sorted(drawn) == sorted(TWO_GOLD.split())


@rule("C9")
def test_a_pile_that_has_just_run_out_is_not_renewed_before_a_card_must_be_drawn():
    match = position("worker/oil")
    state = state_of(match)
    state.pile_size = 2
    state.discards[:] = 1
    match.play("draw 2")
    assert state.pile_size == 0
    assert state.discards.sum() == 15


@rule("C9")
def test_the_discards_are_sorted_by_kind_and_then_shuffled():
    match = position("worker/oil")
    state = state_of(match)
    state.pile_size = 0
    state.discards[:] = [3, 1, 2] * 5
    expected = np.repeat(np.arange(15), [3, 1, 2] * 5)
    shuffle(state.rng.copy(), expected, len(expected))
    match.play("draw 1")
    assert list(state.pile[: state.pile_size]) == list(expected[:-1])
    assert state.hands[0, expected[-1]] == 1 + (ACTION_CARDS[expected[-1]] == "worker/oil")


# ---------------------------------------------------------------- paying


@rule("C10")
def test_two_cards_with_the_symbol_pay():
    match = position("investor/gas salesman/gas", row=["gas 1000"])
    assert "gas" in match.legal()
    match.play("gas")
    assert match.legal() == ("pay investor/gas",)
    match.play("pay investor/gas")
    assert match.legal() == ("pay salesman/gas",)
    match.play("pay salesman/gas")
    assert match.to_move == 1
    assert state_of(match).taken[0, card("gas 1000")] == 1


@rule("C10")
def test_one_card_with_the_symbol_and_two_without_pay():
    match = position("investor/gas salesman/oil worker/oil", row=["gas 1000"])
    play(match, "gas", "pay investor/gas", "pay worker/oil", "pay salesman/oil")
    assert match.to_move == 1


@rule("C10")
def test_four_cards_without_the_symbol_never_pay():
    match = position("worker/oil salesman/coal investor/gold worker/diamond", row=["gas 1000"])
    assert "gas" not in match.legal()
    assert refused(match, "gas") == "C10"


@rule("C10")
def test_one_card_with_the_symbol_and_one_without_do_not_pay():
    assert "gas" not in position("worker/gas salesman/oil", row=["gas 1000"]).legal()


@rule("C10")
def test_with_two_of_the_symbol_the_second_form_may_still_be_chosen():
    match = position("investor/gas worker/gas worker/oil salesman/oil", row=["gas 1000"])
    play(match, "gas", "pay investor/gas")
    assert match.legal() == ("pay worker/oil", "pay worker/gas")[::-1]
    play(match, "pay worker/oil", "pay salesman/oil")
    assert match.to_move == 1
    assert "worker/gas" in hand_of(match)


@rule("C10")
def test_person_actions_cost_the_same():
    match = position("worker/gas worker/oil")
    play(match, "worker", "pay worker/gas", "pay worker/oil")
    assert match.view(0).players[0].workers == 2


@rule("C11")
def test_with_its_investor_a_resource_costs_one_card_with_the_symbol():
    match = position("worker/gas", row=["gas 1000"], investors="gas")
    play(match, "gas", "pay worker/gas")
    assert match.to_move == 1


@rule("C11")
def test_with_its_investor_two_cards_without_the_symbol_pay():
    match = position("worker/oil salesman/coal", row=["gas 1000"], investors="gas")
    play(match, "gas", "pay worker/oil", "pay salesman/coal")
    assert match.to_move == 1
    assert refused(position("worker/oil", row=["gas 1000"], investors="gas"), "gas") == "C11"


@rule("C11")
def test_for_the_owner_of_the_investor_the_other_forms_are_gone():
    hand = "worker/gas salesman/gas worker/oil salesman/coal"
    match = position(hand, row=["gas 1000"], investors="gas")
    play(match, "gas", "pay worker/gas")
    assert match.to_move == 1


@rule("C11")
def test_an_investor_helps_only_its_own_resource_its_owner_and_no_person():
    row_ = ["gas 1000", "oil 2000"]
    assert "oil" not in position("worker/oil", row=row_, investors="gas").legal()
    for person in ("investor", "worker", "salesman"):
        hand = f"{person}/oil"
        assert person not in position(hand, row=row_, investors=" ".join(RESOURCES)).legal()
    other = position("worker/gas", row=row_)
    state_of(other).investors[RESOURCES.index("gas")] = 1
    assert "gas" not in other.legal()


@rule("C12")
def test_nothing_is_overpaid_and_the_any_cards_do_not_show_the_symbol():
    match = position("investor/gas worker/gas salesman/gas worker/oil", row=["gas 1000"])
    play(match, "gas", "pay investor/gas")
    # One card without the symbol cannot complete anything, so it is not offered.
    assert match.legal() == ("pay worker/gas", "pay salesman/gas")
    assert refused(match, "pay worker/oil") == "C12"
    assert refused(match, "pay worker/coal") == "C10"
    helped = position("worker/gas worker/oil", row=["gas 1000"], investors="gas")
    helped.play("gas")
    assert helped.legal() == ("pay worker/gas",)


@rule("C12")
def test_a_card_is_never_counted_for_both_its_symbols():
    # One investor/gas and one other: the card's person does not pay a second time.
    assert "gas" not in position("investor/gas worker/oil", row=["gas 1000"]).legal()


@rule("C12")
def test_each_payment_has_one_order():
    match = position("worker/gas worker/oil worker/gold salesman/oil", row=["gas 1000"])
    play(match, "gas", "pay worker/gas", "pay worker/gold")
    assert match.legal() == ("pay salesman/oil",)
    assert refused(match, "pay worker/oil") == "C12"


@rule("C13")
def test_an_action_must_achieve_something():
    hand = "worker/gas " * 2 + "investor/oil " * 2 + "salesman/coal " * 2
    match = position(hand, row=["(gas 1000)", "gold 3000"])
    state = state_of(match)
    assert match.legal()[:3] == ("investor", "worker", "salesman")
    assert refused(match, "gas") == "C13"
    state.investors[:] = 1
    state.salesmen[:] = 1
    state.workers[:2] = 5
    assert match.legal() == ("draw 0", "draw 1", "draw 2")
    for word in ("investor", "worker", "salesman"):
        assert refused(match, word) == "C13"


@rule("C13")
def test_the_last_person_of_a_kind_can_still_be_taken():
    match = position("worker/gas worker/oil investor/oil investor/gas salesman/oil salesman/gas")
    state = state_of(match)
    state.investors[1:] = 1
    state.salesmen[:-1] = 1
    state.workers[:2] = [4, 5]
    assert match.legal()[:3] == ("investor", "worker", "salesman")


@rule("C13", "C17")
def test_a_card_in_the_last_place_counts_like_any_other():
    match = position(TWO_GOLD, row=[*["-"] * 7, "gold 4000"])
    play(match, "gold", "pay worker/gold", "pay salesman/gold")
    assert state_of(match).taken[0, card("gold 4000")] == 1


# ---------------------------------------------------------------- the actions


@rule("C14")
def test_any_investor_of_the_supply_is_taken():
    match = position("investor/gas investor/oil")
    state_of(match).investors[RESOURCES.index("coal")] = 1
    play(match, "investor", "pay investor/gas", "pay investor/oil")
    assert match.legal() == ("take gas", "take oil", "take gold", "take diamond")
    assert refused(match, "take coal") == "C14"
    assert refused(match, "take worker") == "C14"
    match.play("take oil")
    assert match.view(1).players[0].investors == ("oil",)
    assert match.to_move == 1


@rule("C15")
def test_a_worker_of_the_supply_is_taken():
    match = position("worker/gas worker/oil")
    play(match, "worker", "pay worker/gas", "pay worker/oil")
    assert match.view(1).players[0].workers == 2
    assert match.view(1).workers_left == 7


@rule("C16")
def test_any_salesman_of_the_supply_is_taken():
    match = position("salesman/gas salesman/oil")
    state_of(match).salesmen[SYMBOLS.index("worker")] = 1
    play(match, "salesman", "pay salesman/gas", "pay salesman/oil")
    assert match.legal() == tuple(f"take {s}" for s in SYMBOLS if s != "worker")
    assert refused(match, "take worker") == "C16"
    match.play("take salesman")
    assert match.view(1).players[0].salesmen == ("salesman",)


@rule("C17")
def test_printed_example_two_workers_take_the_first_two_gold():
    match = position(
        TWO_GOLD,
        row=["gold 4000", "oil 2000", "gold 3000", "(gold 6000)", "gold 5000"],
        stack=["gas 1000", "gas 2000"],
        workers=2,
    )
    play(match, "gold", "pay worker/gold", "pay salesman/gold")
    assert [c.value for c in match.view(0).players[0].taken] == [3000, 4000]
    assert row(match)[:5] == [
        "(gas 1000)",
        "oil 2000",
        "(gas 2000)",
        "(gold 6000)",
        "gold 5000",
    ]


@rule("C17")
def test_face_down_cards_are_not_taken():
    match = position(TWO_GOLD, row=["(gold 6000)", "gold 4000", "(gold 5000)"], workers=3)
    play(match, "gold", "pay worker/gold", "pay salesman/gold")
    assert row(match)[:3] == ["(gold 6000)", "-", "(gold 5000)"]


@rule("C17")
def test_with_more_workers_than_cards_all_are_taken():
    match = position(TWO_GOLD, row=["gold 4000", "gold 3000"], workers=5)
    play(match, "gold", "pay worker/gold", "pay salesman/gold")
    assert state_of(match).taken[0].sum() == 2


@rule("C17")
def test_a_card_laid_to_refill_is_not_taken_in_the_same_action():
    match = position(TWO_GOLD, row=["gold 4000"], stack=["gold 5000"] * 3, workers=3)
    play(match, "gold", "pay worker/gold", "pay salesman/gold")
    assert state_of(match).taken[0].sum() == 1


@rule("C18")
def test_taken_cards_are_seen_by_their_owner_and_counted_by_the_others():
    match = position(taken=["gold 4000", "gas 1000"])
    own, other, spectator = match.view(0), match.view(1), match.view(None)
    assert [c.value for c in own.players[0].taken] == [1000, 4000]
    for view in (other, spectator):
        assert view.players[0].taken is None
        assert view.players[0].taken_size == 2
        assert view.scores is None


@rule("C18")
def test_taken_cards_stay_where_they_are_when_the_unknown_is_drawn_again():
    match = play_random(Match.new("card", seats=3, seed=8), limit=120)
    before = state_of(match).taken.copy()
    assert before.sum() > 4
    determinize(state_of(match), 1, generator(1))
    assert (state_of(match).taken == before).all()


@rule("C18")
def test_when_all_is_over_the_taken_cards_are_counted_openly():
    match = play_random(Match.new("card", seats=2, seed=8))
    for seat in (0, 1, None):
        view = match.view(seat)
        assert all(player.taken is not None for player in view.players)
        assert view.scores == match.scores()


@rule("C19")
def test_emptied_places_are_refilled_face_down_in_headframe_order():
    match = position(
        TWO_GOLD,
        row=["gold 4000", "oil 2000", "gold 3000", "gold 5000"],
        stack=["coal 1000", "coal 2000"],
        workers=3,
    )
    play(match, "gold", "pay worker/gold", "pay salesman/gold")
    # The stack ran out: the last place stays empty.
    assert row(match)[:4] == ["(coal 1000)", "oil 2000", "(coal 2000)", "-"]
    state_of(match).phase = 0
    assert refused(match, "flip 4") == "C19"


@rule("C20")
def test_what_is_open_and_what_is_secret():
    match = play_random(Match.new("card", seats=3, seed=8), limit=40)
    state = state_of(match)
    state.idle = 1
    for seat in (0, 1, 2, None):
        view = match.view(seat)
        assert view.stack == state.stack_size
        assert view.pile == state.pile_size
        assert Counter(view.discards) == {
            name: count for name, count in zip(ACTION_CARDS, state.discards, strict=True) if count
        }
        assert view.idle == state.idle
        for place in view.row:
            index = place.number - 1
            assert (place.card is not None) == bool(state.up[index])
            assert place.empty == (state.row[index] == NONE)
        for player in view.players:
            assert player.hand_size == state.hands[player.seat].sum()
            assert (player.hand is not None) == (player.seat == seat)
            if player.hand is not None:
                held = [player.hand.count(name) for name in ACTION_CARDS]
                assert held == list(state.hands[player.seat])
            assert player.workers == state.workers[player.seat]
            for name in player.investors:
                assert state.investors[RESOURCES.index(name)] == player.seat


@rule("C20")
def test_everything_secret_is_drawn_again():
    match = play_random(Match.new("card", seats=3, seed=8), limit=20)
    state = state_of(match)
    own = state.hands[1].copy()
    secrets: list[set[bytes]] = [set() for _ in range(5)]
    for seed in range(10):
        determinize(state, 1, generator(seed))
        hidden = (state.hands[0], state.hands[2], state.row, state.stack, state.pile)
        for seen, value in zip(secrets, hidden, strict=True):
            seen.add(value.tobytes())
        assert (state.hands[1] == own).all()
    assert all(len(seen) >= 9 for seen in secrets)


# ---------------------------------------------------------------- the end


@rule("C21")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_the_last_card_is_turned_up_everyone_has_one_more_turn(seats):
    match = position("worker/oil", row=["gas 1000", "(oil 2000)"], seats=seats, discover=True)
    play(match, "flip 2", "draw 1")
    order = []
    while not match.is_over:
        order.append(match.to_move)
        match.play("draw 1")
    assert order == [*range(1, seats), 0]
    assert match.ending() == "the last resource card was turned up (C21)"
    assert (match.legal(), match.to_move) == ((), None)
    assert refused(match, "draw 1") == "C21"


@rule("C21")
def test_only_turning_up_the_last_card_starts_the_end():
    # With a card in the stack, or another face down, it does not.
    for match in (
        position("worker/oil", row=["(oil 2000)"], stack=["gas 1000"], discover=True),
        position("worker/oil", row=["(oil 2000)", "(gas 1000)"], discover=True),
    ):
        match.play("flip 1")
        assert match.view(0).turns_left is None
    # Taking the last cards away does not either: all were turned up before.
    match = position(TWO_GOLD, row=["gold 4000"])
    play(match, "gold", "pay worker/gold", "pay salesman/gold")
    assert match.view(0).turns_left is None
    assert not match.is_over


@rule("C22")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_as_many_idle_turns_as_players_end_the_game(seats):
    match = position("worker/oil", row=["gas 1000"], seats=seats)
    for turn in range(seats):
        assert not match.is_over
        assert match.view(None).next_idle_turn_ends == (turn == seats - 1)
        match.play("draw 0")
    assert match.is_over
    assert match.ending() == "everyone was idle in turn (C22)"


@rule("C22")
@pytest.mark.parametrize("busy", ["draw 1", "flip 2", "worker"])
def test_discovering_playing_or_drawing_breaks_the_idle_turns(busy):
    match = position("worker/oil worker/gas", row=["gas 1000", "(oil 3000)", "(oil 4000)"], seats=2)
    state = state_of(match)
    state.idle, state.phase = 1, 0
    if busy == "flip 2":
        play(match, "flip 2", "draw 0")
    elif busy == "worker":
        play(match, "keep", "worker", "pay worker/gas", "pay worker/oil")
    else:
        play(match, "keep", busy)
    assert not match.is_over
    assert match.view(None).idle == 0


@rule("C22")
def test_a_busy_turn_does_not_make_the_next_ones_busy():
    match = position("worker/oil", row=["gas 1000"], seats=2)
    play(match, "draw 1", "draw 0", "draw 0")
    assert match.is_over


@rule("C22")
def test_keeping_the_cards_face_down_is_idle():
    match = position("worker/oil", row=["(oil 3000)"], seats=2, discover=True)
    play(match, "keep", "draw 0", "keep", "draw 0")
    assert match.is_over


@rule("C22")
def test_in_the_last_turns_the_end_is_that_of_c21():
    match = position("worker/oil", row=["gas 1000", "(oil 2000)"], seats=3, discover=True)
    state_of(match).idle = 0
    play(match, "flip 2", "draw 0", "draw 0", "draw 0")
    assert not match.is_over
    match.play("draw 0")
    assert match.is_over
    assert match.ending() == "the last resource card was turned up (C21)"


@rule("C22")
def test_players_are_told_when_the_next_idle_turn_would_end_the_game():
    match = position("worker/oil", row=["gas 1000"], seats=2)
    assert "C22" not in str(match)
    assert warning_of(match, "draw 0") is None
    match.play("draw 0")
    assert "C22" in str(match)
    assert "(C22)" in str(warning_of(match, "draw 0"))
    assert warning_of(match, "draw 1") is None


@rule("C22")
def test_the_warning_is_not_given_where_this_turn_cannot_be_idle():
    hand = "worker/oil worker/gas"
    row_ = ["gas 1000", "(oil 2000)", "(oil 3000)"]
    match = position(hand, row=row_, stack=["gas 1000"], discover=True)
    state_of(match).idle = 1
    assert match.view(0).next_idle_turn_ends
    match.play("flip 2")
    assert not match.view(0).next_idle_turn_ends
    forced = position(hand, row=[*row_, "(oil 4000)"], stack=["gas 1000"], discover=True)
    state_of(forced).idle = 1
    assert not forced.view(0).next_idle_turn_ends
    last = position(hand, row=["(oil 2000)"], discover=True)
    play(last, "flip 1", "draw 0", "draw 0")
    assert not last.view(0).next_idle_turn_ends


@rule("C6", "C7", "C10", "C11", "C14", "C16", "C21", "C22")
def test_a_word_of_another_phase_is_refused_by_the_rule_of_this_one():
    hand = "investor/gas investor/oil salesman/gas salesman/oil"
    assert refused(position(hand, row=["(gas 1000)"], discover=True), "draw 1") == "C6"
    assert refused(position(hand), "take gas") == "C7"
    for investors, expected in (("", "C10"), ("gas", "C11")):
        match = play(position(hand, row=["gas 1000"], investors=investors), "gas")
        assert refused(match, "draw 1") == expected
    for person, expected in (("investor", "C14"), ("salesman", "C16")):
        match = play(position(hand), person, f"pay {person}/gas", f"pay {person}/oil")
        assert refused(match, "draw 1") == expected
    idle = play(position("worker/oil"), "draw 0", "draw 0")
    assert refused(idle, "draw 1") == "C22"


# ---------------------------------------------------------------- scoring


def total(**cards) -> int:
    return position(workers=cards.pop("workers", 0), **cards).scores()[0]


@rule("C23")
def test_printed_example_coal_with_and_without_its_salesman():
    coal = ["coal 1000", "coal 3000", "coal 4000"]
    assert total(taken=coal) == 8000
    assert total(taken=coal, salesmen="coal") == 15000 + 1000


@rule("C23")
def test_each_salesman_raises_its_own_resource_for_its_owner_only():
    worth = dict(zip(RESOURCES, (4000, 5000, 6000, 7000, 8000), strict=True))
    cheapest = ["gas 1000", "coal 1000", "oil 2000", "gold 3000", "diamond 4000"]
    for resource, value in worth.items():
        plain = sum(int(c.split()[1]) for c in cheapest if not c.startswith(resource))
        assert total(taken=cheapest, salesmen=resource) == plain + value + 1000
    match = position(taken=cheapest, workers=0)
    state_of(match).salesmen[:] = 1
    assert match.scores()[0] == 11000


@rule("C24")
def test_persons_count_1000_or_what_their_salesman_says():
    assert total(workers=3, investors="gas oil", salesmen="gas") == 6000
    assert total(workers=3, salesmen="worker") == 3 * 2000 + 1000
    assert total(salesmen="salesman gas coal") == 3 * 3000
    assert total(investors="gas oil", salesmen="investor") == 2 * 4000 + 1000
    others = position(workers=3, investors="gas oil", salesmen="gas")
    for person in ("investor", "worker", "salesman"):
        state_of(others).salesmen[SYMBOLS.index(person)] = 1
    assert others.scores()[0] == 6000


@rule("C23", "C24")
def test_printed_example_of_53000():
    taken = ["gas 1000"] * 3 + ["gas 2000"] * 3
    taken += ["coal 1000", "coal 3000", "coal 4000", "diamond 4000"]
    result = total(taken=taken, workers=2, investors="gas oil", salesmen="gas diamond investor")
    assert result == 53000 == 24000 + 8000 + 8000 + 5000 + 8000


@rule("C25")
def test_the_highest_total_wins_and_equal_totals_share():
    match = position("worker/oil", row=["gas 1000"], seats=3, taken=["gas 1000"])
    assert match.winners() == ()
    play(match, "draw 0", "draw 0", "draw 0")
    assert match.scores() == (2000, 1000, 1000)
    assert match.winners() == (0,)
    state_of(match).taken[2, card("gas 1000")] = 1
    assert match.winners() == (0, 2)
    assert "Player 1 and Player 3 won with 2,000 $" in str(match)


@rule("C10", "C11")
def test_printed_example_gas_is_paid_in_four_ways():
    row_ = ["gas 1000"]
    for hand, investors in (
        ("worker/gas salesman/gas", ""),
        ("worker/gas worker/oil salesman/gold", ""),
        ("worker/gas", "gas"),
        ("worker/oil salesman/gold", "gas"),
    ):
        match = position(hand, row=row_, investors=investors)
        play(match, "gas", *(f"pay {c}" for c in hand.split()))
        assert match.view(0).players[0].taken_size == 1
