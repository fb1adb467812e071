"""A table as it is stored, in memory. Nothing here changes before it is durable, so that a table loaded anew is the same as before."""

from __future__ import annotations

import secrets

import msgspec

from fangcheng.actions import Action
from fangcheng.engine.decide import forced_action
from fangcheng.engine.match import Match
from fangcheng.events import Event, Settle
from fangcheng.rules.variant import Variant
from fangcheng.server.protocol import Purse, Status, Terms
from fangcheng.server.results.booking import played
from fangcheng.server.storage.batches import decode_batch, encode_batch
from fangcheng.server.storage.rows import CommandRow, DealRow, SeatRow, Settled, TableRow
from fangcheng.server.tables.accepted import Accepted
from fangcheng.server.tables.play import Play, start_event
from fangcheng.server.tables.standing import Standing, standing_of
from fangcheng.server.tables.store import Store
from fangcheng.server.tables.switches import switched
from fangcheng.server.tables.terms import TableTerms, TermsStore
from fangcheng.variants import get_variant
from fangcheng.wall import commitment, contribution_hash


class Book:
    """A table as the database knows it.

    loaded     whether it has been read; before that nothing else is known
    row        as it was opened, with the people who sat there then; `creator` is the seat of the host at that time
    match      between deals; `before` are the points before the latest deal that is over
    play       the latest deal; `following` is the one to come, None while one is played and after the last
    standing   how the seats stand; `accepted` are ids of commands that are not to be carried out again
    money      what the deals have come to in play money, None where points are only counted
    shown      seats of people who let spectators see their tiles
    open_throughout  those of them that are known to have done so ever since the latest deal began
    """

    row: TableRow
    room: str
    terms: Terms
    creator: int
    variant: Variant
    match: Match
    before: list[int]
    play: Play
    following: DealRow | None
    standing: Standing
    accepted: Accepted
    shown: frozenset[int]
    open_throughout: frozenset[int]
    money: Purse | None

    def __init__(self, table_id: str, store: Store) -> None:
        self.id = table_id
        self.loaded = False
        self._store = store
        self._terms = TermsStore(store.engine)

    async def load(self) -> list[Event]:
        """Read everything from the database; answers the events of the latest deal."""
        saved = await self._store.load(self.id)
        row = self.row = saved.row
        kept = await self._terms.terms_of(self.id) or TableTerms("", 0, Terms(stake=row.stake, fee=row.fee, seconds=row.seconds))
        self.room, self.terms = kept.room, kept.terms
        users = {sits.user_id: seat for seat, sits in enumerate(row.seats) if sits.user_id is not None}
        self.shown = frozenset(users[user] for user in await self._terms.open_hands(list(users)))
        variant = self.variant = get_variant(row.variant)
        self.accepted = Accepted()
        for command in saved.commands:
            self.accepted.at(command.deal)
            self.accepted.add((command.seat, command.id))
        standing = self.standing = standing_of(row.seats, kept.creator, kept.terms, saved.commands)
        self.creator = kept.creator
        self.match = self._new_match()
        self.before = self.match.totals
        for deal in saved.deals:
            if deal.settled:
                self._settle(deal.number, msgspec.json.decode(deal.settled, type=Settle))
        before = self.play.number if self.loaded else None
        batches = [decode_batch(variant, batch) for batch in saved.log]
        self.play = Play.resume(variant, batches, standing.people)
        if self.play.batches == 1:
            self.open_throughout = self.shown
        elif self.play.number != before:
            # For a deal that was already under way, this is not known any more.
            self.open_throughout = frozenset()
        self.open_throughout &= self.shown
        self.accepted.at(self.play.number)
        if self.play.number > standing.deal:
            standing.begin(self.play.number)
        await self._count()
        last = saved.deals[-1]
        self.following = None if last.number == self.play.number or self.over else last
        self.loaded = True
        return [event for batch in batches for event in batch]

    def _new_match(self) -> Match:
        row, secret = self.row, bytes.fromhex(self.row.secret)
        return Match.begin(self.variant, secret, options=row.options, seats=len(row.seats), deals=row.deals, creator=self.creator)

    async def finished(self, number: int) -> list[str]:
        """The batches of a deal that is over; KeyError for one that is not."""
        batches = await self._store.deal_log(self.id, number)
        if batches is None:
            raise KeyError(number)
        return batches

    # --- how things stand -----------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match is over: all deals are played, nobody is left who would want another, or a vote has ended it."""
        return self._over(self.standing)

    def _over(self, standing: Standing) -> bool:
        return standing.dissolved or (self.play.over and (self.match.over or not standing.people))

    @property
    def status(self) -> Status:
        """Whether a deal is played, the next one is waited for, or the match is over."""
        return "over" if self.over else "between" if self.play.over else "playing"

    @property
    def sitting(self) -> list[SeatRow]:
        """Who sits at each seat now: a bot where somebody has left."""
        if not self.standing.gone:
            return self.row.seats
        bot = SeatRow(None, self.terms.bot, self.terms.bot)
        return [bot if seat in self.standing.gone else sits for seat, sits in enumerate(self.row.seats)]

    def show(self, user: str, on: bool) -> bool:
        """A player lets spectators see their tiles from now on, or no longer; whether that is a change."""
        seats, before = frozenset(seat for seat, sits in enumerate(self.row.seats) if sits.user_id == user), self.shown
        self.shown = self.shown | seats if on else self.shown - seats
        self.open_throughout &= self.shown
        return self.shown != before

    @property
    def payers(self) -> tuple[SeatRow, ...]:
        """Who pays and is paid for each seat in the latest deal: a player who leaves during a deal still does for that deal."""
        gone = self.standing.gone
        return tuple(
            now if gone.get(seat, self.play.number) < self.play.number else sits
            for seat, (sits, now) in enumerate(zip(self.row.seats, self.sitting, strict=True))
        )

    @property
    def left(self) -> frozenset[int]:
        """Seats of those who have left in the latest deal."""
        return frozenset(seat for seat, deal in self.standing.gone.items() if deal == self.play.number)

    def plays_for(self, seat: int) -> bool:
        """Whether the table decides for a seat that is asked: a bot's, one in auto-play, and where switches or a single offer decide."""
        standing = self.standing
        return seat not in standing.people or seat in standing.auto or self.decided(seat) is not None

    def decided(self, seat: int) -> Action | None:
        """What a seat that is asked does without deciding: the only thing it can do, or what its switches do."""
        state, on = self.play.state, self.standing.switches.get(seat)
        return forced_action(state, seat) or (switched(state, seat, on) if on else None)

    @property
    def commitment(self) -> str:
        """To the secret of the deal in progress; between deals, of the next one."""
        return commitment(bytes.fromhex(self.following.secret)) if self.following else self.play.state.commitment

    @property
    def entropy(self) -> list[str]:
        """Hashes of what the seats have mixed into the deal that `commitment` is about."""
        seats, mixed = range(len(self.row.seats)), self.standing.mixed
        if self.following:
            return [contribution_hash(mixed.get(seat, "")) for seat in seats]
        return [contribution_hash(text) for text in self.play.state.entropy or [""] * len(seats)]

    # --- what happens ---------------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Start the next deal; its first batch, the start alone, is to be appended."""
        assert self.following is not None
        balances = await self._store.balances(msgspec.structs.replace(self.row, seats=self.sitting))
        mixed = self.standing.mixed
        entropy = tuple(mixed.get(seat, "") for seat in range(len(self.row.seats))) if mixed else ()
        start = start_event(self.variant, self.match, self.following, balances, entropy)
        self.standing.begin(start.number)
        self.accepted.at(start.number)
        self.play, self.following = Play(self.variant, start, self.standing.people), None
        self.open_throughout = self.shown

    async def append(self, command: CommandRow | None) -> None:
        """Store the open batch with the command that caused it, and what its settlement brings."""
        play, settled = self.play, None
        if play.state.settled is not None:
            self._settle(play.number, play.state.settled)
            self.following = None if self.over else DealRow(self.match.played, secrets.token_hex(32))
            settled = Settled(self.following, played(self.row, play.state, self.payers, self.left))
        await self._store.append(self.id, play.number, play.batches, encode_batch(play.fresh), command, settled)
        if settled is not None:
            await self._count()
        if command is not None:
            self.standing = self.standing.after(command)
            self.accepted.add((command.seat, command.id))

    async def accept(self, command: CommandRow) -> None:
        """Store a command that causes no event; the end of the match, if it is that."""
        after = self.standing.after(command)
        over = self._over(after)
        await self._store.accept(self.id, command, over=over)
        self.standing = after
        self.accepted.add((command.seat, command.id))
        if over:
            self.following = None

    async def _count(self) -> None:
        """See what the deals have come to in play money."""
        row = self.row
        self.money = await self._terms.money(self.id, len(row.seats)) if row.stake or row.fee else None

    def _settle(self, number: int, settled: Settle) -> None:
        self.before = self.match.totals
        self.match.settle(settled)
        for seat, deal in self.standing.gone.items():
            if deal == number:
                self.match.seat_left(self.variant, seat)
