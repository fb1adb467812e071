"""How seats stand: a fold over lines, so whatever is live is what is loaded."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fangcheng.server.protocol import Terms
from fangcheng.server.storage.rows import CommandRow, SeatRow
from fangcheng.server.tables.standing import TABLE, Standing, standing_of

SITTING = [SeatRow("a", None, "a"), SeatRow("b", None, "b"), SeatRow("c", None, "c"), SeatRow(None, "greedy", "greedy")]
TERMS = Terms(seconds=5, reserve=10)

BY_SEAT = st.sampled_from(
    [
        "act 0",
        "act 700",
        "answer",
        "next",
        "auto on",
        "auto off",
        "switch win on",
        "switch win off",
        "switch no_claims on",
        "entropy x",
        "vote yes",
        "vote no",
        "leave",
        "replace 0",
        "replace 1",
        "replace 2",
    ]
)
BY_ITSELF = st.sampled_from(["timeout 0", "timeout 1", "timeout 2", "next", "silence"])
LINE = st.one_of(
    st.tuples(st.integers(0, 2), BY_SEAT, st.integers(0, 1)),
    st.tuples(st.just(TABLE), BY_ITSELF, st.integers(0, 1)),
)


def lines_that_may_come(lines: list[tuple[int, str, int]]) -> list[CommandRow]:
    """Lines as a table accepts them: from people who are there, about people who are there, deals in order, nothing after the end."""
    standing, kept, deal = Standing(SITTING, 0, TERMS), [], 0
    for number, (seat, what, step) in enumerate(lines):
        verb, _, rest = what.partition(" ")
        about = int(rest) if verb in ("timeout", "replace") else seat
        there = standing.people
        if (seat != TABLE and seat not in there) or (about != TABLE and about not in there) or standing.dissolved:
            continue
        deal += step
        row = CommandRow(seat, str(number), deal, what)
        standing = standing.after(row)
        kept.append(row)
    return kept


def test_no_vote_outlives_the_pause() -> None:
    """Or the last one could keep what the others have agreed to for the case that his hand is bad."""
    rows = [CommandRow(0, "1", 0, "vote yes"), CommandRow(1, "2", 0, "vote yes"), CommandRow(0, "3", 1, "act 0")]
    assert standing_of(SITTING, 0, TERMS, rows[:2]).votes == {0: True, 1: True}
    assert standing_of(SITTING, 0, TERMS, rows).votes is None
    after = standing_of(SITTING, 0, TERMS, [*rows, CommandRow(2, "4", 1, "vote yes")])
    assert (after.votes, after.caller, after.dissolved) == ({2: True}, 2, False)


def test_which_deals_must_be_played_out() -> None:
    paid = Terms(stake=5)
    assert standing_of(SITTING, 0, paid, []).must_play_out
    assert not standing_of(SITTING, 0, TERMS, []).must_play_out
    assert not standing_of(SITTING[:3], 0, paid, []).must_play_out
    assert standing_of(SITTING[:3], 0, paid, [CommandRow(1, "1", 0, "leave")]).must_play_out
    alone = [CommandRow(seat, str(seat), 0, "leave") for seat in (1, 2)]
    assert standing_of(SITTING, 0, TERMS, alone).must_play_out


@given(st.lists(LINE, max_size=40))
def test_live_is_loaded(lines: list[tuple[int, str, int]]) -> None:
    rows = lines_that_may_come(lines)
    live = Standing(SITTING, 0, TERMS)
    for row in rows:
        before = vars(live.after(row)), live
        live = live.after(row)
        assert vars(live) == before[0]
    assert vars(live) == vars(standing_of(SITTING, 0, TERMS, rows))


@given(st.lists(LINE, max_size=40))
def test_what_always_holds(lines: list[tuple[int, str, int]]) -> None:
    standing = Standing(SITTING, 0, TERMS)
    for row in lines_that_may_come(lines):
        before, was = standing, {name: repr(value) for name, value in vars(standing).items()}
        standing = standing.after(row)
        assert {name: repr(value) for name, value in vars(before).items()} == was
        people = set(standing.people)
        assert people | standing.gone.keys() == {0, 1, 2}
        assert not people & standing.gone.keys()
        for seats in (standing.auto, standing.ready, standing.switches.keys(), standing.mixed.keys(), (standing.votes or {}).keys()):
            assert set(seats) <= people
        assert standing.host in people or not people
        assert all(0 <= standing.reserve(seat) <= 10_000 for seat in range(4))
        # A vote that everybody who is left has answered is decided.
        assert standing.dissolved or standing.votes is None or len(standing.votes) < len(people) or not people


def test_a_deal_begins_anew() -> None:
    rows = [CommandRow(0, "1", 0, "act 4000"), CommandRow(0, "2", 0, "next"), CommandRow(1, "3", 0, "entropy x")]
    standing = standing_of(SITTING, 0, TERMS, rows)
    assert (standing.reserve(0), standing.ready, standing.mixed) == (6000, {0}, {1: "x"})
    after = standing.after(CommandRow(2, "4", 1, "act 0"))
    assert (after.reserve(0), after.ready, after.mixed) == (10_000, set(), {})
    whole = Terms(seconds=5, reserve=10, reserve_per="match")
    kept = standing_of(SITTING, 0, whole, [*rows, CommandRow(2, "4", 1, "act 0")])
    assert kept.reserve(0) == 6000


def test_a_window_does_not_count_against_misses() -> None:
    rows = [CommandRow(TABLE, "1", 0, "timeout 0"), CommandRow(0, "2", 0, "answer"), CommandRow(TABLE, "3", 0, "timeout 0")]
    assert standing_of(SITTING, 0, TERMS, rows).auto == {0}
    # Nor does an answer end auto-play: that would tell everybody that the seat was asked.
    assert standing_of(SITTING, 0, TERMS, [*rows, CommandRow(0, "4", 0, "answer")]).auto == {0}
    rows[1] = CommandRow(0, "2", 0, "act 0")
    assert standing_of(SITTING, 0, TERMS, rows).auto == set()


def test_whoever_leaves_ends_a_vote_and_does_not_decide_it() -> None:
    rows = [CommandRow(0, "1", 0, "vote yes"), CommandRow(1, "2", 0, "vote yes")]
    for last in (CommandRow(2, "3", 0, "leave"), CommandRow(0, "3", 0, "replace 2")):
        standing = standing_of(SITTING, 0, TERMS, [*rows, last])
        assert (standing.votes, standing.opposed, standing.dissolved) == (None, set(), False)
        # Those who are left may agree anew.
        again = [CommandRow(seat, f"4 {seat}", 0, "vote yes") for seat in (0, 1)]
        assert standing_of(SITTING, 0, TERMS, [*rows, last, *again]).dissolved


def test_silence_decides_nothing_in_a_deal() -> None:
    rows = [CommandRow(0, "1", 0, "vote yes"), CommandRow(TABLE, "2", 0, "silence")]
    standing = standing_of(SITTING, 0, TERMS, rows)
    # Between deals he may ask again.
    assert (standing.votes, standing.opposed, standing.dissolved, standing.auto) == (None, set(), False, set())


def test_without_a_clock_the_table_plays_for_who_does_not_stir_in_a_vote() -> None:
    endless = Terms(seconds=0)
    rows = [
        CommandRow(1, "0", 0, "act 0"),
        CommandRow(0, "1", 0, "vote yes"),
        CommandRow(2, "2", 0, "act 0"),
        CommandRow(TABLE, "3", 0, "silence"),
    ]
    standing = standing_of(SITTING, 0, endless, rows)
    assert (standing.auto, standing.votes) == ({1}, None)
    # He is back as soon as he does anything; and what he does in a window must show in nothing.
    assert standing.after(CommandRow(1, "4", 0, "act 0")).auto == set()
    answered = [*rows[:3], CommandRow(1, "3", 0, "answer"), rows[3]]
    assert standing_of(SITTING, 0, endless, answered).auto == {1}
