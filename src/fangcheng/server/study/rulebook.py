"""The rules of the games as pages: the project's documents as HTML, with tiles in place of hands, and links that stay in the client."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlencode

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

from fangcheng.analysis.question import split_melds
from fangcheng.locales import LANGUAGES
from fangcheng.meld import parse_meld
from fangcheng.rules.options import option_rows
from fangcheng.server.errors import ApiError
from fangcheng.tiles import HIDDEN, NotationError, parse_kinds
from fangcheng.variants import VARIANTS

# An installed package contains the documents; in a checkout they are read from docs/.
PACKAGED: Final = Path(__file__).parents[1] / "rules"
DOCUMENTS: Final = PACKAGED if PACKAGED.is_dir() else Path(__file__).resolve().parents[4] / "docs" / "rules"

PAGE: Final = re.compile(r"(\w+?)(?:\.(zh-Han[st]))?\.md(?:#(.*))?")
HAND: Final = re.compile(r"[1-9]+[mps]|[\[({]|^[ESWNCFP]+$")
RULING: Final = re.compile(r"\bR([0-9]+)\b")
# A line break between two Chinese characters: browsers would show a space there.
WRAPPED: Final = re.compile(r"(?<=[\u3001-\u303f\u4e00-\u9fff\uff00-\uffef])\n *(?=[\u3001-\u303f\u4e00-\u9fff\uff00-\uffef])")


class Heading(msgspec.Struct, frozen=True):
    """A heading of a page: its anchor, its text, and its level from 2."""

    id: str
    text: str
    level: int


class RulesPage(msgspec.Struct, frozen=True):
    """A game's rules in a language.

    html  without the title. ``<span class="hand" data-tiles="0,1,2;-1,4,4,-1">`` are tiles by kind in groups, ``<div data-options>`` is
          the place of the table of options. Rulings have the anchors ``r1``, ``r2`` ..., elements those of their ids
    """

    variant: str
    language: str
    title: str
    html: str
    headings: list[Heading]


@cache
def rules_page(variant: str, language: str) -> RulesPage:
    """The page of a game in a language; ApiError for a language that is none of ours."""
    if language not in LANGUAGES:
        raise ApiError(404, "no_such_language", {"languages": list(LANGUAGES)})
    name = f"{variant}.md" if language == "en" else f"{variant}.{language}.md"
    return _Maker(variant, language).page((DOCUMENTS / name).read_text("utf-8"))


def slug(heading: str) -> str:
    """The anchor of a heading, as code hosts make it: the documents link to it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def hand_groups(text: str) -> list[list[int]] | None:
    """Groups of kinds that a text in notation shows, HIDDEN for tiles that lie face down; None for a text that is no notation."""
    if not HAND.search(text):
        return None
    try:
        return [_group(word) for word in split_melds(text)]
    except NotationError:
        return None


def _group(word: str) -> list[int]:
    if word[0] not in "[({":
        return parse_kinds(word)
    meld = parse_meld(word)
    kinds = meld.kinds()
    return [HIDDEN, *kinds[1:3], HIDDEN] if meld.is_concealed else kinds


