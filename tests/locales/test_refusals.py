"""Every refusal says why, and nothing is said that nobody refuses with."""

from __future__ import annotations

import ast

import pytest
from locales.code import argument, branches, calls, constant, files_of, refusals, words
from locales.texts import CATALOGUES, GAMES, SOURCE, check_texts, parameters, text_of

from fangcheng.rules.variant import Variant


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
