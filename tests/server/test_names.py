"""What a name may be, and which names are the same to the eye."""

from __future__ import annotations

import unicodedata

import pytest

from fangcheng.server.names import ALIKE, clean_name, guest_name, name_key, name_look


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (" 张三 ", "张三"),
        ("Ａｎｎ　Ｌｅｅ", "Ann Lee"),
        ("a \u00a0  b", "a b"),
        ("José", "José"),
        ("Nguyễn", "Nguyễn"),
        ("Ольга", "Ольга"),
        ("さくら 3", "さくら 3"),
        ("🀄雀", "🀄雀"),
        ("x" * 16, "x" * 16),
    ],
)
def test_names_that_are_shown(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize(
    "given",
    [
        "",
        "   ",
        "x" * 17,
        "ﷺ",  # one character that stands for eighteen
        "a\nb",
        "a\0b",
        "\u202eabc",
        "ab\u200bc",
        "ab\u200dc",
        "ab\u2066c",
        "ab\ufeffc",
        "a\u3164",
        "\u2800\u2800",
        "a\ufe0f",
        "a\u034fb",
        "\u0301a",
        "a\u0301\u0301\u0301",
        "Hеllo",  # the second letter is Cyrillic
        "Αnna",  # the first one is Greek
        "\ud800",
        "\ue000",
    ],
)
def test_names_that_are_refused(given: str) -> None:
    assert clean_name(given) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Paula", "PAULA"),
        ("Straße", "STRASSE"),
        ("Paula", "Раulа"),  # Cyrillic where it is alike
        ("ВОВА", "BOBA"),  # wholly Cyrillic
        ("Bill", "BiII"),
        ("Zoe 10", "Zoe lO"),
        ("Modern", "Modem"),
        ("张一", "张ー"),
        ("工口", "エロ"),
        ("王己", "王已"),
        ("an na", "anna"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert name_key(one) == name_key(other) or name_look(one) == name_look(other)


@pytest.mark.parametrize(("one", "other"), [("Ali", "All"), ("Anna", "Hanna"), ("张三", "张二"), ("李四", "季四"), ("Mia", "Mía")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)
    assert name_look(one) != name_look(other)


@pytest.mark.parametrize(
    ("languages", "word"),
    [
        ("", "游客"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "游客"),
        ("zh-SG,zh-TW;q=0.5", "游客"),
        ("zh-TW,zh;q=0.9", "遊客"),
        ("zh-Hant-HK", "遊客"),
        ("en-GB,zh-TW;q=0.5", "Guest "),
    ],
)
def test_a_guest_is_named_in_his_writing(languages: str, word: str) -> None:
    name = guest_name(languages)
    assert name[:-4] == word
    assert name == clean_name(name)


def test_the_table_of_look_alikes_is_sound() -> None:
    """No character stands in two lines, and none is changed by the normal form before it is looked up."""
    listed = "".join(ALIKE)
    assert len(set(listed)) == len(listed)
    assert unicodedata.normalize("NFD", listed) == listed
