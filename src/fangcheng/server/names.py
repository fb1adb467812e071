"""Names of players: what a name may be, and when two are the same to the eye.

Unicode has thousands of look-alikes. NFKC removes most of them, the compatibility forms, and mixtures of alphabets are refused. ALIKE lists
what is left: whole words of two alphabets, digits and letters, and simple Chinese and Japanese characters.
"""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

MAX_NAME: Final = 16
MAX_MARKS: Final = 2
"""Accents on one letter; more of them climb out of the line."""
ALPHABETS: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "GEORGIAN", "DESERET", "OSAGE"})
"""Scripts that share letter shapes. A name may have letters of at most one of them, beside those of other scripts."""
# Letters, symbols and marks that show nothing, beside control and format characters (which have categories of their own).
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}

# Each entry: characters that look like its first one. Capitals and small letters are apart, since not all pairs are alike in both.
ALIKE: Final = (
    "lI1|ǀӏІΙӀ丨", "oσο0оօ〇○◯", "OОΟՕ", "aаα", "AАΑ", "BВΒ", "cсϲ", "CСϹ", "dԁ", "eе", "EЕΕ", "hһ", "HНΗ", "iіι", "jј", "JЈ", "kкκ", "KКΚ",
    "MМΜ", "nп", "NΝ", "pрρ", "PРΡ", "qԛ", "rг", "sѕ", "SЅ", "TТΤ", "uυ", "vνѵ", "wԝω", "xхχ", "XХΧ", "yуγ", "YУΥҮ", "ZΖ",
    "-ー一‐‑‒–—―−﹣", "口ロ囗", "力カ", "工エ", "夕タ", "二ニ", "八ハ", "卜ト",
    "千チ干于", "又ヌ", "才オ", "ヘへ", "リり", "日曰", "土士", "未末", "己已巳", "戊戌戍", "人入",
)  # fmt: skip
_SEEN: Final = {ord(other): line[0] for line in ALIKE for other in line[1:]}
_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def clean_name(name: str) -> str | None:
    """A name as it is shown, None unless it is 1 to 16 characters that are visible and can be told apart."""
    if any(unicodedata.category(character)[0] == "C" for character in name):
        return None
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(shown) <= MAX_NAME or any(_unfit(character) for character in shown):
        return None
    return None if _overloaded(shown) or len(_alphabets(shown)) > 1 else shown


def name_key(name: str) -> str:
    """A key that is the same for names that differ only in case."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def name_look(name: str) -> str:
    """A key that is the same for names that look alike."""
    seen = unicodedata.normalize("NFD", name).translate(_SEEN).casefold()
    for pair, single in _PAIRS:
        seen = seen.replace(pair, single)
    return seen.replace(" ", "")


def guest_name(languages: str) -> str:
    """A name for somebody who gave none, in Chinese (either script) or English according to an Accept-Language header."""
    first = languages.lower().split(",", 1)[0]
    if first and not first.startswith("zh"):
        word = "Guest "
    else:
        word = "遊客" if any(mark in first for mark in ("hant", "tw", "hk", "mo")) else "游客"
    return f"{word}{secrets.randbelow(9000) + 1000}"


def _unfit(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] == "C" or category in ("Zl", "Zp") or character in BLANK


def _overloaded(name: str) -> bool:
    """Whether accents stand alone or in heaps."""
    marks = MAX_MARKS
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
        if marks > MAX_MARKS:
            return True
    return False


def _alphabets(name: str) -> set[str]:
    letters = (unicodedata.name(character, "").partition(" ")[0] for character in name if character.isalpha())
    return {script for script in letters if script in ALPHABETS}
