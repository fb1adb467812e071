"""The source as a whole: what scripts/check says, and promises of the architecture that are about files."""

from __future__ import annotations

import json
import os
import re
import subprocess
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

GAME = re.compile(r"\b(changsha|anhua|zuanpai|two_player_frenzy|guobiao|mcr)\b")


@pytest.mark.quality
@pytest.mark.parametrize("name", ["style", "format", "types", "layers", "dependencies", "web"])
def test_check(repository: Path, name: str) -> None:
    done = subprocess.run([repository / "scripts" / "check", name], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


NOWHERE = {"npm_config_registry": "http://127.0.0.1:9/", "npm_config_fetch_retries": "0", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}
NOWHERE |= dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9/")


def audited(repository: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([repository / "scripts" / "audit"], capture_output=True, text=True, env=os.environ | NOWHERE | environment)


def test_an_audit_without_a_network_says_so(repository: Path) -> None:
    done = audited(repository)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.count("NOT AUDITED") == 2, done.stderr


WEAK = {"vite": [{"id": 1, "url": "https://a.example/1", "title": "a weakness", "severity": "high", "vulnerable_versions": "*"}]}


@pytest.mark.parametrize(("known", "code", "told"), [({}, 0, "audited: npm packages. No known weaknesses"), (WEAK, 1, "a weakness")])
def test_an_audit_fails_where_a_weakness_is_known(repository: Path, known: dict[str, object], code: int, told: str) -> None:
    class Registry(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.dumps(known).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *told: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Registry) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        done = audited(repository, npm_config_registry=f"http://127.0.0.1:{server.server_port}/", npm_config_noproxy="127.0.0.1")
        server.shutdown()
    assert (done.returncode, told in done.stdout + done.stderr) == (code, True), done.stdout + done.stderr


def test_games_are_named_only_in_their_own_files(repository: Path) -> None:
    python = [p for p in (repository / "src").rglob("*.py") if "variants" not in p.parts]
    web = [p for p in (repository / "web" / "src").rglob("*") if p.suffix in (".ts", ".svelte")]
    named = [f"{p.relative_to(repository)}: {m[0]}" for p in python + web for m in GAME.finditer(p.read_text("utf-8"))]
    assert not named, "the question is missing on Variant"


def test_lock_files_name_no_address(repository: Path) -> None:
    locks = [*(repository / "requirements").glob("*.txt"), repository / "web" / "package-lock.json"]
    assert len(locks) == 4
    assert not [lock.name for lock in locks if re.search(r"https?://", lock.read_text("utf-8"))]
