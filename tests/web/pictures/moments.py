"""Moments of deals that are worth a picture, by name. They are looked for seed by seed, so that rules may change under them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from web.staging import Policy, Reached, calm, deals, eager

from fangcheng.actions import Action
from fangcheng.bots import Bot, make_bot
from fangcheng.engine.game import Game
from fangcheng.engine.view import redact
from fangcheng.events import Event, Settle, player
from fangcheng.variants import get_variant
from fangcheng.variants.changsha.extra import extra_of as changsha_extra
from fangcheng.variants.two_player_frenzy.extra import extra_of as frenzy_extra

# --- how it is played -----------------------------------------------------------------------------------------------------------


class Clever:
    """Plays as the best of the bots at every seat; but the verbs `before` come first where they can, and those in `never` not at all."""

    def __init__(self, *before: str, never: Sequence[str] = ()) -> None:
        self._before, self._never = before, never
        self._game: Game | None = None
        self._bots: list[Bot] = []
        self._shown = 0

    def __call__(self, game: Game, seat: int, offers: Sequence[Action]) -> Action:
        self._show(game)
        for verb in self._before:
            if wanted := [action for action in offers if action.verb == verb]:
                return wanted[0]
        bot = self._bots[seat]
        choice = bot.choose(game.offers(seat) if bot.free else offers)
        return game.default_action(seat) if choice.verb in self._never else choice

    def _show(self, game: Game) -> None:
        if game is not self._game:
            self._game, self._shown = game, 0
            self._bots = [make_bot("greedy", game.state.variant, seat) for seat in range(game.state.seats)]
        for event in game.log[self._shown :]:
            for seat, bot in enumerate(self._bots):
                if (seen := redact(event, player(seat))) is not None:
                    bot.see(seen)
        self._shown = len(game.log)


# --- where it gets --------------------------------------------------------------------------------------------------------------


def at(step: str, *verbs: str) -> Reached:
    """Seat 0 is asked at a step, and may do each of these."""
    return lambda game: game.state.step.name == step and asked(game) and set(verbs) <= {action.verb for action in game.asks()[0]}


def asked(game: Game) -> bool:
    """Seat 0 is asked."""
    return 0 in game.asks()


def both(*reached: Reached) -> Reached:
    return lambda game: all(one(game) for one in reached)


def left(most: int) -> Reached:
    """No more tiles than these are in the wall."""
    return lambda game: game.state.wall.left <= most


def melded(least: int) -> Reached:
    """So many melds lie on the table, one of them before seat 0."""
    return lambda game: bool(game.state.melds[0]) and sum(map(len, game.state.melds)) >= least


def badges(*least: int) -> Reached:
    """The seats have so many badges."""
    return lambda game: all(len(game.state.variant.badges(game.state, seat)) >= number for seat, number in enumerate(least))


def badge(name: str) -> Reached:
    """Seat 0 has a badge."""
    return lambda game: any(one["id"] == name for one in game.state.variant.badges(game.state, 0))


def won(*elements: str, winners: int = 1, reasons: Sequence[str] = (), points: int = 0) -> Reached:
    """The deal is over, so many have won with these elements, one with so many points, and it was paid for these reasons."""

    def reached(game: Game) -> bool:
        win, settled = game.state.win, game.state.settled
        if win is None or settled is None or len(win.wins) < winners:
            return False
        counted = {element.id for winner in win.wins for element in winner.score.elements}
        paid = {transfer.reason for transfer in settled.transfers}
        worth = max(winner.score.points for winner in win.wins)
        return set(elements) <= counted and set(reasons) <= paid and worth >= points

    return reached


def laid_open(game: Game) -> bool:
    """Somebody has laid tiles of his hand open."""
    return any(map(len, changsha_extra(game.state).shown))


def nobody_ready(game: Game) -> bool:
    """Nobody has declared ready."""
    return not any(frenzy_extra(game.state).ready)


def drawn(game: Game) -> bool:
    """The deal is over and nobody has won."""
    return game.over and game.state.win is None


# --- the moments ----------------------------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """Where a deal stands and how it got there. `since` is the seed to begin at: one that is known to lead there, so that nobody waits."""

    game: str
    reached: Reached
    policy: Policy
    since: int = 0
    options: Mapping[str, Any] = MappingProxyType({})
    dealer: int = 0


class Stood(NamedTuple):
    """A deal that has been found."""

    seed: int
    log: list[Event]


def stand(moment: Moment) -> Stood:
    """The first deal that gets there, as far as it went; of one that is over all but the settlement, which the table makes.
    LookupError where none does."""
    for game in deals(get_variant(moment.game), moment.policy, since=moment.since, options=dict(moment.options), dealer=moment.dealer):
        if moment.reached(game):
            start: Any = game.log[0]
            return Stood(int(start.secret, 16), [event for event in game.log if not isinstance(event, Settle)])
    raise LookupError(f"no deal of {moment.game} gets there from seed {moment.since} on")


def special(name: str, reached: Reached, policy: Policy, since: int = 0, **options: Any) -> Moment:
    """A Guobiao deal with a special."""
    return Moment("guobiao", reached, policy, since, {"specials": name, "min_fan": 0, **options})


FRENZY = "two_player_frenzy"
MOMENTS = {
    "changsha table": Moment("changsha", both(at("turn"), left(30), melded(4)), Clever(), 11),
    "changsha float": Moment("changsha", at("floating"), calm),
    "changsha opening": Moment("changsha", at("openings", "declare"), Clever(), 147, options={"float_max": 0}),
    "changsha opened": Moment("changsha", both(at("turn"), laid_open), Clever("declare"), 20),
    "changsha open": Moment("changsha", at("claims", "open"), Clever(), 28),
    "changsha turned": Moment("changsha", at("reveal_claims"), eager("win", "open", "declare"), 717, dealer=1),
    "changsha last tile": Moment("changsha", at("last_offering"), calm),
    "changsha sheet": Moment("changsha", won(winners=2, reasons=("float", "four_joys")), Clever("declare"), 218),
    "anhua table": Moment("anhua", both(at("turn"), left(40), melded(3)), Clever()),
    "anhua ready": Moment("anhua", at("ready_window"), calm, 451, dealer=1),
    "anhua turned": Moment("anhua", at("reveal_claims"), Clever(), 29, dealer=1),
    "anhua sheet": Moment("anhua", won("kong_bloom"), Clever("kong")),
    "zuanpai table": Moment("zuanpai", both(at("turn"), left(40), melded(4)), Clever()),
    "zuanpai any tile": Moment("zuanpai", both(asked, badge("any_tile")), Clever(), 46),
    "zuanpai liable": Moment("zuanpai", both(at("turn"), badges(3, 2)), Clever("pung", "chow", never=("win",))),
    "zuanpai kong": Moment("zuanpai", both(at("turn", "kong"), left(60)), Clever()),
    "zuanpai liability": Moment("zuanpai", won(reasons=("liability_back",)), Clever()),
    "two-player table": Moment(FRENZY, both(at("turn"), left(24), melded(2)), Clever()),
    "two-player eggs": Moment(FRENZY, at("turn", "kong"), calm),
    "two-player ready": Moment(FRENZY, at("turn", "ready"), Clever()),
    "two-player look": Moment(FRENZY, both(at("turn", "ready"), nobody_ready), eager("kong", "pung", "chow", "discard")),
    "two-player split": Moment(FRENZY, both(at("claims"), left(2)), calm),
    "two-player sheet": Moment(FRENZY, won("ready", reasons=("kong_joy",)), Clever("ready")),
    "two-player drawn": Moment(FRENZY, drawn, Clever(), 11),
    "guobiao table": Moment("guobiao", both(at("turn"), left(60), melded(3)), Clever()),
    "guobiao stakes": Moment("guobiao", at("staking"), calm),
    "guobiao horses": special("horses", at("horse_picking"), eager()),
    "guobiao horses lie": special("horses", both(at("turn"), left(70)), Clever()),
    "guobiao exchange": special("exchange", at("exchanging"), eager()),
    "guobiao peek": special("peek", at("turn"), calm),
    "guobiao last chance": special("fish", at("fishing"), calm, 191),
    "guobiao strong hands": special("peak", at("turn"), calm),
    "guobiao ready": Moment("guobiao", at("turn", "ready"), Clever()),
    "guobiao sheet horses": special("horses", won(reasons=("horse",)), Clever()),
    "guobiao sheet fortune": special("fortune", won("fortune"), Clever()),
    "mcr table": Moment("mcr", both(at("turn"), left(60), melded(3)), Clever()),
    "mcr claims": Moment("mcr", both(at("claims", "pung", "chow"), left(80)), Clever()),
    "mcr sheet": Moment("mcr", won("flower_tiles", points=24), Clever()),
}
