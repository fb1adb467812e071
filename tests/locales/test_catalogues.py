"""The catalogues of texts: complete for all that the games can show, and alike in every language."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from fangcheng.audit.case import ScoreCase, SettleCase
from fangcheng.audit.parse import parse_case
from fangcheng.audit.promises import check_deal
from fangcheng.engine.decide import asks
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.steps import Step
from fangcheng.engine.view import view
from fangcheng.events import SPECTATOR, Start, WinBy
from fangcheng.payments import Transfer
from fangcheng.rules.options import OptionRow, option_rows
from fangcheng.rules.variant import Variant
from fangcheng.score import Score
from fangcheng.variants import VARIANTS

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "fangcheng"
LANGUAGES = ("zh-Hans", "zh-Hant", "en")
GAMES = list(VARIANTS.values())

Texts = dict[str, str]


def leaves(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in node.items():
        below = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from leaves(value, below)
        else:
            yield below, value


def catalogue(language: str) -> Texts:
    return dict(leaves(json.loads((SOURCE / "locales" / f"{language}.json").read_text("utf-8"))))


CATALOGUES = {language: catalogue(language) for language in LANGUAGES}


def parameters(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def text_of(texts: Texts, game: Variant, path: str) -> str | None:
    """A game's own text before the common one, as clients look it up."""
    return texts.get(f"games.{game.id}.{path}", texts.get(path))


def missing(game: Variant, section: str, ids: set[str]) -> list[str]:
    return [
        f"{language}: {section}.{name}"
        for language, texts in CATALOGUES.items()
        for name in sorted(ids)
        if not text_of(texts, game, f"{section}.{name}")
    ]


def check_texts(game: Variant, section: str, ids: set[str]) -> None:
    """Every language has these texts, of the game or common to all."""
    lacking = missing(game, section, ids)
    assert not lacking, f"neither games.{game.id} nor the common texts have\n" + "\n".join(lacking)


# --- what the code can show ---------------------------------------------------------------------------------------------------


def own_files(game: Variant) -> list[Path]:
    """The source files of a game."""
    home = SOURCE / "variants" / game.id
    return sorted(home.rglob("*.py")) if home.is_dir() else [home.with_suffix(".py")]


def files_of(game: Variant) -> list[Path]:
    """The source files of a game, and those that it shares with others: of what some games build on, only its own bases."""
    shared = [*sorted((SOURCE / "engine").glob("*.py")), *sorted((SOURCE / "rules").rglob("*.py"))]
    bases = [Path(inspect.getfile(base)) for base in type(game).__mro__ if issubclass(base, Variant)]
    others = {Path(inspect.getfile(base)) for base in Variant.__subclasses__() if not isinstance(game, base)}
    return [path for path in dict.fromkeys([*own_files(game), *bases, *shared]) if path not in others]


