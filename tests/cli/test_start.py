"""How the command begins: what it imports when, and how it is interrupted before everything is there."""

from __future__ import annotations

import subprocess
import sys

import pytest

import fangcheng
from fangcheng.shapes import mode

INTERRUPTED = """
import signal, sys

class Interrupts:
    # Asked for each module before it is imported.
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupts())
from fangcheng.cli import main
main()
"""


@pytest.mark.parametrize("module", ["fangcheng.cli.app", "typer", "fangcheng.variants"])
def test_an_interrupt_while_the_command_begins_shows_no_traceback(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, module, "--help"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_importing_the_package_imports_none_of_its_parts() -> None:
    """Not even the command's: the time in which an interrupt would show a stack trace is that of Python itself."""
    asked = "import sys, fangcheng.cli; print(*sorted(name for name in sys.modules if name.startswith(('fangcheng', 'typer'))))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["fangcheng", "fangcheng.cli"]


def test_a_part_that_is_imported_first_comes_alone() -> None:
    """It asks the package for itself on the way, and would be half imported when all that is exported came in between."""
    asked = "import sys, fangcheng.shapes as shapes; print('fangcheng.exports' in sys.modules, shapes.mode())"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["False", mode()]


def test_the_package_has_the_names_it_exports_and_no_others() -> None:
    assert "Game" in fangcheng.__all__
    assert set(fangcheng.__all__) <= set(dir(fangcheng))
    for name in fangcheng.__all__:
        assert getattr(fangcheng, name) is not None
    with pytest.raises(AttributeError, match="module 'fangcheng' has no attribute 'nothing'"):
        fangcheng.nothing  # type: ignore[attr-defined]  # noqa: B018
