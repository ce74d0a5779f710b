"""The record of a match: what it says, and what is said of one that does not fit."""

import re
from hashlib import sha256
from typing import Any

import pytest

from siberia import Match, RecordError
from siberia.components import load
from siberia.match.record import HEADERS, OPTIONAL, RULES, RULES_AMONG_PEOPLE
from tests.components.test_boxfile import changed
from tests.support import play_random


@pytest.fixture(scope="module")
def text() -> str:
    return play_random(
        Match.new("card", seats=2, seed=11, start=1, players=["Ada", "Bo"], salt="ab" * 16)
    ).record()


def problem(text: str) -> RecordError:
    with pytest.raises(RecordError) as error:
        Match.read(text)
    assert "\n" not in str(error.value)
    return error.value


def edited(text: str, pattern: str, new: str) -> str:
    done, count = re.subn(pattern, new, text, count=1, flags=re.MULTILINE)
    assert count
    return done


def line(text: str, start: str) -> int:
    return 1 + next(n for n, row in enumerate(text.splitlines()) if row.startswith(start))


def test_what_a_record_says(text):
    headers, _, turns = text.partition("\n\n")
    rows = headers.splitlines()
    assert [row.split(" ")[0] for row in rows] == [name for name in HEADERS if name not in OPTIONAL]
    assert rows[:5] == [
        "siberia-record 1",
        "game card",
        "players Ada, Bo",
        "seats 2",
        "edition dlp",
    ]
    assert rows[6:9] == ["start 2", "rules 1", f"seed {11:032x}"]
    assert turns.startswith("2: flip ")
    seed, salt = f"{11:032x}", "ab" * 16
    assert f"commitment sha256:{sha256((seed + salt).encode()).hexdigest()}" in rows


def test_seats_alternate_turn_by_turn(text):
    seats = [row[0] for row in text.partition("\n\n")[2].splitlines()]
    assert seats[:6] == ["2", "1", "2", "1", "2", "1"]


@pytest.mark.parametrize(
    ("pattern", "new", "where", "message"),
    [
        ("^siberia-record 1", "siberia-record 2", "siberia-record", "use a newer one"),
        ("^siberia-record 1", "siberia-record x", "siberia-record", "no version 'x'"),
        ("^siberia-record 1", "chess-record 1", "chess", "begins with 'siberia-record 1'"),
        ("^game card", "game chess", "game", "no game 'chess'"),
        ("^seats 2", "seats 5", "seats", "5 seats; there can be 2, 3 or 4"),
        ("^seats 2", "seats two", "seats", "must be a whole number"),
        ("^players Ada, Bo", "players Ada", "players", "players must be a list of 2 names"),
        ("^edition dlp", "edition new", "edition", "no edition 'new'"),
        ("^edition dlp", "edition oya", None, "C7"),
        ("^components sha256:.", "components sha256:x", "components", "another box"),
        ("^start 2", "start 3", "start", "no seat 3 to start; the seats are 1 to 2"),
        ("^start 2", "start 0", "start", "no seat 0 to start; the seats are 1 to 2"),
        ("^siberia-record 1", "siberia-record " + "9" * 5000, "siberia-record", "no version"),
        ("^start 2", "start 1", "2: ", "seat 1's turn"),
        ("^rules 1", "rules 3", "rules", "rules 3 are not known, only 1 and 2"),
        ("^rules 1", "rules 0", "rules", "rules 0 are not known, only 1 and 2"),
        ("^rules 1", "rules x", "rules", "rules must be a whole number"),
        ("^rules 1", "rules 2", None, "C13"),
        ("^seed 0", "seed 1", "commitment", "not that of this seed and salt"),
        ("^seed .*", "seed 12", "seed", "32 hexadecimal digits"),
        ("^salt a", "salt b", "commitment", "not that of this seed and salt"),
        ("^commitment sha256:.", "commitment sha256:x", "commitment", "not that of this seed"),
        ("^result .*", "result 99000 0", "result", "it should read 'result "),
        ("^seed .*\n", "", "commitment", "without seed the match cannot be"),
        ("^game card\n", "", "", "no header game"),
        ("^game card", "game card\ngame card", None, "a second 'game'"),
        ("^game card", "game card\ncolour red", "colour", "unknown header 'colour'"),
        ("^2: flip", "2; flip", "2;", "SEAT: word, word"),
        ("^2: flip .", "2: flip 3", "2: ", "already face up"),
        ("^2: flip .", "2: jump 3", "2: ", "no word 'jump 3'"),
        ("^2: flip .", "2: flip 0", "2: ", "not written as a word"),
        ("^2: ", "1: ", "1: ", "by seat 1, but it is seat 2's turn"),
        ("^2: (.*), (.*)$", r"2: \1\n2: \2", None, "should read"),
        (r"\Z", "1: draw 0\n", None, "after the match was over"),
    ],
)
def test_a_record_that_was_tampered_with_is_refused_with_its_line(
    text, pattern, new, where, message
):
    forged = edited(text, pattern, new)
    error = problem(forged)
    assert message in str(error)
    assert error.line is not None
    if where:
        assert error.line == line(forged, where)


