"""The texts of each game: complete for all that it can show."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from locales.code import ids_in, own_steps
from locales.shown import elements, reasons, shapes, shown_in_deals, terms
from locales.texts import CATALOGUES, GAMES, check_texts, missing, parameters, text_of

from fangcheng.events import WinBy
from fangcheng.rules.options import OptionRow, option_rows
from fangcheng.rules.variant import Variant


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
    check_texts(game, "event", {str(event.__struct_config__.tag) for event in game.own_events})


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
