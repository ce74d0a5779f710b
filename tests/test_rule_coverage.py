"""No rule without a test: every id in docs/RULES.md is cited by one."""

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "RULES.md"


def rule_ids() -> list[str]:
    return re.findall(r"^- \*\*([CBX]\d+)\*\*", RULES.read_text(encoding="utf-8"), re.MULTILINE)


@cache
def cited() -> set[str]:
    """The ids in @rule(…) and @pytest.mark.rule(…) above test functions."""
    ids = set()
    for file in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for decorator in node.decorator_list:
                    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) in (
                        "rule",
                        "pytest.mark.rule",
                    ):
                        ids |= {ast.literal_eval(argument) for argument in decorator.args}
    return ids


def test_every_rule_is_cited_by_a_test():
    assert len(rule_ids()) == 25 + 32 + 4
    assert [id_ for id_ in rule_ids() if id_ not in cited()] == []


def test_no_test_cites_a_rule_that_is_not_there():
    assert cited() <= set(rule_ids())


def test_every_rule_is_named_where_it_is_programmed():
    """So that a stranger finds it: each id stands in a docstring or comment of the package."""
    source = "\n".join(
        file.read_text(encoding="utf-8") for file in (TESTS.parent / "src").rglob("*.py")
    )
    named = set(re.findall(r"\b[CBX]\d+\b", source))
    for letter, first, last in re.findall(r"\b([CBX])(\d+)–[CBX]?(\d+)\b", source):
        named |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    assert [id_ for id_ in rule_ids() if id_ not in named] == []
