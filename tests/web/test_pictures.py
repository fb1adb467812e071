"""The pictures of the documents: each is shown somewhere, and can be taken anew."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from web.pictures.moments import MOMENTS
from web.pictures.stages import STAGES
from web.pictures.table import LOCALES, PICTURES, SIZES

NAMED = re.compile(r"screenshots/([\w-]+)\.webp")
MOST_BYTES = 120_000
MOST_BYTES_OF_ALL = 2_400_000


def test_the_table_names_things_that_there_are() -> None:
    assert [name for name, times in Counter(picture.name for picture in PICTURES).items() if times > 1] == []
    assert {picture.stage for picture in PICTURES} == set(STAGES)
    assert {name for stage in STAGES.values() for name in stage.moments} == set(MOMENTS)
    assert {picture.size for picture in PICTURES} <= set(SIZES)
    assert {picture.language for picture in PICTURES} == set(LOCALES)


def test_every_picture_is_taken_by_the_script_and_shown_in_a_document(repository: Path) -> None:
    documents = [*repository.glob("*.md"), *repository.glob("docs/**/*.md")]
    shown = {name for document in documents for name in NAMED.findall(document.read_text("utf-8"))}
    kept = {path.name for path in (repository / "docs" / "screenshots").iterdir()}
    taken = {picture.name for picture in PICTURES}
    assert kept == {f"{name}.webp" for name in taken}
    assert shown == taken


def test_pictures_are_small_enough_to_be_kept(repository: Path) -> None:
    sizes = {path.name: path.stat().st_size for path in (repository / "docs" / "screenshots").iterdir()}
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}
    assert sum(sizes.values()) <= MOST_BYTES_OF_ALL
