"""Starting the server, and what it says when it cannot."""

from __future__ import annotations

import pytest

from fangcheng.server.config import Config, ConfigError
from fangcheng.server.serve import DEFAULT_PORT, address, bound


def test_settings_come_from_the_environment() -> None:
    assert Config.from_environment({"FANGCHENG_PAUSE": "5", "FANGCHENG_ORIGINS": "https://a.example"}) == Config(
        pause=5, origins="https://a.example"
    )
    with pytest.raises(ConfigError, match="FANGCHENG_PAUSE cannot be 'soon'"):
        Config.from_environment({"FANGCHENG_PAUSE": "soon"})


@pytest.mark.parametrize("name", ["PAUSE", "THINK", "BOT_LIMIT", "RATE", "TABLES"])
def test_settings_that_make_no_sense(name: str) -> None:
    variable = f"FANGCHENG_{name}"
    for value in ("-1", "1000000000", "9" * 30, "1.5", "", "nan", "²"):
        with pytest.raises(ConfigError, match=f"{variable} cannot be '{value}'"):
            Config.from_environment({variable: value})
    least = "0" if name in ("PAUSE", "THINK") else "1"
    assert Config.from_environment({variable: least})
    if least == "1":
        with pytest.raises(ConfigError, match=r"FANGCHENG_\w+ cannot be '0': .*>= 1"):
            Config.from_environment({variable: "0"})


def test_port_is_the_next_free_one_unless_given() -> None:
    with bound("127.0.0.1", None) as first, bound("127.0.0.1", None) as second:
        ports = first.getsockname()[1], second.getsockname()[1]
        assert DEFAULT_PORT <= ports[0] < ports[1]
        with pytest.raises(ConfigError, match=f"port {ports[0]}"), bound("127.0.0.1", ports[0]):
            pass
    with pytest.raises(ConfigError, match=r"203\.0\.113\.1"), bound("203.0.113.1", None):
        pass


def test_address() -> None:
    assert address("0.0.0.0", 80) == "http://127.0.0.1:80/"
    assert address("::1", 80) == "http://[::1]:80/"
    assert address("play.example", 80) == "http://play.example:80/"