class _Maker:
    """Makes one page."""

    def __init__(self, variant: str, language: str) -> None:
        self._variant, self._language = variant, language
        # Raw HTML in a document is shown as text.
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self._options = {row.id for row in option_rows(VARIANTS[variant].options_type)}

    def page(self, text: str) -> RulesPage:
        tokens = self._markdown.parse(WRAPPED.sub("", text))
        title = next(after.content for token, after in pairwise(tokens) if token.tag == "h1")
        headings = list(self._headings(tokens))
        self._name_rulings(tokens)
        rulings = {token.attrs["id"] for token in tokens if token.type == "list_item_open" and "id" in token.attrs}
        for token in tokens:
            if token.type == "inline":
                token.children = list(self._inline(token.children or [], rulings))
        body = list(self._blocks(tokens))
        html = self._markdown.renderer.render(body, self._markdown.options, {})
        return RulesPage(self._variant, self._language, title, html, headings)

    def _headings(self, tokens: Sequence[Token]) -> Iterator[Heading]:
        for token, after in pairwise(tokens):
            if token.type == "heading_open" and token.tag != "h1":
                token.attrs["id"] = slug(after.content)
                yield Heading(slug(after.content), after.content, int(token.tag[1]))

    def _name_rulings(self, tokens: Sequence[Token]) -> None:
        """Give list items that begin with a ruling's number in bold that ruling's anchor."""
        for token, inline in zip(tokens, tokens[2:], strict=False):
            if token.type == "list_item_open" and (match := re.match(r"\*\*R([0-9]+)\*\*", inline.content)):
                token.attrs["id"] = f"r{match[1]}"

    def _inline(self, children: Sequence[Token], rulings: set[Any]) -> Iterator[Token]:
        linked = strong = 0
        for child in children:
            linked += child.nesting if child.type.startswith("link_") else 0
            strong += child.nesting if child.type.startswith("strong_") else 0
            if child.type == "link_open":
                child.attrs["href"] = self._address(str(child.attrs["href"]))
                yield child
            elif child.type == "code_inline":
                yield _hand_token(child.content) or child
            elif child.type == "text" and not linked and not strong:
                yield from self._with_rulings(child.content, rulings)
            else:
                yield child

    def _with_rulings(self, text: str, rulings: set[Any]) -> Iterator[Token]:
        end = 0
        for match in RULING.finditer(text):
            if f"r{match[1]}" in rulings:
                yield _text(text[end : match.start()])
                yield Token("link_open", "a", 1, attrs={"href": self._anchor(f"r{match[1]}")})
                yield _text(match[0])
                yield Token("link_close", "a", -1)
                end = match.end()
        yield _text(text[end:])

    def _blocks(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """The blocks without title and pictures. Tables get a frame to scroll in; the client shows the table of options itself."""
        place = 0
        while place < len(tokens):
            token = tokens[place]
            if token.tag == "h1" or (token.type == "paragraph_open" and _is_picture(tokens[place + 1])):
                place += 3
                continue
            if token.type == "table_open":
                end = next(at for at in range(place, len(tokens)) if tokens[at].type == "table_close") + 1
                yield from self._table(tokens[place:end])
                place = end
                continue
            yield _hand_block(token) if token.type == "fence" and token.info == "hand" else token
            place += 1

    def _table(self, tokens: Sequence[Token]) -> Iterator[Token]:
        ids = [first for row in _rows(tokens) if (first := _id_of(row)) is not None]
        if ids and set(ids) <= self._options:
            yield _html("<div data-options></div>\n")
            return
        yield _html(f'<div class="table{" named" if ids else ""}" tabindex="0">')
        yield from _with_anchors(tokens) if ids else tokens
        yield _html("</div>\n")

    def _address(self, target: str) -> str:
        """Where a link leads: within the documents, to the same place in the client; elsewhere, where it led."""
        if target.startswith("#"):
            return self._anchor(unquote(target[1:]))
        match = PAGE.fullmatch(unquote(target))
        if match is None or match[1] not in VARIANTS:
            return target
        language = match[2] or "en"
        asked = {"at": match[3], "language": None if language == self._language else language}
        query = urlencode({name: value for name, value in asked.items() if value})
        return f"#/rules/{match[1]}" + (f"?{query}" if query else "")

    def _anchor(self, anchor: str) -> str:
        return f"#/rules/{self._variant}?{urlencode({'at': anchor})}"


def _rows(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    row: list[Token] = []
    for token in tokens:
        row = [token] if token.type == "tr_open" else [*row, token]
        if token.type == "tr_close":
            yield row


def _with_anchors(tokens: Sequence[Token]) -> Iterator[Token]:
    """A table whose rows begin with ids. The ids become the rows' anchors, a column of nothing but ids is removed, and each cell is
    labelled with its column's heading."""
    rows = list(_rows(tokens))
    heads = [cell.content for cell in rows[0] if cell.type == "inline"]
    alone = all(_first(row).content == f"`{name}`" for row in rows if (name := _id_of(row)))
    for row in rows:
        if name := _id_of(row):
            row[0].attrs["id"] = name
            first = _first(row)
            first.children = (first.children or [])[1:]
        for token, head in zip((token for token in row if token.type == "td_open"), heads, strict=False):
            token.attrs["data-head"] = head
    column = 0
    for token in tokens:
        column = 0 if token.type == "tr_open" else column + token.type.endswith(("th_open", "td_open"))
        if not (alone and column == 1 and token.type in ("th_open", "td_open", "inline", "th_close", "td_close")):
            yield token


def _first(row: Sequence[Token]) -> Token:
    return next(token for token in row if token.type == "inline")


def _id_of(row: Sequence[Token]) -> str | None:
    """The id that a row of a table begins with, in back quotes."""
    match = re.match(r"`(\w+)`", _first(row).content)
    return match[1] if match and hand_groups(match[1]) is None else None


def _is_picture(token: Token) -> bool:
    return [child.type for child in token.children or ()] == ["image"]


def _hand_token(text: str) -> Token | None:
    groups = hand_groups(text)
    return None if groups is None else Token("html_inline", "", 0, content=_hand(groups, text))


def _hand_block(token: Token) -> Token:
    """A hand per line; a line that is no hand stays as it is."""
    lines = [line for line in token.content.splitlines() if line.strip()]
    shown = [_hand(groups, line) if (groups := hand_groups(line)) is not None else _escaped(line) for line in lines]
    return _html(f'<p class="hands">{"<br>".join(shown)}</p>\n')


def _hand(groups: list[list[int]], text: str) -> str:
    tiles = ";".join(",".join(map(str, group)) for group in groups)
    return f'<span class="hand" data-tiles="{tiles}"><code>{_escaped(text)}</code></span>'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _html(content: str) -> Token:
    return Token("html_block", "", 0, content=content)
