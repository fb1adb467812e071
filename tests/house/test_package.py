"""What is built: the web client into the package, and the package into a wheel."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from fangcheng.variants import VARIANTS


@pytest.fixture
def hook(repository: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", repository / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(hook: ModuleType, root: Path) -> None:
    hook.build_client(root)


def test_a_client_is_built_once(hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def npm(web: Path, *arguments: str) -> None:
        asked.append(arguments[0])
        if arguments[0] == "run":
            folder = Path(arguments[arguments.index("--outDir") + 1])
            folder.mkdir(parents=True)
            (folder / "index.html").write_text("<!doctype html>")

    monkeypatch.setattr(hook, "npm", npm)
    build(hook, tmp_path)
    build(hook, tmp_path)
    assert asked == ["ci", "run"]
    assert (tmp_path / "src/fangcheng/server/static/index.html").exists()


def test_a_broken_build_leaves_no_client(hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def npm(web: Path, *arguments: str) -> None:
        if arguments[0] == "run":
            raise SystemExit("npm run build failed")

    monkeypatch.setattr(hook, "npm", npm)
    with pytest.raises(SystemExit):
        build(hook, tmp_path)
    assert not (tmp_path / "src/fangcheng/server/static").exists()


@pytest.mark.parametrize("compiler", ["false", "no-such-compiler"])
def test_without_a_compiler_the_package_is_pure_and_says_so(
    hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], compiler: str
) -> None:
    monkeypatch.setenv("CC", compiler)
    shapes = tmp_path / hook.SHAPES
    shapes.mkdir(parents=True)
    old = shapes / f"_accelerator{sysconfig.get_config_var('EXT_SUFFIX')}"
    old.touch()
    assert not hook.build_accelerator(tmp_path)
    assert not old.exists()
    assert capfd.readouterr().err.count("pure Python") == 1


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_with_a_compiler_the_accelerator_is_built(hook: ModuleType, repository: Path, tmp_path: Path) -> None:
    shapes = tmp_path / hook.SHAPES
    shutil.copytree(repository / hook.SHAPES, shapes, ignore=shutil.ignore_patterns("*.so"))
    assert hook.build_accelerator(tmp_path)
    assert [path.name for path in shapes.glob("*.so")] == [f"_accelerator{sysconfig.get_config_var('EXT_SUFFIX')}"]


def test_the_wheel_is_complete(repository: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=repository, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    package = repository / "src" / "fangcheng"
    kept = [p for p in package.rglob("*") if p.is_file() and "__pycache__" not in p.parts and "static" not in p.parts]
    missing = {p.relative_to(repository / "src").as_posix() for p in kept} - names
    assert not missing
    assert "fangcheng/server/static/index.html" in names
    rules = {f"fangcheng/server/rules/{path.name}" for path in (repository / "docs" / "rules").glob("*.md")}
    assert not rules - names
    assert len(rules) == 3 * len(VARIANTS)
