"""What the code of a game names that needs a text."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

from locales.texts import SOURCE

from fangcheng.engine.steps import Step
from fangcheng.rules.variant import Variant


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


def refusals(game: Variant) -> dict[str, set[str]]:
    """Refusal codes and the parameters that come with each."""
    found: dict[str, set[str]] = {}
    for call in calls(files_of(game), "Refused"):
        detail = argument(call, 1, "detail")
        keys = {constant(key) or "" for key in detail.keys} if isinstance(detail, ast.Dict) else set()
        for code in filter(None, map(constant, branches(argument(call, 0, "code")))):
            found[code] = found.get(code, keys) & keys
    return found


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


def own_steps(game: Variant) -> set[str]:
    """Names of the game's own steps at which a table waits for somebody."""

    def below(step: type[Step]) -> Iterator[type[Step]]:
        for sub in step.__subclasses__():
            yield sub
            yield from below(sub)

    steps = (step for step in below(Step) if step.name and step.asks is not Step.asks)
    return {step.name for step in steps if step.__module__.startswith(type(game).__module__)}
