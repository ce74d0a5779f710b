"""The templates of the pages, in each language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.runtime import Context
from markupsafe import Markup, escape

from siberia.drawing import cards
from siberia.drawing.mapclocks import signal
from siberia.drawing.svg import icon, sprite
from siberia.web.i18n.languages import LANGUAGES, NAMES, Language, language
from siberia.web.i18n.terms import label, level_name, term
from siberia.web.pages.attributes import tied
from siberia.web.pages.review.points import signed

TEMPLATES: Final = Path(__file__).parent / "templates"

# What takes nothing from Jinja but what it is called with, unless it says so.
PLAIN: Final = (FunctionType, MethodType, _lru_cache_wrapper)


class QuickContext(Context):
    """A context that calls a function at once: to ask it all that Jinja asks takes longer than most
    of ours do.
    """

    def call(self, called: Any, /, *given: Any, **named: Any) -> Any:
        """Call what a template calls."""
        if type(called) not in PLAIN or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *given, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*given, **named)


def escaped(thing: Any) -> Markup:
    """Return what a template writes. What is markup already is: `escape` makes a copy of it."""
    return thing if type(thing) is Markup else escape(thing)


class QuickTemplate(Template):
    """A template that puts markup together without copying each piece."""

    @classmethod
    def from_code(cls, environment: Environment, code: Any, *given: Any) -> Template:
        """Return a template of its code, in which `escape` is the name of what it writes with."""
        found = super().from_code(environment, code, *given)
        found.root_render_func.__globals__["escape"] = escaped
        return found


@cache
def templates(code: str) -> Environment:
    """Return the environment in which templates speak a language.

    They have `_`, `ngettext`, `pgettext` and `{% trans %}`, whose fields are written ``%(name)s``;
    the filters `number`, `money`, `percent`, `points`, `term` and `label`; what draws small
    things; `tied` for what can be clicked; and `language` for all else.
    """
    speaks = language(code)
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # Nobody changes them while the server runs; to ask the disk at every look takes time.
        auto_reload=False,
        cache_size=-1,
    )
    environment.context_class = QuickContext
    environment.template_class = QuickTemplate
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        speaks.gettext, speaks.ngettext, newstyle=True, pgettext=speaks.pgettext
    )
    gettext = said(speaks)
    environment.globals |= {
        "_": gettext,
        "gettext": gettext,
        "language": speaks,
        "languages": LANGUAGES,
        "level_name": lambda level: level_name(speaks, level),
        "own_name": NAMES.__getitem__,
        "icon": icon,
        "sprite": sprite,
        "cards": cards,
        "signal": signal,
        "tied": tied,
    }
    environment.filters |= {
        "number": speaks.number,
        "money": speaks.money,
        "percent": speaks.percent,
        "points": lambda points: signed(speaks, round(points)),
        "term": lambda name: term(speaks, name),
        "label": lambda name: label(speaks, name),
    }
    return environment


def said(speaks: Language) -> Callable[..., Markup]:
    """Return what templates call `_`: as Jinja's own, but a text is looked up only once."""

    @cache
    def text(message: str) -> Markup:
        # Messages are ours, and may hold markup; what is put into them is escaped.
        return Markup(speaks.gettext(message))  # noqa: S704

    @cache
    def whole(message: str) -> Markup:
        return text(message) % {}

    def gettext(message: str, /, **fields: object) -> Markup:
        return text(message) % fields if fields else whole(message)

    return gettext


@cache
def compiled(code: str, name: str) -> Template:
    """Return a template that speaks a language."""
    found = templates(code).get_template(name)
    # Jinja has a chain of mappings there, and goes through all of it whenever something is drawn.
    found.globals = dict(found.globals)
    return found


def all_templates() -> list[tuple[str, str]]:
    """Return every template in every language, as `compiled` takes it."""
    return [(code, name) for code in LANGUAGES for name in templates(code).list_templates()]


@dataclass(frozen=True)
class Surroundings:
    """What every page has around its own: language, theme, its address, where static files are.

    And whether it is for a guest who is known here already.
    """

    language: Language
    theme: str
    path: str
    static: str
    is_known: bool = False


def render(template: str, around: Surroundings, context: Mapping[str, object]) -> str:
    """Return the text of a page. What it is given is all it can show."""
    shared = {"theme": around.theme, "path": around.path, "static": around.static}
    known = {"is_known": around.is_known}
    return compiled(around.language.code, template).render({**shared, **known, **context})
