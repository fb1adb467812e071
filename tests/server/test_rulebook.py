"""Documents made into pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fangcheng.server.study import rulebook
from fangcheng.server.study.rulebook import hand_groups, rules_page
from fangcheng.tiles import parse_kinds
from fangcheng.variants import VARIANTS


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("123m55pE", [parse_kinds("123m55pE")]),
        ("147m 258p CFP", [parse_kinds("147m"), parse_kinds("258p"), parse_kinds("CFP")]),
        ("[444p]", [parse_kinds("444p")]),
        ("(7777p)", [[-1, 15, 15, -1]]),
        ("{CFP}", [parse_kinds("CFP")]),
        ("E", [parse_kinds("E")]),
        # Words are words, though their letters are those of flowers or winds.
        ("face", None),
        ("base", None),
        ("per_tile", None),
        ("258_always", None),
        ("2", None),
        ("true", None),
        ("[12m]", None),
    ],
)
def test_what_is_a_hand(text: str, groups: list[list[int]] | None) -> None:
    assert hand_groups(text) == groups


PAGE = """# A game

![A picture](../images/a.webp)

See [section 1](#1-tiles), [another game](guobiao.zh-Hans.md#計番), [a site](https://example.org) and R1, not R9.

## 1. Tiles

<script>alert(1)</script> `123m` and `small_win`.

| id | element | value | when |
|---|---|---|---|
| `small_win` | Small win | 1 | a <b>pair</b> |

| option | values |
|---|---|
| `birds` birds | 0, 1 |

```hand
123m 55p
no hand & no tag <i>
```

- **R1** the first.
"""


@pytest.fixture
def html(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "changsha.md").write_text(PAGE, "utf-8")
    monkeypatch.setattr(rulebook, "DOCUMENTS", folder)
    return rules_page.__wrapped__("changsha", "en").html


def test_links_stay_in_the_client(html: str) -> None:
    assert 'href="#/rules/changsha?at=1-tiles"' in html
    assert 'href="#/rules/guobiao?at=%E8%A8%88%E7%95%AA&amp;language=zh-Hans"' in html
    assert 'href="https://example.org"' in html
    assert html.count('href="#/rules/changsha?at=r1"') == 1
    assert "at=r9" not in html
    assert '<li id="r1">' in html


def test_nothing_of_a_document_is_carried_out(html: str) -> None:
    assert "<script" not in html
    assert "<b>" not in html
    assert "<i>" not in html
    assert "<img" not in html
    assert "no hand &amp; no tag &lt;i&gt;" in html


def test_tables_of_elements_and_options(html: str) -> None:
    assert '<tr id="small_win">' in html
    assert '<td data-head="element">Small win</td>' in html
    assert "<code>small_win</code></td>" not in html
    assert "<div data-options></div>" in html
    assert "birds" not in html


def test_hands_are_marked(html: str) -> None:
    assert 'data-tiles="0,1,2"' in html
    assert 'data-tiles="0,1,2;13,13"' in html
    assert "<code>small_win</code>" in html


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_lines_of_chinese_are_joined_without_a_blank(language: str) -> None:
    for variant in VARIANTS:
        assert not re.search(r"[\u4e00-\u9fff，。；：、（）]\n[\u4e00-\u9fff（]", rules_page(variant, language).html)
