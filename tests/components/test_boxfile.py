"""Box files: what is printed, and what is said of a file that cannot be right."""

from pathlib import Path

import pytest

from siberia import ComponentsError, Match, SetupError, components
from siberia.components import load, shipped
from siberia.components.boxfile import line_of

CARDS = (Path(components.__file__).parent / "cards.toml").read_text(encoding="utf-8")


def changed(tmp_path, old: str, new: str, text: str = CARDS) -> Path:
    assert old in text
    file = tmp_path / "my-box.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


def line(text: str, start: str) -> int:
    return 1 + next(n for n, row in enumerate(text.splitlines()) if row.startswith(start))


@pytest.mark.rule("C1")
@pytest.mark.parametrize(
    ("old", "new", "where", "problem"),
    [
        ('"worker/gold" = 4', '"worker/gold" = 5', "[action_cards.copies]", "61 action cards"),
        ('"worker/gold" = 4', '"worker/gold" = 3', "[action_cards.copies]", "59 action cards"),
        ('"worker/gold" = 4', '"worker/gold" = 0', '"worker/gold" = 0', "worker/gold"),
        ('"worker/gold" = 4', '"worker/lead" = 4', '"worker/lead"', "unknown key 'worker/lead'"),
        ('"worker/gold" = 4\n', "", "[action_cards.copies]", "'worker/gold' is missing"),
        ("diamond = [4000, ", "diamond = [", "[resource_cards.values]", "35 resource cards"),
        ("diamond = [", "diamond = [4000, ", "[resource_cards.values]", "37 resource cards"),
        ("gas = [1000", "gas = [4000", "gas = [4000", "gas card of 4000, but they go from 1000"),
        ("gas = [1000", "gas = [1500", "gas = [1500", "multiple of 1000"),
        ("gas = [1000", "gas = ['x'", "gas = ['x'", "Expected `int`"),
        ("diamond = 8000", "diamond = 6000", "diamond = 6000", "worth less than its dearest"),
        ("diamond = 8000\n", "", "[salesmen.values]", "'diamond' is missing"),
        ("count = 10", "count = 9", "count = 9", "9 workers, but the box has 10"),
        ("count = 10", "count = 11", "count = 11", "11 workers, but the box has 10"),
        ("gold = 7000", "gold = 6000", "gold = 6000", "Zurich pays 6000 for gold"),
        ("gold = 1", "gold = 2", "gold = 2", "2 gold investors"),
        ("count = 10", "count = 10\nnumber = 3", "number = 3", "unknown field `number`"),
        ("[workers]", "[walkers]", "[walkers]", "unknown field `walkers`"),
        ('game = "card"', 'game = "chess"', "game = ", 'must say game = "card"'),
        ('count = "rulebook" }', 'count = "gossip" }', "sources = ", "gossip"),
    ],
)
def test_what_cannot_be_right_is_named_with_its_line(tmp_path, old, new, where, problem):
    file = changed(tmp_path, old, new)
    with pytest.raises(ComponentsError) as error:
        load(file)
    message = str(error.value)
    assert problem in message
    assert "\n" not in message
    text = file.read_text(encoding="utf-8")
    lines = [n for n, row in enumerate(text.splitlines(), 1) if row.startswith(where)]
    assert error.value.line in lines
    assert message.startswith(f"{file}, line {error.value.line}: ")


BOARD = (Path(components.__file__).parent / "board.toml").read_text(encoding="utf-8")


@pytest.mark.rule("B1", "B2", "B3")
@pytest.mark.parametrize(
    ("old", "new", "where", "problem"),
    [
        (
            '"worker/gold" = 2',
            '"worker/gold" = 3',
            "[action_counters.copies]",
            "71 action counters",
        ),
        (
            '"worker/gold" = 2',
            '"worker/gold" = 1',
            "[action_counters.copies]",
            "69 action counters",
        ),
        ("manager = 14", "manager = 13", "manager = 13", "13 manager counters"),
        ("manager = 14\n", "", "[action_counters.copies]", "'manager' is missing"),
        ("logistician = 2", "logistician = 3", "logistician = 3", "3 logistician tiles"),
        ("gas = 18", "gas = 17", "gas = 17", "17 gas cubes, but the box has 18"),
        ("count = 6", "count = 7", "count = 7", "7 pawns"),
        ("count = 8", "count = 9", "count = 9", "9, but the box has 8"),
        ('    ["Zurich", "Toronto"],\n', "", "tiles = [", "5 tiles with two sides"),
        ("Tokyo = {", "Kyoto = {", "Kyoto = {", "unknown key 'Kyoto'"),
        ("Tokyo = { gas", "Tokyo = { lead", "Tokyo", "unknown resource 'lead'"),
        ("Tokyo = { gas = 3000", "Tokyo = { gas = 4000", "Tokyo", "salesman card, 4000, must be"),
        ("Tokyo = { gas = 3000", "Tokyo = { gas = 3500", "Tokyo", "multiple of 1000"),
        (
            "coal = 2000, gold = 4000 }",
            "coal = 4000, gold = 4000 }",
            "Tokyo",
            "gold must be dearer",
        ),
        ("gold = 4000, diamond = 6000", "gold = 4000, diamond = 7000", "Antwerp", "2000 and 6000"),
        ("gas = 1000, coal", "gas = 3000, coal", "Shanghai", "pays 2000 for gas, less than"),
        (", diamond = 2000 }", " }", "Frankfurt", "trades everything"),
        (
            "Tokyo = { gas",
            "Tokyo = { oil = 3000, diamond = 5000, gas",
            "Tokyo",
            "trades everything",
        ),
        ('    "Kamchatka",\n', "", "areas = [", "13 different areas"),
        ('Altai = ["Yugra", ', "Altai = [", "Yugra = ", "Yugra borders Altai, but not the reverse"),
        ('Yamal = ["Yugra"', 'Yamal = ["Ural"', "Yamal = ", "cannot border 'Ural'"),
        ('arrows = ["Amur", "Okhotsk"]', 'arrows = ["Amur"]', "arrows = ", "exactly two areas"),
        ('"Hong Kong"', '"Amur"', None, "unknown key"),
    ],
)
def test_what_cannot_be_right_on_the_board_is_named_with_its_line(
    tmp_path, old, new, where, problem
):
    file = changed(tmp_path, old, new, BOARD)
    with pytest.raises(ComponentsError) as error:
        load(file)
    assert problem in str(error.value)
    text = file.read_text(encoding="utf-8")
    if where is not None:
        lines = [n for n, row in enumerate(text.splitlines(), 1) if row.startswith(where)]
        assert error.value.line in lines


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Amur", "the name 'Amur' is taken"),
        ("card", "the name 'card' is taken"),
        ("Hong, Kong", "no comma"),
        ("Hong  Kong", "single spaces"),
    ],
)
def test_names_are_unique_and_fit_into_words(tmp_path, name, problem):
    text = BOARD.replace("Hong Kong", name)
    with pytest.raises(ComponentsError, match=problem):
        load(changed(tmp_path, "[map]", "[map]", text))


