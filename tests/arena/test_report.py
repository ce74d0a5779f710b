"""The report of an arena: one file that needs nothing else, whose plots say true numbers."""

import json
import re
import subprocess
import sys
from dataclasses import asdict, replace

import pytest

from siberia import FileError
from siberia.arena import Plan
from siberia.arena.play import RESULTS, Result
from siberia.arena.report import REPORT, percent, report_folder, short, thousands, write
from siberia.drawing.svg import style_sheet
from tests.drawing.reading import check, texts, words

PLAN = Plan("card", 2, ("strong", "weak"), 8)
PLANNED = json.dumps(asdict(PLAN))

# Scores of `strong` and `weak`; in each deal they change seats.
SCORES = [
    (9000, 4000),
    (8000, 4000),
    (7000, 6000),
    (2000, 9000),
    (8000, 4000),
    (5000, 5000),
    (6000, 6000),
    (4000, 1000),
]
LENGTHS = [100, 104, 110, 118, 125, 131, 131, 139]


def result(number):
    """A match in which `strong` thinks 20 ms a decision, at most 50 or once 310, `weak` 1 and 4."""
    seats = [("strong", SCORES[number][0], 0.2, 0.31 if number == 5 else 0.05)]
    seats.insert(1 - number % 2, ("weak", SCORES[number][1], 0.01, 0.004))
    bots, scores, thinking, slowest = zip(*seats, strict=True)
    best = [score == max(scores) for score in scores]
    return Result(
        number=number,
        deal=number // 2,
        bots=bots,
        scores=scores,
        shares=tuple(won / sum(best) for won in best),
        words=LENGTHS[number],
        ending="the stack was <empty>" if number < 6 else "nobody could go on",
        decisions=(10, 10),
        thinking=thinking,
        slowest=slowest,
    )


RESULTS_OF_ALL = [result(number) for number in range(8)]


def written(folder, plan=PLAN, results=RESULTS_OF_ALL):
    write(folder / REPORT, plan, results)
    return (folder / REPORT).read_text(encoding="utf-8")


def pictures(page):
    """The plots of a page, by the words their label begins with."""
    trees = [check(found) for found in re.findall(r'<svg class="chart [\w-]+".*?</svg>', page)]
    assert all(tree.get("role") == "img" for tree in trees)
    return {re.split("[:,]", tree.get("aria-label") or "")[0]: tree for tree in trees}


def label(page, title):
    return pictures(page)[title].get("aria-label")


def test_every_plot_says_its_numbers(tmp_path):
    page = written(tmp_path)
    assert len(pictures(page)) == 5
    assert label(page, "Win share") == (
        "Win share: strong 75 %, interval 55 % to 95 %; weak 25 %, interval 5 % to 45 %;"
        " by chance 50 %"
    )
    assert label(page, "Wins by seat") == (
        "Wins by seat: seat 1 62.5 %; seat 2 37.5 %; by chance 50 %"
    )
    assert label(page, "Ahead of the best other") == (
        "Ahead of the best other, thousand dollars:"
        " strong −7 to +5, half of all 0 to +4, median +2;"
        " weak −5 to +7, half of all −4 to 0, median −2"
    )
    assert label(page, "Words a match") == (
        "Words a match, and how many matches: 100 to 104: 2; 105 to 109: 0; 110 to 114: 1;"
        " 115 to 119: 1; 120 to 124: 0; 125 to 129: 1; 130 to 134: 2; 135 to 139: 1"
    )
    assert label(page, "Thinking time of a decision") == (
        "Thinking time of a decision, milliseconds:"
        " strong mean 20, slowest 310; weak mean 1, slowest 4"
    )


def test_every_plot_shows_what_it_says(tmp_path):
    shown = {title: texts(tree) for title, tree in pictures(written(tmp_path)).items()}
    assert {"strong", "75 %", "weak", "25 %", "100 %"} <= set(shown["Win share"])
    assert {"seat 1", "62.5 %", "seat 2", "37.5 %"} <= set(shown["Wins by seat"])
    assert {"strong", "+2", "weak", "−2"} <= set(shown["Ahead of the best other"])
    assert {"100", "130", "2", "words"} <= set(shown["Words a match"])
    assert {"20", "310", "1", "4"} <= set(shown["Thinking time of a decision"])


def test_the_table_and_the_endings_are_there(tmp_path):
    page = written(tmp_path)
    rows = re.findall(r'<tr><th scope="row">(\w+)</th>(.*?)</tr>', page)
    assert [name for name, _ in rows] == ["strong", "weak"]
    cells = [re.sub("<.*?>", "", cell) for cell in re.findall("<td>.*?</td>", rows[1][1])]
    assert cells[:3] == ["8", "25.0 %", "5.0 – 45.0"]
    assert cells[-4:] == ["4,875", "−1,250", "1.0 ms", "4 ms"]
    assert "75.0 %</b><span>the stack was &lt;empty&gt;<" in page
    assert "25.0 %</b><span>nobody could go on<" in page


def test_every_mark_is_explained_by_one_that_looks_the_same(tmp_path):
    page = written(tmp_path)
    drawn = set().union(*(words(node) for tree in pictures(page).values() for node in tree.iter()))
    keys = [check(found) for found in re.findall(r'<svg class="chart" .*?</svg>', page)]
    explained = set().union(*(words(node) for tree in keys for node in tree))
    assert explained == {"amount", "rest", "sure", "median", "reference"}
    assert explained <= drawn
    for kind in explained:
        assert f".chart .{kind}{{" in page


