"""The documents say what the code does: their sessions run, their tables match, and their links lead somewhere."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import msgspec
import pytest

from fangcheng.analysis.question import Question, read_held, score_of
from fangcheng.audit.cases import Result, run_line
from fangcheng.events import COMMON_EVENTS
from fangcheng.locales import find
from fangcheng.rules.options import option_rows
from fangcheng.rules.variant import Variant
from fangcheng.variants import VARIANTS

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
GAMES = list(VARIANTS.values())
RULES = [(game, path.name) for game in GAMES for path in sorted((ROOT / "docs" / "rules").glob(f"{game.id}.*md"))]


def name_of(page: object) -> str:
    return page.id if isinstance(page, Variant) else str(page.relative_to(ROOT)) if isinstance(page, Path) else str(page)


def slug(heading: str) -> str:
    """The anchor that a heading gets where the pages are shown."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def cells(page: str) -> dict[str, list[str]]:
    """Rows of all tables that begin with an id in back quotes, by that id."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("| `")]
    return {match[1]: row for row in rows if (match := re.match(r"`(\w+)`", row[0]))}


def rules(page: str) -> str:
    path = ROOT / "docs" / "rules" / page
    assert path.exists(), f"there is no docs/rules/{page}"
    return path.read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_sessions_run(page: Path) -> None:
    text = page.read_text("utf-8").replace("```", "")
    session = doctest.DocTestParser().get_doctest(text, {}, name_of(page), str(page), 0)
    report: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(session, out=report.append).failed == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if re.match(r"https?:|mailto:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE)
            assert anchor in map(slug, headings), target


@pytest.mark.parametrize(("game", "page"), RULES, ids=name_of)
def test_rules_page_lists_every_option(game: Variant, page: str) -> None:
    table = cells(rules(page))
    for row in option_rows(game.options_type):
        _, values, default, *_ = table[row.id]
        if row.kind == "choice":
            assert values.split(", ") == [msgspec.json.encode(value).decode().strip('"') for value in row.values], row.id
            assert default == msgspec.json.encode(row.default).decode().strip('"'), row.id


@pytest.mark.parametrize(("game", "page"), RULES, ids=name_of)
def test_rules_page_lists_every_element_that_cases_expect(game: Variant, page: str) -> None:
    lines = (ROOT / "tests" / "cases" / f"{game.id}.jsonl").read_text("utf-8").splitlines()
    expected = {name for line in lines if line for name in json.loads(line)["expect"].get("elements", ())}
    assert expected <= set(cells(rules(page)))


@pytest.mark.parametrize(
    ("language", "foreign"), [("zh-Hans", "張聽槓莊閒這們個說著對與後點"), ("zh-Hant", "张听杠庄闲这们个说着对与后点")]
)
def test_rules_pages_keep_to_their_writing(language: str, foreign: str) -> None:
    """Words of a rule book stand in corner brackets as they are written there."""
    pages = {f"{game.id}.{language}.md": re.sub("「[^」]*」", "", rules(f"{game.id}.{language}.md")) for game in GAMES}
    assert not {name: found for name, page in pages.items() if (found := set(foreign) & set(page))}


@pytest.mark.parametrize(("page", "language"), [("README.md", "en"), ("README.zh.md", "zh-Hans")])
def test_every_game_is_listed_as_the_lobby_calls_it_with_its_rules(page: str, language: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    pages = [f"(docs/rules/{game.id}{writing}.md)" for game in GAMES for writing in ("", ".zh-Hans", ".zh-Hant")]
    names = [f"\n| {find(language, 'name', game.id)}" for game in GAMES]
    assert not [wanted for wanted in (*names, *pages) if wanted not in text]


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_rules_pages_have_the_same_rulings(game: Variant) -> None:
    pages = [rules(page) for page in (f"{game.id}.md", f"{game.id}.zh-Hans.md", f"{game.id}.zh-Hant.md")]
    numbers = [re.findall(r"^- \*\*R(\d+)\*\*", page, re.MULTILINE) for page in pages]
    assert numbers[0] == numbers[1] == numbers[2] == [str(number) for number in range(1, len(numbers[0]) + 1)]
    quotes = [re.findall(r"「[^」]+」", page) for page in pages]
    assert sorted(quotes[0]) == sorted(quotes[1])


def test_every_question_to_a_game_is_named() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = page.partition("### What the engine asks a game, in order")[2].partition("\n### ")[0]
    named = set(re.findall(r"`(\w+)`", table))
    questions = {name for name in dir(Variant) if not name.startswith("_") and callable(getattr(Variant, name))} - {"options_type"}
    assert not questions - named
    assert not {name for name in named if not hasattr(Variant, name)}


def test_every_event_is_listed_with_its_fields() -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    # Games may give the same name to events of their own, so a name may have several rows.
    listed = set(re.findall(r"^\| `(\w+)` \| ([\w, ]*?) ?\|", page, re.MULTILINE))
    events = {*COMMON_EVENTS, *(event for game in GAMES for event in game.event_types)}
    actual = {(str(event.__struct_config__.tag), ", ".join(field.name for field in msgspec.structs.fields(event))) for event in events}
    assert not actual - listed


def test_cases_that_the_formats_page_shows_hold() -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    shown = [block for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL) if '"kind"' in block]
    assert len(shown) == 3
    for block in shown:
        result = run_line(block.replace("\n", " "))
        assert isinstance(result, Result), result
        assert result.ok, result


@pytest.mark.parametrize(("game", "page"), RULES, ids=name_of)
def test_hands_that_a_rules_page_counts_are_worth_that(game: Variant, page: str) -> None:
    shown = re.findall(r"^\| `([^`]+)`((?: `[^`]+`)*) \+ `(\w+)`([^|]*) \| (\d+) \| ([^|]+) \|$", rules(page), re.MULTILINE)
    assert shown or "seat_wind" not in game.score_facts
    language = next((name for name in ("zh-Hans", "zh-Hant") if name in page), "en")
    options = game.options_type()
    for hand, melds, win, told, points, counted in shown:
        wild = re.search(r"`(\w+)`", told)
        facts = {"seat_wind": "E", "prevalent_wind": "E"} | ({"wild": wild[1]} if wild else {})
        by = "self_draw" if re.search("self-drawn|自摸", told) else "discard"
        held = read_held(game, options, hand, melds.replace("`", ""), win)
        score = score_of(Question(game, options, held, by, facts={name: facts[name] for name in facts if name in game.score_facts}))
        assert score, hand
        assert score.points == int(points)
        for element in score.elements:
            assert f"{find(language, f'element.{element.id}', game.id)} {element.value}".lower() in counted.lower()
