"""What all tests share: where the case files are, why a browser test is skipped, and how long an example may take."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine takes its time; what must be fast has a test that measures it.
settings.register_profile("without deadlines", deadline=None)
settings.load_profile("without deadlines")

ROOT = Path(__file__).resolve().parents[1]


def case_directories() -> list[Path]:
    """The project's own case files, and further ones from FANGCHENG_CASES (by default a folder beside the project, if there is one)."""
    named = os.environ.get("FANGCHENG_CASES")
    more = Path(named) if named else ROOT.parent / "shared" / "cases"
    if named and not more.is_dir():
        raise pytest.UsageError(f"FANGCHENG_CASES is not a folder: {named}")
    return [ROOT / "tests" / "cases", *([more] if more.is_dir() else [])]


def case_files() -> list[Path]:
    """Every case file once: a file that another folder has with the same content is left out."""
    found = {path.read_bytes(): path for folder in reversed(case_directories()) for path in sorted(folder.glob("*.jsonl"))}
    return sorted(found.values())


@pytest.fixture(scope="session")
def repository() -> Path:
    return ROOT


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes ``case_file`` runs once for each case file."""
    if "case_file" in metafunc.fixturenames:
        files = case_files()
        metafunc.parametrize("case_file", files, ids=[f"{path.parent.parent.name}/{path.stem}" for path in files])


def chromium() -> str | None:
    names = (os.environ.get("FANGCHENG_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def chromium_executable() -> str:
    """The browser for tests marked ``browser``, which are skipped where there is none."""
    executable = chromium()
    assert executable, "only tests marked browser may ask for a browser"
    return executable


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if chromium():
        return
    reason = "no Chromium found: install one, or name its executable in FANGCHENG_CHROMIUM"
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=reason))