def test_the_file_needs_nothing_else(tmp_path):
    page = written(tmp_path)
    assert set(re.findall(r"\w+://[^\"'\s<>)]*", page)) <= {"http://www.w3.org/2000/svg"}
    for part in ("<link", "<script", "<img", "@import", "@font-face", "url(", " src=", " href="):
        assert part not in page


def test_all_colours_are_those_of_the_drawings_in_light_and_dark(tmp_path):
    page = written(tmp_path)
    sheet = style_sheet()
    assert sheet in page
    rest = page.replace(sheet, "")
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgba?\(", rest)
    known = set(re.findall(r"(--[\w-]+):", sheet))
    used = set(re.findall(r"var\((--[\w-]+)\)", rest))
    assert {"--bg", "--surface", "--ink", "--ink2", "--line"} <= used <= known


def test_a_name_is_text_and_not_markup(tmp_path):
    bots = {"strong": "<i>&", "weak": '"'}
    results = [replace(r, bots=tuple(bots[name] for name in r.bots)) for r in RESULTS_OF_ALL]
    page = written(tmp_path, replace(PLAN, bots=("<i>&", '"')), results)
    assert "<i>" not in page
    assert label(page, "Win share").startswith('Win share: <i>& 75 %, interval 55 % to 95 %; " 25')


def test_one_match_of_one_bot_against_itself(tmp_path):
    alone = replace(
        RESULTS_OF_ALL[0], bots=("same", "same"), thinking=(0.0, 0.0), slowest=(0.0, 0.0)
    )
    page = written(tmp_path, replace(PLAN, bots=("same", "same"), games=1), [alone])
    assert label(page, "Win share").startswith("Win share: same 50 %, interval ")
    assert label(page, "Wins by seat").startswith("Wins by seat: seat 1 100 %; seat 2 0 %;")
    assert label(page, "Ahead of the best other").endswith(
        ": same −5 to +5, half of all −2.5 to +2.5, median 0"
    )
    assert label(page, "Words a match").endswith(": 100: 1")
    assert label(page, "Thinking time of a decision").endswith(": same mean 0, slowest 0")


def test_a_bot_with_one_match_has_a_box_of_its_one_margin(tmp_path):
    page = written(tmp_path, PLAN, RESULTS_OF_ALL[:1])
    assert label(page, "Ahead of the best other").endswith(
        ": strong +5 to +5, half of all +5 to +5, median +5;"
        " weak −5 to −5, half of all −5 to −5, median −5"
    )


@pytest.fixture
def folder(tmp_path):
    rows = [json.dumps(asdict(row)) + "\n" for row in (PLAN, *RESULTS_OF_ALL)]
    (tmp_path / RESULTS).write_text("".join(rows), encoding="utf-8")
    return tmp_path


def test_a_folder_has_all_that_its_report_needs(folder):
    file = report_folder(folder)
    assert file == folder / REPORT
    page = file.read_text(encoding="utf-8")
    assert page == written(folder)


def test_a_match_that_is_being_written_does_not_count_and_is_left_alone(folder):
    kept = (folder / RESULTS).read_bytes()[:-20]
    (folder / RESULTS).write_bytes(kept)
    page = report_folder(folder).read_text(encoding="utf-8")
    assert page == written(folder, results=RESULTS_OF_ALL[:-1])
    assert (folder / RESULTS).read_bytes() == kept


def test_a_match_that_was_written_twice_counts_once(folder):
    before = report_folder(folder).read_text(encoding="utf-8")
    with (folder / RESULTS).open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(RESULTS_OF_ALL[2])) + "\n")
    assert report_folder(folder).read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "results.jsonl: holds no plan"),
        ([PLANNED], "results.jsonl: holds no match yet"),
        ([PLANNED, '{"number": 0}'], "line 2: is no result"),
        (["{}", "{}"], "line 1: is no plan"),
    ],
)
def test_what_is_no_folder_of_results(tmp_path, lines, message):
    (tmp_path / RESULTS).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with pytest.raises(FileError, match=message):
        report_folder(tmp_path)
    assert not (tmp_path / REPORT).exists()


def test_what_cannot_be_read_or_written(folder, tmp_path):
    with pytest.raises(FileError, match=r"none.*results.jsonl: cannot be read"):
        report_folder(tmp_path / "none")
    (folder / REPORT).mkdir()
    with pytest.raises(FileError, match=r"report.html: cannot be written"):
        report_folder(folder)


@pytest.mark.parametrize(
    ("write_it", "value", "text"),
    [
        (percent, 0.815, "81.5 %"),
        (percent, 1, "100 %"),
        (thousands, -11_500, "−11.5"),
        (thousands, 131_000, "+131"),
        (thousands, -40, "0"),
        (thousands, 1_234_000, "+1,234"),
        (short, 0, "0"),
        (short, 0.0234, "0.0234"),
        (short, 58.12, "58.1"),
        (short, 99.99, "100"),
        (short, 26_553.4, "26,553"),
    ],
)
def test_numbers_are_written_for_people(write_it, value, text):
    assert write_it(value) == text


def test_the_report_is_drawn_without_matplotlib():
    program = "import sys, siberia.arena.report; print('matplotlib' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
