"""The Guobiao game (國標麻將) with its specials: rules in docs/rules/guobiao.md; R numbers are its rulings, sections are the specification's.

counter/ counts fan, worth.py adds wild tiles and bonuses, phases.py and events.py hold stakes, dice, horses, peeking, exchange and
fishing, settlement.py pays. This file answers the engine's questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from fangcheng.actions import CLAIM_KONG, DISCARD, KONG, PASS, PUNG, READY, WIN, Action
from fangcheng.engine.fold import Fold
from fangcheng.engine.ready import Ready
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Robbing, Step, Turn, Window
from fangcheng.events import Begin, Draw, Event, Exhausted, Kong, Viewer, Win, WinBy, Winner
from fangcheng.hand import Hand
from fangcheng.rules.variant import Outcome, Payment, Refused, Variant, WinFacts
from fangcheng.score import Score
from fangcheng.shapes import complete, seven_pairs_complete
from fangcheng.tiles import HIDDEN, HONOURS, format_kinds, kind_name, parse_kind, parse_kinds
from fangcheng.variants.guobiao import settlement, worth
from fangcheng.variants.guobiao.counter.count import ORPHANS
from fangcheng.variants.guobiao.events import (
    FOLDS,
    OWN_EVENTS,
    SPECIALS,
    Exchange,
    Fish,
    FishOffer,
    GuobiaoExtra,
    HorseRow,
    Horses,
    HorsesShown,
    Peek,
    Special,
    Stakes,
    Wild,
    extra_of,
)
from fangcheng.variants.guobiao.options import GuobiaoOptions
from fangcheng.variants.guobiao.phases import Exchanging, Fished, Fishing, HorsePicking, Staking, Throwing
from fangcheng.wall import Stream

FORTUNES: Final = (8, 18, 28, 38, 48, 58, 68, 78, 88)


class Guobiao(Variant):
    """Four players, 136 tiles without flowers; stakes, a wild tile, a special set by a double; eight fan to win."""

    id: ClassVar[str] = "guobiao"
    options_type: ClassVar[type[GuobiaoOptions]] = GuobiaoOptions
    own_events: ClassVar[tuple[type[Event], ...]] = OWN_EVENTS
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    buttons: ClassVar[tuple[str, ...]] = ("raise", "horses", "exchange", "fish", "chow", "pung", "kong", "ready", "win", "pass")
    position_facts: ClassVar[frozenset[str]] = frozenset({"wild", "indicator", "horse_row", "fish_tiles", "fortune"})

    def options(self, state: State) -> GuobiaoOptions:
        """The room's options, typed."""
        assert isinstance(state.options, GuobiaoOptions)
        return state.options

    # --- set-up ---------------------------------------------------------------------------------------------------------------

    def first_dealer(self, options: Any, creator: int, stream: Stream) -> int:
        """Section 2: the host throws two dice (打骰定莊)."""
        return (creator + sum(stream.throw(2)) - 1) % 4

    def new_extra(self, state: State) -> GuobiaoExtra:
        return GuobiaoExtra(state.seats)

    def first_step(self, state: State) -> Step | None:
        return Staking() if self.options(state).stakes == "on" else Throwing(seat=state.dealer)

    def aside(self, options: Any, facts: Mapping[str, Any]) -> list[int]:
        return parse_kinds(facts.get("indicator", ""))

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        extra = extra_of(state)
        extra.loaded = {name: facts.get(name) for name in ("wild", "indicator", "horse_row", "fish_tiles", "fortune", "aside")}
        if not state.loaded_dice:
            state.loaded_dice = ((1, 2),)
        standing = isinstance(state.step, Turn)
        for seat, flags in enumerate(facts.get("seat_flags", ())):
            self._seat_flags(state, seat, flags)
        if standing:
            extra.special = self.special_of(state, state.loaded_dice[0])
            extra.stakes_known = extra.wild_known = extra.picked = True
            extra.wild = parse_kind(facts["wild"]) if facts.get("wild") else HIDDEN
            extra.row = tuple(parse_kinds("".join(facts.get("horse_row") or ())))
            if facts.get("aside"):
                extra.indicator = facts["aside"][0]

    def _seat_flags(self, state: State, seat: int, flags: Mapping[str, Any]) -> None:
        extra = extra_of(state)
        extra.stakes[seat] = flags.get("stake", 1)
        if flags.get("ready"):
            extra.ready[seat], extra.first_ready[seat] = True, flags["ready"] == "first"
        extra.peeks[seat] = flags.get("peek", -1)
        extra.picks[seat] = tuple(sorted(parse_kinds(flags.get("horses", ""))))
        if flags.get("no_discard"):
            state.discards[seat] = 0

    # --- before play ------------------------------------------------------------------------------------------------------------

    def reveal_stakes(self, state: State, step: Window) -> Event:
        """All stakes become known together."""
        return Stakes(tuple(step.answers[seat].number for seat in range(state.seats)))

    def special_of(self, state: State, dice: Sequence[int]) -> str:
        """R28: the special that a throw sets, or the room's option; "" for none."""
        options = self.options(state)
        if options.specials not in ("dice", "off"):
            return options.specials
        double = options.specials == "dice" and len(dice) == 2 and dice[0] == dice[1]
        name = SPECIALS[dice[0] - 1] if double else ""
        return "" if name == "horses" and options.horses == "off" else name

    def announce(self, state: State) -> Event:
        """The special of the deal, then the deal itself."""
        special = self.special_of(state, state.dice[-1].dice)
        return Special(special) if special else self.deal(state)  # type: ignore[arg-type]

    def wants_wild(self, state: State) -> bool:
        """R36: in every deal a wild kind is shown."""
        return self.options(state).wild == "on" and not extra_of(state).wild_known

    def wants_horses(self, state: State) -> bool:
        """R28: horses on 1-1, or in every deal."""
        extra = extra_of(state)
        return not extra.row and (extra.special == "horses" or self.options(state).horses == "every_deal")

    def wants_exchange(self, state: State) -> bool:
        """4-4: tiles may be exchanged once."""
        extra = extra_of(state)
        return extra.special == "exchange" and extra.given is None

    def show_wild(self, state: State) -> Event:
        """Section 2: any kind, or with the options the last wall tile turned up, its kind or the next."""
        extra, source = extra_of(state), self.options(state).wild_source
        if source == "random_kind":
            fixed = extra.loaded.get("wild")
            return Wild(parse_kind(fixed) if fixed else Stream(state.seed, "wild").below(34))
        if extra.loaded.get("aside"):
            turned, place = extra.loaded["aside"][0], -1
        else:
            place = state.wall.size - 1
            turned = state.wall.tile(place)
        kind = turned >> 2
        return Wild(kind if source == "flip_same" else successor(kind), turned, place)

    def show_row(self, state: State) -> Event:
        """R29: six different kinds of a virtual set."""
        fixed = extra_of(state).loaded.get("horse_row")
        if fixed:
            return HorseRow(tuple(parse_kinds("".join(fixed))))
        virtual = Stream(state.seed, "horses").shuffle(range(136))
        return HorseRow(tuple(dict.fromkeys(tile // 4 for tile in virtual))[:6])

    def close_horses(self, state: State, step: Window) -> Event:
        """Everybody has picked."""
        return Horses(tuple(step.answers[seat].tiles for seat in range(state.seats)))

    def exchange(self, state: State, step: Window) -> Event:
        """R33: replacements come from the head in seat order from the dealer, then what was given away is mixed into the rest."""
        given = tuple(tuple(_tiles_of(state.hands[seat], step.answers[seat].tiles)) for seat in range(state.seats))
        places = list(state.wall.from_head())
        received: list[tuple[int, ...]] = [()] * state.seats
        for seat in (state.dealer, *state.others(state.dealer)):
            number = len(given[seat])
            received[seat] = tuple(state.wall.tile(place) for place in places[:number])
            places = places[number:]
        rest = [state.wall.tile(place) for place in places]
        back = [tile for tiles in given for tile in tiles]
        if extra_of(state).loaded:
            return Exchange(given, tuple(received), (*rest, *back))
        return Exchange(given, tuple(received), tuple(Stream(state.seed, "exchange").shuffle([*rest, *back])))

    # --- peeking ----------------------------------------------------------------------------------------------------------------

    def free_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """R31: once, at any moment from the deal to its end, one target."""
        extra = extra_of(state)
        if extra.special != "peek" or extra.peeks[seat] >= 0 or not state.wall.size or state.settled or state.win:
            return ()
        return tuple(Action("peek", number=other) for other in range(state.seats) if other != seat)

    def free_event(self, state: State, seat: int, action: Action) -> Event:
        target, step = action.number, state.step
        drawn = step.drawn if isinstance(step, Turn) and step.seat == target else HIDDEN
        return Peek(seat, target, tuple(state.hands[target].tiles()), tuple(state.melds[target]), drawn)

    def watched(self, state: State, viewer: Viewer) -> frozenset[int]:
        peeks = extra_of(state).peeks
        return frozenset(peeks[seat] for seat in viewer.eyes if peeks[seat] >= 0)

    def watchers(self, state: State, seat: int) -> tuple[int, ...]:
        """Who looks at a seat's tiles."""
        return tuple(other for other, target in enumerate(extra_of(state).peeks) if target == seat)

    def face_down_kongs(self, state: State) -> bool:
        return self.options(state).concealed_kong_hidden  # R46

    # --- the turn -------------------------------------------------------------------------------------------------------------

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        seat, actions = turn.seat, []
        fresh = turn.source != "claim"
        if extra_of(state).ready[seat]:
            return self._ready_actions(state, turn)
        if fresh and state.wall.left:  # R7
            actions += [KONG[kind] for kind in self.own_kongs(state, seat)]
        if self.options(state).ready == "on":
            actions += [READY[kind] for kind in self.ready_discards(state, seat)]
        if fresh and self.may_win(state, seat, (turn.drawn,), "self_draw", -1):
            actions.append(WIN)
        return (*actions, *self.discards(state, turn))

    def _ready_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        """R18: a declared hand wins or throws the drawn tile; with the option it kongs it where the waits stay the same."""
        seat, kind = turn.seat, turn.drawn >> 2
        actions = []
        if self.options(state).ready_kong and state.wall.left and kind in self.own_kongs(state, seat):
            actions += [KONG[kind]] if self._keeps_waits(state, seat, kind, 4, turn.drawn) else []
        if self.may_win(state, seat, (turn.drawn,), "self_draw", -1):
            actions.append(WIN)
        return (*actions, DISCARD[kind]) if state.hands[seat].known else ()

    def _keeps_waits(self, state: State, seat: int, kind: int, number: int, drawn: int = HIDDEN) -> bool:
        before, after = state.hands[seat].copy(), state.hands[seat].copy()
        if drawn != HIDDEN:
            before.remove(drawn)
        for tile in after.take(kind, number):
            after.remove(tile)
        return self.waiting_kinds(state, before) == self.waiting_kinds(state, after)

    def ready_discards(self, state: State, seat: int) -> list[int]:
        """Section 6: discards that leave the hand ready by shape on a kind of which the player does not hold four."""
        hand = state.hands[seat].copy()
        found = []
        for kind in range(34):
            if hand.counts[kind]:
                tile = hand.any_tile(kind)
                hand.remove(tile)
                if any(state.owned(seat, wait) < 4 + (wait == kind) for wait in self.waiting_kinds(state, hand)):
                    found.append(kind)
                hand.add(tile)
        return found

    def waiting_kinds(self, state: State, hand: Hand) -> list[int]:
        """Kinds that complete a hand by shape, wild tiles standing for anything, copies ignored."""
        plain, wilds = self._without_wilds(state, hand)
        concealed = hand.size == 13
        found = []
        for kind in range(34):
            grown, more = (plain, wilds + 1) if kind == extra_of(state).wild else (_grown(plain, kind), wilds)
            if _complete(grown, more) or (concealed and _orphans(plain, wilds, kind)):
                found.append(kind)
        return found

    def _without_wilds(self, state: State, hand: Hand) -> tuple[Hand, int]:
        wild = extra_of(state).wild
        wilds = hand.counts[wild] if wild != HIDDEN else 0
        if not wilds:
            return hand, 0
        plain = hand.copy()
        for tile in hand.take(wild, 4):
            plain.remove(tile)
        return plain, wilds

    def act(self, state: State, turn: Turn, action: Action) -> Event:
        if action.verb == "ready":
            kind, hand = action.tiles[0], state.hands[turn.seat]
            drawn = turn.drawn >= 0 and turn.drawn >> 2 == kind
            tile = turn.drawn if drawn else hand.any_tile(kind)
            left = hand.copy()
            left.remove(tile)
            return Ready(turn.seat, tile, tuple(self.waiting_kinds(state, left)), drawn)
        event = super().act(state, turn, action)
        if isinstance(event, Kong) and event.face_down:
            return msgspec.structs.replace(event, watchers=self.watchers(state, turn.seat))
        return event

    def turn_default(self, state: State, turn: Turn, asked: Sequence[Action]) -> Action:
        discards = [action for action in asked if action.verb == "discard"]
        return next((action for action in discards if turn.drawn >= 0 and action.tiles[0] == turn.drawn >> 2), discards[-1])  # R45

    def draw(self, state: State, seat: int, source: str) -> Event:
        event = super().draw(state, seat, source)
        assert isinstance(event, Draw)
        return msgspec.structs.replace(event, watchers=self.watchers(state, seat))

    # --- claims ---------------------------------------------------------------------------------------------------------------

    def claim_actions(self, state: State, seat: int, tile: int, source: int) -> list[Action]:
        wins = [WIN] if self.may_win(state, seat, (tile,), "discard", source) else []
        kind, held, left = tile >> 2, state.hands[seat].counts[tile >> 2], state.wall.left
        if extra_of(state).ready[seat]:
            option = self.options(state).ready_kong and held == 3 and left
            return [CLAIM_KONG, *wins] if option and self._keeps_waits(state, seat, kind, 3) else wins
        if not left and not self.options(state).empty_wall_claims:  # R21
            return wins
        claims = self.chows(state, seat, kind) if seat == state.next_seat(source) else []
        if held >= 2:
            claims.append(PUNG)
        if held == 3 and left:
            claims.append(CLAIM_KONG)
        return claims + wins

    def served(self, state: State, seats: list[int], by: WinBy) -> list[int]:
        return seats if self.options(state).multi_win == "all" else seats[:1]  # R5

    def next_turn(self, state: State, seat: int) -> Event:
        if state.wall.left:
            return self.draw(state, seat, "head")
        return self._fish_from(state, seat) or Exhausted()

    # --- fishing ----------------------------------------------------------------------------------------------------------------

    def _fish_from(self, state: State, seat: int) -> Event | None:
        """4.4: in playing order each ready seat once."""
        extra = extra_of(state)
        if extra.special != "fish":
            return None
        for other in (seat, *state.others(seat)):
            if other not in extra.fished and self.waiting_kinds(state, state.hands[other]):
                return FishOffer(other, self._four_fish(state, other))
        return None

    def _four_fish(self, state: State, seat: int) -> tuple[int, ...]:
        extra = extra_of(state)
        fixed = extra.loaded.get("fish_tiles")
        if fixed:
            return tuple(parse_kinds(fixed[len(extra.fished)]))
        stream = Stream(state.seed, f"fish/{seat}")
        hits = self.waiting_kinds(state, state.hands[seat])
        plain = [kind for kind in hits if kind != extra.wild] or hits
        hit = plain[stream.below(len(plain))]
        others = stream.shuffle([kind for kind in range(34) if kind not in hits]) + stream.shuffle([kind for kind in hits if kind != hit])
        return tuple(stream.shuffle([hit, *others[:3]]))

    def pull(self, state: State, step: Fishing) -> Event:
        """The tile at the place picked is the catch."""
        place = step.answers[step.seat].number
        hit = step.kinds[place - 1] in self.waiting_kinds(state, state.hands[step.seat])
        return Fish(step.seat, place, step.kinds, hit)

    def random_catch(self, state: State, asked: Sequence[Action]) -> Action:
        """R45: a random pick, the same whenever it is asked for."""
        return asked[Stream(state.seed, f"pick/{len(extra_of(state).fished)}").below(len(asked))]

    def after_catch(self, state: State, step: Fished) -> Event:
        """R32: the first hit wins, a miss passes the chance on."""
        if step.hit:
            return Win((self.winner(state, step.seat, (step.kind * 4,), "self_draw", -1),))
        return self._fish_from(state, extra_of(state).fish_from) or Exhausted()

    # --- winning --------------------------------------------------------------------------------------------------------------

    def may_win(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> bool:
        hand = state.hands[seat]
        if not hand.known:
            return False
        plain, wilds = self._without_wilds(state, hand)
        full = plain if isinstance(state.step, Turn) else _grown(plain, tiles[0] >> 2)
        if not _complete(full, wilds) and not (hand.size >= 13 and _orphans(full, wilds, HIDDEN)):
            return False
        return self.judge(state, seat, tiles, by, source) is not None

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        return worth.score_win(self.options(state), self._facts(state, seat, tiles[0], by, source))

    def _facts(self, state: State, seat: int, tile: int, by: WinBy, source: int) -> WinFacts:
        step, extra, hand = state.step, extra_of(state), state.hands[seat]
        win, flags = tile >> 2, set()
        if isinstance(step, Turn):
            dealt = step.source == "deal" and not state.melds[seat]
            win = HIDDEN if dealt else win
            if not dealt:
                hand = hand.copy()
                hand.remove(tile)
            if step.source == "tail":
                flags.add("replacement")
        if extra.ready[seat]:
            flags.add("first_ready" if extra.first_ready[seat] else "ready")
        if not state.wall.left:
            flags.add("last_tile")
        if isinstance(step, Fished):
            flags.add("fished")
        elif self._open_tiles(state, tile >> 2) - (by == "discard") >= 3:
            flags.add("fourth_tile")
        if isinstance(step, Claims) and sum(state.discards) == 1 and source == state.dealer:
            flags.add("first_turn")
        context: dict[str, Any] = {
            "seat_wind": kind_name(HONOURS + (seat - state.dealer) % 4),
            "dealer": seat == state.dealer,
            "payer_dealer": source == state.dealer,
        }
        if extra.wild != HIDDEN:
            context["wild"] = kind_name(extra.wild)
        return WinFacts(hand, state.melds[seat], win, by, frozenset(flags), context)

    def _open_tiles(self, state: State, kind: int) -> int:
        """R26: tiles of a kind that lie open in rivers and exposed melds."""
        hidden = self.face_down_kongs(state)
        rivers = sum(tile >> 2 == kind for river in state.rivers for tile in river.lying())
        shown = [meld for melds in state.melds for meld in melds if not (hidden and meld.is_concealed)]
        return rivers + sum(tile >> 2 == kind for meld in shown for tile in meld.tiles)

    def winner(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Winner:
        facts = self._facts(state, seat, tiles[0], by, source)
        if extra_of(state).special == "fortune":
            fixed = extra_of(state).loaded.get("fortune")
            bonus = fixed or FORTUNES[Stream(state.seed, "fortune").below(len(FORTUNES))]
            facts = facts._replace(context={**facts.context, "fortune": bonus})
        score = worth.score_win(self.options(state), facts)
        assert score is not None
        return Winner(seat, by, tiles, score, tuple(state.hands[seat].tiles()), source)

    def score(self, options: GuobiaoOptions, facts: WinFacts) -> Score | None:
        return worth.score_win(options, facts)

    # --- the end --------------------------------------------------------------------------------------------------------------

    def after_end(self, state: State) -> Event:
        extra = extra_of(state)
        if extra.row and not extra.shown:
            return HorsesShown(tuple(picks or () for picks in extra.picks))
        return self.settle(state)

    def outcome(self, state: State) -> Outcome:
        extra = extra_of(state)
        facts = {
            "stakes": extra.stakes,
            "horses": [[kind_name(kind) for kind in picks or ()] for picks in extra.picks],
            "thrown_dealer": (state.creator + sum(Stream(state.seed, "next dealer").throw(2)) - 1) % state.seats,
        }
        return super().outcome(state)._replace(facts=facts)

    def pay(self, options: GuobiaoOptions, outcome: Outcome) -> Payment:
        return settlement.pay(options, outcome)

    # --- telling people -------------------------------------------------------------------------------------------------------

    def tiles_beside(self, state: State) -> list[int]:
        indicator = extra_of(state).indicator
        return [indicator] if indicator != HIDDEN else []

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        extra = extra_of(state)
        if action.verb == "peek" and extra.special == "peek":
            return Refused("already_peeked" if extra.peeks[seat] >= 0 else "peek_at_another")
        if action.verb == "win":
            return self._why_no_win(state, seat)
        if extra.ready[seat] and action.verb in ("chow", "pung", "kong", "discard"):
            return Refused("ready_hand")
        if action.verb == "ready" and any(offer.verb == "discard" for offer in asked):
            return Refused("not_ready")
        if action.verb == "kong" and not state.wall.left:
            return Refused("too_few_tiles_left", {"left": 0})
        return super().why_not(state, seat, action, tuple(asked))

    def _why_no_win(self, state: State, seat: int) -> Refused:
        step = state.step
        if isinstance(step, Turn) and step.source == "claim":
            return Refused("no_win_after_claim")
        if not isinstance(step, Turn | Claims | Robbing) or (not isinstance(step, Turn) and step.tile == HIDDEN):
            return Refused("no_tile_to_win_on")
        tile, by, source = _on_offer(step)
        anything = msgspec.structs.replace(self.options(state), min_fan=0)
        score = worth.score_win(anything, self._facts(state, seat, tile, by, source))
        if score is None:
            return Refused("not_complete")
        return Refused("too_few_fan", {"fan": score.points, "min_fan": self.options(state).min_fan})

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        extra = extra_of(state)
        badges: list[dict[str, Any]] = [{"id": "stake", "n": extra.stakes[seat]}] if extra.stakes[seat] > 1 else []
        if extra.ready[seat]:
            badges.append({"id": "heavenly_ready" if extra.first_ready[seat] else "ready"})
        return badges

    def centre(self, state: State) -> list[dict[str, Any]]:
        extra = extra_of(state)
        groups: list[dict[str, Any]] = []
        if extra.indicator != HIDDEN:
            groups.append({"id": "indicator", "tiles": [extra.indicator]})
        if extra.wild != HIDDEN:
            groups.append({"id": "wild", "tiles": [extra.wild * 4]})
        if extra.row:
            seats = [settlement.horse_seat(kind, state.dealer, state.seats) for kind in extra.row]
            groups.append({"id": "horse_row", "tiles": [kind * 4 for kind in extra.row], "seats": seats})
        if isinstance(state.step, Fishing):
            groups.append({"id": "fish", "tiles": [HIDDEN] * 4})
        elif extra.catch:
            groups.append({"id": "fish", "tiles": [kind * 4 for kind in extra.catch]})
        return groups

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        extra = extra_of(state)
        facts: dict[str, Any] = {
            "stakes": extra.stakes if extra.stakes_known else None,
            "special": extra.special,
            "ready": extra.ready,
            "horses": [None if picks is None else [kind_name(kind) for kind in picks] for picks in extra.picks],
            "peek": [target if target >= 0 else None for target in extra.peeks],
        }
        if extra.wild != HIDDEN:
            facts["wild"] = kind_name(extra.wild)
        if extra.given is not None:
            facts["exchanged"] = [format_kinds([tile >> 2 if tile >= 0 else HIDDEN for tile in tiles]) for tiles in extra.given]
        return facts


def successor(kind: int) -> int:
    """The next kind in order: 9 to 1, N to E, P to C."""
    if kind < HONOURS:
        return kind // 9 * 9 + (kind + 1) % 9
    return HONOURS + (kind - HONOURS + 1) % 4 if kind < HONOURS + 4 else 31 + (kind - 31 + 1) % 3


def _on_offer(step: Turn | Claims | Robbing) -> tuple[int, WinBy, int]:
    if isinstance(step, Turn):
        return step.drawn, "self_draw", -1
    return (step.tile, "discard", step.source) if isinstance(step, Claims) else (step.tile, "rob_kong", step.seat)


def _tiles_of(hand: Hand, kinds: Sequence[int]) -> list[int]:
    return [tile for kind in dict.fromkeys(kinds) for tile in hand.take(kind, kinds.count(kind) if isinstance(kinds, tuple) else 1)]


def _grown(hand: Hand, kind: int) -> Hand | None:
    """The hand with one more tile; None where it holds four already, which no shape look-up can take."""
    return None if hand.counts[kind] == 4 else worth.with_tile(hand, kind)


def _complete(hand: Hand | None, wilds: int) -> bool:
    if hand is None:
        return False
    if hand.size + wilds == 14 and seven_pairs_complete(hand, wilds):
        return True
    return complete(hand, wilds)


def _orphans(plain: Hand | None, wilds: int, kind: int) -> bool:
    """Whether tiles, wilds and one more of `kind` (HIDDEN: none) make thirteen orphans."""
    if plain is None:
        return False
    counts = plain.counts[:34]
    if kind != HIDDEN:
        counts[kind] += 1
    others = sum(counts) - sum(counts[place] for place in ORPHANS)
    doubled = sum(max(0, counts[place] - 1) for place in ORPHANS)
    return not others and doubled <= 1 and sum(counts) + wilds == 14
