"""The questions of what people are told: reasons, names, marks, tiles that lie open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fangcheng.actions import Action
from fangcheng.events import Viewer
from fangcheng.rules.description import Description
from fangcheng.rules.facts import Refused, WinFacts

if TYPE_CHECKING:
    from fangcheng.engine.state import State


class AboutTelling(Description):
    """What a game tells people."""

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        """Why an action that is not on offer is refused."""
        if action.verb in ("discard", "ready") and not any(action.verb == offer.verb for offer in asked):
            return Refused("not_your_discard")
        if any(kind >= 0 and not state.hands[seat].counts[kind] for kind in action.tiles):
            return Refused("tile_not_in_hand")
        return Refused("not_offered", {"action": str(action)})

    def why_no_win(self, options: Any, facts: WinFacts) -> Refused:
        """Why a hand for which `score` answers None is no win, by the facts alone."""
        return Refused("not_complete")

    def action_name(self, state: State, seat: int, action: Action) -> str:
        """Message id of what to call an action on offer whose verb does not say enough; "" if the verb does."""
        return ""

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        """Marks beside a seat's name: ``{"id": ..., parameters}``; texts are in the catalogues. Alike for all who do not see the hand."""
        return []

    def shown(self, state: State, seat: int) -> list[dict[str, Any]]:
        """Groups of tiles that lie open before a seat beside melds and river: ``{"id": ..., "tiles": [...]}``; as with `badges`, alike for
        all who do not see the hand."""
        return []

    def centre(self, state: State) -> list[dict[str, Any]]:
        """Groups of tiles that lie open in the middle of the table: ``{"id": ..., "tiles": [...]}``."""
        return []

    def marks(self, state: State) -> list[dict[str, Any]]:
        """Kinds with a special meaning in this deal, to be marked wherever they lie: ``{"id", "kinds"}``, and ``"as"`` where a kind stands
        for another."""
        return []

    def tiles_beside(self, state: State) -> list[int]:
        """Tiles that lie in none of wall, hands, melds and rivers, so that the whole set can be accounted for."""
        return []

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """Further facts of a view by name, for programs and case files."""
        return {}
