"""The scripts' own decisions, on a copy of their library in a folder with a space in its name."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ACCELERATORS = (
    "src/fangcheng/shapes/_accelerator.c",
    "src/fangcheng/shapes/native/run.h",
    "src/fangcheng/variants/guobiao/counter/_core.c",
)
BASH = shutil.which("bash") or "bash"


class House:
    """A folder that looks like the project, and a PATH that holds only what a test puts there and the basic tools."""

    def __init__(self, root: Path, library: Path) -> None:
        self.root = root / "my games"
        self.path = root / "bin"
        self.write("scripts/lib.sh", library.read_text("utf-8"))
        for name in ("requirements/serve.txt", "pyproject.toml", "hatch_build.py", "web/src/main.ts", *ACCELERATORS):
            self.write(name, "as it was")
        self.path.mkdir()
        for tool in ("cat", "cksum", "dirname", "find", "sort"):
            (self.path / tool).symlink_to(shutil.which(tool) or tool)

    def write(self, name: str, text: str) -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def command(self, name: str, body: str) -> Path:
        file = self.path / name
        file.write_text(f"#!{BASH}\n{body}\n", "utf-8")
        file.chmod(0o755)
        return file

    def python(self) -> None:
        """The environment's own Python."""
        file = self.root / ".venv" / "bin" / "python"
        file.parent.mkdir(parents=True)
        file.symlink_to(sys.executable)

    def run(self, line: str, **environment: str) -> subprocess.CompletedProcess[str]:
        script = f'. "{self.root}/scripts/lib.sh"\n{line}'
        return subprocess.run([BASH, "-c", script], cwd="/", env={"PATH": str(self.path), **environment}, capture_output=True, text=True)


@pytest.fixture
def house(tmp_path: Path, repository: Path) -> House:
    return House(tmp_path, repository / "scripts" / "lib.sh")


def test_an_old_or_broken_python_is_passed_over(house: House) -> None:
    house.command("python3", "exit 1")
    house.command("python3.13", "echo 'this version is not installed' >&2; exit 127")
    house.command("python3.12", "exit 0")
    assert house.run("find_python").stdout == "python3.12\n"


def test_no_python_is_said(house: House) -> None:
    done = house.run("find_python; echo went on")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
    assert not done.stdout


def test_without_venv_a_user_is_told_what_to_install(house: House) -> None:
    house.command("python3", "case $2 in *ensurepip*) exit 1 ;; *) echo 3.11 ;; esac")
    house.command("id", "echo 1000")
    done = house.run(f'make_venv python3 "{house.root}/.venv"')
    assert done.returncode == 1
    assert "apt-get install python3.11-venv" in done.stderr


@pytest.mark.parametrize(
    "changed", ["requirements/serve.txt", "pyproject.toml", "hatch_build.py", "web/src/main.ts", "web/src/new.ts", *ACCELERATORS]
)
def test_what_goes_into_the_setup_renews_it(house: House, changed: str) -> None:
    before = house.run("needs serve").stdout
    assert house.run("needs serve").stdout == before
    house.write(changed, "as it is now")
    assert house.run("needs serve").stdout not in ("", before)


def test_installed_node_modules_renew_nothing(house: House) -> None:
    before = house.run("needs serve").stdout
    house.write("web/node_modules/svelte/index.js", "installed")
    assert house.run("needs serve").stdout == before


def test_a_setup_is_ready_only_when_all_of_it_is_there(house: House) -> None:
    house.write(".venv/stamp-serve", house.run("needs serve").stdout)
    assert house.run("ready serve").returncode != 0
    house.write("src/fangcheng/server/static/index.html", "<!doctype html>")
    assert house.run("ready serve").returncode != 0
    house.python()
    house.write(".venv/stamp-serve", house.run("needs serve").stdout)
    assert house.run("ready serve").returncode == 0
    house.write("requirements/serve.txt", "another version")
    assert house.run("ready serve").returncode != 0


def test_a_compiler_that_comes_later_renews_the_setup(house: House) -> None:
    house.python()
    before = house.run("needs serve", CC="some-cc -O2").stdout
    house.command("some-cc", "")
    assert house.run("needs serve", CC="some-cc -O2").stdout not in ("", before)


def test_the_browser_is_the_named_one_or_one_on_the_path(house: House) -> None:
    assert house.run("browser").stdout == ""
    found = house.command("chromium", "")
    assert house.run("browser").stdout == f"{found}\n"
    named = house.command("my browser", "")
    assert house.run("browser", FANGCHENG_CHROMIUM=str(named)).stdout == f"{named}\n"


def test_bench_lists_what_there_is(repository: Path) -> None:
    done = subprocess.run([repository / "scripts" / "bench", "no-such"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "usage: scripts/bench NAME" in done.stderr