def test_an_area_has_no_space_in_its_name(tmp_path):
    text = BOARD.replace('"Yamal"', '"Big Yamal"').replace("Yamal =", '"Big Yamal" =')
    with pytest.raises(ComponentsError, match="an area's name has no space"):
        load(changed(tmp_path, "[map]", "[map]", text))


def test_a_map_in_two_parts_is_refused(tmp_path):
    text = BOARD
    for old, new in (
        ('Kolyma = ["Yakutia", "Okhotsk", ', "Kolyma = ["),
        ('"Okhotsk", "Kolyma"]', '"Okhotsk"]'),
        ('"Amur", "Kolyma"]', '"Amur"]'),
    ):
        assert old in text
        text = text.replace(old, new)
    with pytest.raises(ComponentsError, match="no way leads to Chukotka, Kamchatka and Kolyma"):
        load(changed(tmp_path, "[map]", "[map]", text))


def test_sides_that_leave_a_resource_untraded_are_refused(tmp_path):
    text = BOARD
    for name in ("Hong Kong", "Mumbai", "New York", "London", "Toronto"):
        row = next(row for row in text.splitlines() if row.strip('"').startswith(name))
        text = text.replace(row, row.replace("oil = 3000, ", "").replace("oil = 4000, ", ""))
    with pytest.raises(ComponentsError, match="no exchange trades oil better than Frankfurt"):
        load(changed(tmp_path, "[map]", "[map]", text))


@pytest.mark.parametrize(
    "text",
    [
        'game = "card"\nx = ' + "9" * 5000,
        'game = "card"\nx = ' + "[" * 5000,
        'game = "card"\nsources = { a = "gossip" }',
        "game = 3",
        "",
    ],
    ids=["long number", "deep", "sources", "number", "empty"],
)
def test_odd_files_are_refused_in_one_sentence(tmp_path, text):
    file = tmp_path / "odd.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ComponentsError) as error:
        load(file)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_a_missing_group_is_named(tmp_path):
    file = tmp_path / "box.toml"
    file.write_text('game = "card"\n', encoding="utf-8")
    with pytest.raises(ComponentsError, match="missing required field `action_cards`"):
        load(file)


def test_a_file_that_is_not_toml_is_named_with_its_line(tmp_path):
    file = changed(tmp_path, "[action_cards]", "[action_cards")
    with pytest.raises(ComponentsError, match="is not TOML") as error:
        load(file)
    assert error.value.line == line(file.read_text(encoding="utf-8"), "[action_cards")


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(ComponentsError, match=r"none\.toml: cannot be read: No such file"):
        load(tmp_path / "none.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ComponentsError, match="not a text file"):
        load(binary)


def test_comments_order_and_sources_do_not_change_a_box_but_facts_do(tmp_path):
    same = changed(tmp_path, '"reconstructed"', '"reported"  ')
    assert load(same).sha256 == shipped("card").sha256
    other = changed(tmp_path, "gold = 7000", "gold = 8000")
    assert load(other).sha256 != shipped("card").sha256


def test_a_match_is_played_with_the_box_it_is_given(tmp_path):
    file = changed(tmp_path, "gold = 7000", "gold = 9000")
    match = Match.new("card", components=file, seed=1)
    assert match.view(0).worth["gold"] == 9000
    assert Match.new("card", components=load(file), seed=1).view(0).worth["gold"] == 9000
    assert eval(repr(match), {**components.__dict__, **NAMES}).setup == match.setup


def test_a_box_of_another_game_is_refused(monkeypatch):
    box = shipped("card")
    other = type(box)(**{**{f: getattr(box, f) for f in box.__struct_fields__}, "game": "board"})
    with pytest.raises(SetupError, match="for the board game"):
        Match.new("card", components=other)


def test_a_line_is_found_also_where_a_file_is_written_otherwise():
    text = "a = 1\n[b.'c d']\nx = 2\n[e]\nf = { g = 3 }\n"
    assert line_of(text, ("a",)) == 1
    assert line_of(text, ("b", "c d", "x")) == 3
    assert line_of(text, ("e", "f", "g")) == 5
    assert line_of(text, ("e", "none")) == 4
    assert line_of(text, ("none",)) is None


NAMES = {
    name: getattr(components.cards, name)
    for name in ("Copied", "ResourceCards", "Salesmen", "Workers")
} | {"Match": Match}
