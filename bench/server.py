"""The server under load: tables of four people each, on one core, the people in this process on another.

    ./scripts/bench server [--tables 500] [--interval 2] [--seconds 60] [--saturate 15] [--json]

1. Human pace: an action a table every `interval` s. An action is seen when everybody who may know of it has got it; every one of
   them is stored durably before. Memory is what the server takes above a server without tables. It is looked at all the time, and told
   at several moments. Whether it grows shows in half an hour (`--seconds 1800 --saturate 0`): a deal takes minutes, and more as it goes on.
2. Saturation: the server again, without its pause, and every table acts as soon as somebody is asked: messages a second.
3. A bare server on the same stack (uvicorn, Litestar) that sends what one of four says to all four, messages of the same size:
   what websockets alone cost.

With `--saturate 0` there is only the first. The share of 2 in 3 is that of messages a second. Beside it stands the share at the same time
of the core, which says more where the core is shared with others; and what the players have used of their core, which must not be what
holds up either server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uvloop
from _memory import Memory
from _seats import Count, Socket, TableOfPlayers, connect
from _servers import CORES, Used, bare, fangcheng
from _tables import Opened, fill

from fangcheng.server.players.sessions import COOKIE
from fangcheng.server.serve import allow_files

WARM = 0.25
"""Share of the time at human pace that is not counted, but for memory: until then not every table has been played on."""
SEVERAL_DEALS = 900.0
"""Seconds at human pace from which on what memory does says something about growth."""
TOGETHER = 10
"""Tables that connect at the same time: few enough that nobody waits too long where the machine is busy."""


async def sit_down(opened: Sequence[Opened], port: int, count: Count, chance: random.Random) -> list[TableOfPlayers]:
    """Connect everybody."""
    tables = [TableOfPlayers(table.tokens, COOKIE, count, random.Random(chance.random())) for table in opened]
    for start in range(0, len(tables), TOGETHER):
        group = zip(tables[start : start + TOGETHER], opened[start : start + TOGETHER], strict=True)
        await asyncio.gather(*(table.join(port, there.id) for table, there in group))
    return tables


async def play(tables: Sequence[TableOfPlayers], interval: float, seconds: float) -> float:
    """Let everybody play; the seconds it took."""
    began = time.perf_counter()
    await asyncio.gather(*(table.play(interval, began + seconds) for table in tables))
    return time.perf_counter() - began


async def at_human_pace(opened: Sequence[Opened], database: Path, given: argparse.Namespace, chance: random.Random) -> dict[str, Any]:
    """Latency and memory while people play as people do."""
    count = Count()
    with fangcheng(database.with_name("empty.db")) as empty:
        await asyncio.sleep(1)
        base = empty.memory()
    with fangcheng(database) as server:
        tables = await sit_down(opened, server.port, count, chance)
        memory = Memory(server, base, len(tables), given.seconds)
        with memory.watched():
            await play(tables, given.interval, given.seconds * WARM)
            cpu, before, messages = server.cpu(), count.acted, count.messages
            count.late.clear()
            took = await play(tables, given.interval, given.seconds * (1 - WARM))
            cpu = server.cpu() - cpu
        for table in tables:
            table.leave()
    return {
        "actions_per_s": (count.acted - before) / took,
        "wanted_per_s": len(tables) / given.interval,
        "messages_per_s": (count.messages - messages) / took,
        "bytes_per_message": count.bytes / count.messages,
        "p50_ms": count.percentile(0.5),
        "p95_ms": count.percentile(0.95),
        "p99_ms": count.percentile(0.99),
        "max_ms": count.percentile(1),
        "core_used": cpu / took,
        "kb_per_table": memory.highest,
        "kb_grown_per_table": memory.grown,
        "kb_at": memory.moments(),
        "growth_tells": given.seconds >= SEVERAL_DEALS,
        "told_in_part": count.in_part,
        "refused": len(count.refused),
        "refusals": sorted(set(count.refused)),
    }


async def saturated(opened: Sequence[Opened], database: Path, given: argparse.Namespace, chance: random.Random) -> dict[str, Any]:
    """As fast as it goes."""
    count = Count()
    with fangcheng(database, pause=0, rate=100_000) as server:
        tables = await sit_down(opened, server.port, count, chance)
        before, size, used = count.messages, count.bytes, Used(server)
        playing = asyncio.create_task(play(tables, 0, given.saturate))
        # Not until the last table has ended: whose last answer is secret waits to see that nobody is told of it, and the server for him.
        await asyncio.sleep(given.saturate)
        messages = count.messages - before
        found = {
            "actions_per_s": count.acted / given.saturate,
            "messages_per_s": messages / given.saturate,
            "bytes_per_message": (count.bytes - size) / messages,
            "p95_ms": count.percentile(0.95),
            **used.shares(messages),
        }
        await playing
        for table in tables:
            table.leave()
    return found | {"refused": len(count.refused)}


async def broadcast(rooms: int, size: int, given: argparse.Namespace) -> dict[str, Any]:
    """The bare server as fast as it goes: in every room the next message follows when all four have the one before."""
    messages = 0
    with bare(size) as server:
        sockets: list[list[Socket]] = [[] for _ in range(rooms)]
        waiting = [0] * rooms
        said = json.dumps({"type": "act", "id": "c100", "seq": 17, "deal": 0, "action": "discard 5m"}).encode()

        def hear(room: int) -> None:
            nonlocal messages
            messages += 1
            waiting[room] -= 1
            if waiting[room] == 0 and time.perf_counter() < until:
                waiting[room] = 4
                sockets[room][messages % 4].send(said)

        for room in range(rooms):
            sockets[room] = [await connect(server.port, f"/{room}", lambda _, room=room: hear(room)) for _ in range(4)]
        await asyncio.sleep(0.5)
        used, began = Used(server), time.perf_counter()
        until = began + given.saturate
        for room in range(rooms):
            waiting[room] = 4
            sockets[room][0].send(said)
        await asyncio.sleep(given.saturate)
        rate, shares = messages / (time.perf_counter() - began), used.shares(messages)
        for each in (each for room in sockets for each in room):
            each.close()
    return {"messages_per_s": rate, **shares}


async def measure(given: argparse.Namespace) -> dict[str, Any]:
    """All three, one after the other."""
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "load.db")
        opened = await fill(database, given.tables, chance)
        result: dict[str, Any] = {"tables": given.tables, "pace": await at_human_pace(opened, database, given, chance)}
        if not given.saturate:
            return result
        result["saturated"] = await saturated(opened, database, given, chance)
    full = result["saturated"]
    least = result["bare"] = await broadcast(given.tables, round(full["bytes_per_message"]), given)
    result["share_of_bare"] = full["messages_per_s"] / least["messages_per_s"]
    result["share_at_same_core"] = least["us_per_message"] / full["us_per_message"]
    return result


def flood(measured: dict[str, Any]) -> str:
    """What a server under full load sends and needs, in words."""
    return (
        f"{measured['messages_per_s']:.0f} messages/s of {measured['us_per_message']:.0f} us, {measured['core_used']:.0%} of the core "
        f"(the players: {measured['players_core_used']:.0%} of theirs)"
    )


def tell(result: dict[str, Any]) -> str:
    """The result in words."""
    pace, tables = result["pace"], result["tables"]
    unless = "" if pace["growth_tells"] else ", within a deal: it takes longer to tell"
    at = ", ".join(f"{kilobytes:.0f} at {second} s" for second, kilobytes in pace["kb_at"])
    lines = [
        ("", f"{tables} tables, {4 * tables} seats, one core, SQLite with synchronous=FULL"),
        ("human pace", f"{pace['actions_per_s']:.1f} actions/s of {pace['wanted_per_s']:.1f} wanted, {pace['core_used']:.0%} of the core"),
        ("", f"{pace['messages_per_s']:.0f} messages/s of {pace['bytes_per_message']:.0f} bytes"),
        (
            "seen by all",
            f"p50 {pace['p50_ms']:.1f} ms, p95 {pace['p95_ms']:.1f} ms (at most 50), p99 {pace['p99_ms']:.1f} ms (at most 150)",
        ),
        ("memory", f"at most {pace['kb_per_table']:.1f} kB a table (below 300): {at}"),
        ("growth", f"{pace['kb_grown_per_table']:+.1f} kB a table from the second and third sixth of the time to its last third{unless}"),
        (
            "refused",
            f"{pace['refused']} {' '.join(pace['refusals'])}; told in part: {pace['told_in_part']}",
        ),
    ]
    if "saturated" in result:
        lines += at_saturation(result)
    return "\n".join(f"{name:<12}{words}" for name, words in lines)


def at_saturation(result: dict[str, Any]) -> list[tuple[str, str]]:
    """The lines about full load."""
    full, least = result["saturated"], result["bare"]
    return [
        ("saturated", f"{full['actions_per_s']:.1f} actions/s, {flood(full)}"),
        ("bare", flood(least)),
        (
            "share",
            f"{result['share_of_bare']:.2f} of the bare server's messages (at least 0.25), "
            f"{result['share_at_same_core']:.2f} at the same time of the core",
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--interval", type=float, default=2.0, help="s between two actions at a table")
    parser.add_argument("--seconds", type=float, default=60.0, help="time at human pace; 1800 for half an hour")
    parser.add_argument("--saturate", type=float, default=15.0, help="time of each of the other two, in s; 0 to leave them out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if len(CORES) > 1:
        os.sched_setaffinity(0, CORES[1:])
    allow_files()
    result = uvloop.run(measure(given))
    print(json.dumps(result) if given.json else tell(result))


if __name__ == "__main__":
    main()
