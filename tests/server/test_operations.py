"""The operator's page says what the code does: every setting with its default, every metric, every event of the log."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import msgspec
import pytest

from fangcheng.server import metrics
from fangcheng.server.config import Config, ConfigError
from fangcheng.server.serve import variables

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text("utf-8")
SERVER = ROOT / "src" / "fangcheng" / "server"
LEVELS = {"debug", "info", "warning", "error", "exception"}


def test_every_setting_is_listed_with_its_default() -> None:
    listed = dict(re.findall(r"^\| `FANGCHENG_(\w+)` \| *([^|]*?) *\|", PAGE, re.MULTILINE))
    del listed["DATABASE"]
    assert listed == {field.name.upper(): str(field.default) for field in msgspec.structs.fields(Config)}


def test_every_setting_is_explained_in_the_code() -> None:
    assert Config.__doc__ is not None
    for field in Config.__struct_fields__:
        assert re.search(rf"^    {field} ", Config.__doc__, re.MULTILINE), field


def test_every_metric_is_listed() -> None:
    ours = {family.name for family in metrics.registry.collect() if family.name.startswith("fangcheng_")}
    assert len(ours) > 8
    listed = {name.removesuffix("_total") for name in re.findall(r"`(fangcheng_\w+)", PAGE)}
    assert listed == ours


def logged() -> set[str]:
    """Names of all events that the server writes to its log."""
    calls = (node for path in SERVER.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
    written = (call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr in LEVELS and call.args)
    return {call.args[0].value for call in written if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)}


def test_every_event_of_the_log_is_listed() -> None:
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", PAGE.partition("## The log")[2], re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert listed == logged()


def test_settings_on_the_command_line() -> None:
    chosen = variables(["rate=50", "origins=https://a.example https://b.example"])
    assert Config.from_environment(chosen) == Config(rate=50, origins="https://a.example https://b.example")
    for wrong in ("fly=1", "fly", "=1", "RATE=1"):
        with pytest.raises(ConfigError, match="no such setting"):
            variables([wrong])
    with pytest.raises(ConfigError, match="the setting rate needs a value: --set rate=VALUE"):
        variables(["rate"])