@pytest.mark.parametrize(
    ("game", "frozen"), [("card", "24fe9e46671d380d"), ("board", "0f52534bd1e6152d")]
)
def test_among_people_chance_is_another_and_the_record_says_so(game, frozen):
    """The hash is that of the whole record: what rules 2 dealt once, they deal for ever."""
    setup: dict[str, Any] = {"seats": 3, "seed": 18, "start": 0, "salt": "cd" * 16}
    match = play_random(Match.new(game, rules=RULES_AMONG_PEOPLE, **setup), 18)
    text = match.record()
    assert "\nrules 2\n" in text
    assert eval(repr(match)).record() == text
    assert Match.read(text).record() == text
    assert Match.read(text).setup == match.setup
    assert sha256(text.encode()).hexdigest()[:16] == frozen
    other = Match.new(game, **setup)
    assert other.setup.rules == RULES
    assert other.commitment == match.commitment
    assert other.view(None) != match.at(0).view(None)


def test_rules_that_are_not_known_are_told_first_of_all(text):
    """What else such a record says may mean something else."""
    forged = edited(edited(text, "^rules 1", "rules 7"), "^seed .*\n", "")
    assert "rules 7 are not known, only 1 and 2" in str(problem(forged))


def test_a_truncated_record(text):
    rows = text.splitlines()
    error = problem("\n".join(rows[:-3]))
    assert "stops before the match is over" in str(error)
    assert error.line == len(rows) - 3
    assert "no header edition, components" in str(problem("\n".join(rows[:4])))
    assert "begins with" in str(problem(""))
    assert "stops" in str(problem("\n".join(rows[:12])))


def test_a_record_of_another_box_needs_that_box(tmp_path):
    file = changed(tmp_path, "gold = 7000", "gold = 8000")
    match = play_random(Match.new("card", seed=3, components=file))
    assert "another box" in str(problem(match.record()))
    assert Match.read(match.record(), file).scores() == match.scores()
    assert Match.read(match.record(), load(file)).scores() == match.scores()


def test_a_record_of_the_board_game_says_how_it_was_set_up():
    match = play_random(
        Match.new(
            "board", seed=3, start=0, expansion=True, exchanges="ABBAA", players=["Ada", "Bo"]
        )
    )
    text = match.record()
    assert "\nedition dlp\nexpansion salesman-cards\ncomponents sha256:" in text
    assert "\nsides ABBAA\nstart 1\n" in text
    assert Match.read(text).scores() == match.scores()
    plain = play_random(Match.new("board", seed=3, start=0)).record()
    assert "expansion" not in plain
    assert "\nsides choose\n" in plain
    assert plain.partition("\n\n")[2].startswith("1: side ")


@pytest.mark.parametrize(
    ("pattern", "new", "where", "message"),
    [
        ("^expansion .*", "expansion more-cards", "expansion", "only expansion is salesman-cards"),
        ("^expansion .*\n", "", "components", "another box"),
        ("^sides .*", "sides ABC", "sides", "exchanges are choose, random"),
        ("^sides .*\n", "", None, "now the start player decides"),
        ("^edition dlp", "edition oya", "edition", "no edition 'oya' of the board game"),
    ],
)
def test_a_board_record_that_was_tampered_with(pattern, new, where, message):
    text = play_random(Match.new("board", seed=3, expansion=True, exchanges="A")).record()
    forged = edited(text, pattern, new)
    error = problem(forged)
    assert message in str(error)
    if where:
        assert error.line == line(forged, where)


def test_the_expansion_and_the_exchanges_are_the_board_games(text):
    assert "belongs to the board game" in str(
        problem(edited(text, "^edition dlp", "edition dlp\nexpansion salesman-cards"))
    )
    assert "has no exchanges" in str(problem(edited(text, "^start", "sides A\nstart")))


@pytest.mark.parametrize("text", [5, None, b"siberia-record 1"])
def test_a_record_is_text(text):
    with pytest.raises(RecordError, match="a record is text"):
        Match.read(text)


def test_windows_line_ends_are_read(text):
    assert Match.read(text.replace("\n", "\r\n")).record() == text