def calls(paths: list[Path], name: str) -> Iterator[ast.Call]:
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def constant(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def argument(call: ast.Call, place: int, name: str) -> ast.AST | None:
    if place < len(call.args):
        return call.args[place]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def refusals(game: Variant) -> dict[str, set[str]]:
    """Refusal codes and the parameters that come with each."""
    found: dict[str, set[str]] = {}
    for call in calls(files_of(game), "Refused"):
        detail = argument(call, 1, "detail")
        keys = {constant(key) or "" for key in detail.keys} if isinstance(detail, ast.Dict) else set()
        for code in filter(None, map(constant, branches(argument(call, 0, "code")))):
            found[code] = found.get(code, keys) & keys
    return found


def branches(node: ast.AST | None) -> Iterator[ast.AST | None]:
    """The values that an expression may have, as far as they are written out."""
    if isinstance(node, ast.IfExp):
        yield from branches(node.body)
        yield from branches(node.orelse)
    else:
        yield node


def words(paths: list[Path]) -> set[str]:
    """All strings written in the code."""
    return {text for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8"))) if (text := constant(node))}


def ids_in(game: Variant, function: str) -> set[str]:
    """Every ``{"id": "..."}`` in a function of the game."""
    bodies = [
        node
        for path in files_of(game)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name == function
    ]
    entries = [node for body in bodies for node in ast.walk(body) if isinstance(node, ast.Dict)]
    strings = [
        part.value
        for entry in entries
        for key, value in zip(entry.keys, entry.values, strict=True)
        if constant(key) == "id"
        for part in ast.walk(value)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]
    return set(strings)


def lines_of(game: Variant) -> list[str]:
    return list(filter(str.strip, (ROOT / "tests" / "cases" / f"{game.id}.jsonl").read_text("utf-8").splitlines()))


@cache
def scores(game: Variant) -> list[Score]:
    """What the score cases come to."""
    cases = filter(lambda case: isinstance(case, ScoreCase), map(parse_case, lines_of(game)))
    found = (game.score(case.options, case.facts) for case in cases if isinstance(case, ScoreCase))
    return [score for score in found if score is not None]


def elements(game: Variant) -> set[str]:
    """Ids in the element tables of the code, all that the case files name, and what strikes out others."""
    tables = {constant(argument(call, 0, "id")) for call in calls(files_of(game), "Element")}
    expected = {name for line in lines_of(game) for name in json.loads(line)["expect"].get("elements", ())}
    counted = {element.id for score in scores(game) for element in score.elements}
    excluded = {name for score in scores(game) for out in score.excluded for name in (out.id, out.by)}
    return {name for name in tables if name} | expected | counted | excluded


def shapes(game: Variant) -> set[str]:
    """Shapes of readings, of the groups in them, and of melds."""
    readings = [score.reading for score in scores(game)]
    melds = {meld.shape for case in map(parse_case, lines_of(game)) if isinstance(case, ScoreCase) for meld in case.facts.melds}
    return melds | {reading.shape for reading in readings} | {group.shape for reading in readings for group in reading.groups}


def reasons(game: Variant) -> set[str]:
    """Reasons of transfers: those written in the code, and those that the settlement cases lead to."""
    found = {constant(argument(call, 2, "reason")) for call in calls(files_of(game), "bill")}
    return {reason for reason in found if reason} | {transfer.reason for transfer in transfers(game)}


def terms(game: Variant) -> set[str]:
    """What the numbers of formulas are: those written in the code, and those that the settlement cases lead to."""
    found = {constant(argument(call, 1, "id")) for call in calls(files_of(game), "Term")}
    return {term for term in found if term} | {term for transfer in transfers(game) for term in transfer.terms}


@cache
def transfers(game: Variant) -> list[Transfer]:
    """The payments of the settlement cases."""
    cases = [case for case in map(parse_case, lines_of(game)) if isinstance(case, SettleCase)]
    return [transfer for case in cases for transfer in game.pay(case.options, case.outcome).transfers]


@cache
def shown_in_deals(game: Variant) -> dict[str, set[str]]:
    """By section, the ids that random deals show: also those that the code makes up."""
    found: dict[str, set[str]] = {"step": set(), "badge": set(), "shown": set(), "centre": set()}
    for seed in range(12):
        log = check_deal(game, seed).log
        start = log[0]
        assert isinstance(start, Start)
        state = begin_state(game, start)
        for event in log[1:]:
            evolve(state, event)
            seen = view(state, SPECTATOR)
            found["step"] |= {state.step.name} if asks(state) else set()
            found["badge"] |= {badge["id"] for seat in seen.seats for badge in seat.badges}
            found["shown"] |= {group["id"] for seat in seen.seats for group in seat.shown}
            found["centre"] |= {group["id"] for group in seen.centre}
    return found


def own_steps(game: Variant) -> set[str]:
    """Names of the game's own steps at which a table waits for somebody."""

    def below(step: type[Step]) -> Iterator[type[Step]]:
        for sub in step.__subclasses__():
            yield sub
            yield from below(sub)

    steps = (step for step in below(Step) if step.name and step.asks is not Step.asks)
    return {step.name for step in steps if step.__module__.startswith(type(game).__module__)}


# --- the tests ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys_in_every_language(language: str) -> None:
    assert sorted(CATALOGUES[language]) == sorted(CATALOGUES["zh-Hans"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_parameters_in_every_language(language: str) -> None:
    texts = CATALOGUES[language]
    differing = [path for path, text in CATALOGUES["zh-Hans"].items() if parameters(text) != parameters(texts.get(path, ""))]
    assert not differing


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: str) -> None:
    # What stands between two texts may be nothing, and so may be said of a connection that works.
    blank = ("ui.between", "ui.connection.open")
    texts = {path: text for path, text in CATALOGUES[language].items() if not path.startswith(blank)}
    assert not [path for path, text in texts.items() if not isinstance(text, str) or not text.strip()]


def test_traditional_texts_hold_no_simplified_characters() -> None:
    simplified = set("张听杠庄闲鸟飘对")  # the commonest of the table
    assert not [path for path, text in CATALOGUES["zh-Hant"].items() if simplified & set(text)]


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_to_win_is_written_in_one_way(language: str) -> None:
    # 和 for it is kept in the names of elements, as they are known.
    assert not [path for path, text in CATALOGUES[language].items() if re.search("和了|[没沒]人和", text)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_game_has_name_and_summary(game: Variant) -> None:
    wanted = [f"games.{game.id}.name", f"games.{game.id}.summary"]
    assert not [f"{language}: {path}" for language, texts in CATALOGUES.items() for path in wanted if not texts.get(path)]


def option_paths(row: OptionRow) -> set[str]:
    values = () if row.kind == "integer" else row.values
    return {f"{row.id}.label", f"{row.id}.help"} | {f"{row.id}.values.{json.dumps(value).strip(chr(34))}" for value in values}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_option_and_value_is_explained(game: Variant) -> None:
    check_texts(game, "option", {path for row in option_rows(game.options_type) for path in option_paths(row)})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_option_text_without_its_option(game: Variant) -> None:
    known = {f"games.{game.id}.option.{path}" for row in option_rows(game.options_type) for path in option_paths(row)}
    written = {path for path in CATALOGUES["en"] if path.startswith(f"games.{game.id}.option.")}
    assert written <= known


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_element_has_a_name(game: Variant) -> None:
    check_texts(game, "element", elements(game))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_own_event_can_be_told(game: Variant) -> None:
    check_texts(game, "event", {event.__struct_config__.tag for event in game.own_events})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_a_seat_does_is_told_in_a_sentence(game: Variant) -> None:
    """With the verb in the person of who does it, in the language whose verbs have one."""
    silent = {"begin", "answered"}
    events = {event.__struct_config__.tag for event in game.event_types if "seat" in event.__struct_fields__} - silent
    check_texts(game, "told", {str(event) for event in events} | {f"win_{by}" for by in get_args(WinBy)})
    told = {path: text for path, text in CATALOGUES["en"].items() if path.startswith(("told.", f"games.{game.id}.told."))}
    assert not [path for path, text in told.items() if "{who}" not in text or "{n:" not in text]
    for texts in CATALOGUES.values():
        assert not {name for path in told for name in parameters(texts[path])} - {"who", "tiles", "from", "target", "chosen"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_step_that_waits_has_a_name(game: Variant) -> None:
    check_texts(game, "step", own_steps(game))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_step_of_its_own_is_explained(game: Variant) -> None:
    check_texts(game, "step_help", own_steps(game))
    written = {path.split(".")[3] for path in CATALOGUES["en"] if path.startswith(f"games.{game.id}.step_help.")}
    assert {name for name in written if text_of(CATALOGUES["en"], game, f"step.{name}") is None} == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("section", ["step", "badge", "shown", "centre"])
def test_all_that_random_deals_show_has_a_name(game: Variant, section: str) -> None:
    check_texts(game, section, shown_in_deals(game)[section])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_action_has_a_name(game: Variant) -> None:
    check_texts(game, "action", {*game.buttons, "discard"})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_refusal_gives_its_reason(game: Variant) -> None:
    check_texts(game, "refused", set(refusals(game)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_text_of_a_refusal_without_its_refusal(game: Variant) -> None:
    """A code of a reason may also be told as a hint, without anything being refused."""
    written = {path.split(".")[3] for path in CATALOGUES["en"] if path.startswith(f"games.{game.id}.refused.")}
    assert written - words(files_of(game)) == set()


def test_no_common_text_of_a_refusal_without_its_refusal() -> None:
    written = {path.split(".")[1] for path in CATALOGUES["en"] if path.startswith("refused.")}
    assert written - words(sorted(SOURCE.rglob("*.py"))) == set()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_refusals_ask_only_for_parameters_that_come_with_them(game: Variant) -> None:
    texts = CATALOGUES["en"]
    asked = {code: parameters(text_of(texts, game, f"refused.{code}") or "") - given for code, given in refusals(game).items()}
    assert not {code: names for code, names in asked.items() if names}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize(("function", "section"), [("badges", "badge"), ("shown", "shown"), ("centre", "centre")])
def test_every_mark_and_group_of_tiles_has_a_name(game: Variant, function: str, section: str) -> None:
    check_texts(game, section, ids_in(game, function))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_reason_of_a_payment_has_a_name(game: Variant) -> None:
    check_texts(game, "reason", reasons(game))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_number_of_a_formula_has_a_name(game: Variant) -> None:
    """A term of its own, or an element or reason that is a number of the arithmetic."""
    sections = ("term", "element", "reason")
    assert not [name for name in terms(game) if all(missing(game, section, {name}) for section in sections)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_shape_has_a_name(game: Variant) -> None:
    check_texts(game, "shape", shapes(game))


SERVER_CODES = {"ApiError": (1, "code"), "Error": (0, "code"), "Problem": (0, "code"), "Refused": (0, "code"), "Closed": (0, "code")}


def server_codes() -> set[str]:
    """Codes with which the server refuses something or ends a connection."""
    files = sorted((SOURCE / "server").rglob("*.py"))
    named = [argument(call, *where) for name, where in SERVER_CODES.items() for call in calls(files, name)]
    closing = [
        node.args[0]
        for path in files
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "close" and node.args
    ]
    choices = [part for node in (*named, *closing) for part in branches(node)]
    return {code for code in map(constant, choices) if code}


def test_every_code_of_the_server_has_a_text() -> None:
    texts = CATALOGUES["en"]
    assert not [code for code in sorted(server_codes()) if not {f"error.{code}", f"refused.{code}", f"ui.closed.{code}"} & set(texts)]
