"""What a viewer sees of secrets that each seat has one of."""

from fangcheng.events import SPECTATOR, Viewer, player
from fangcheng.tiles import HIDDEN


def test_of_secrets_a_player_knows_his_own() -> None:
    assert player(1).own((5, 6, 7), None) == [None, 6, None]
    assert SPECTATOR.own((5, 6, 7), -1) == [-1, -1, -1]


def test_tiles_are_hidden_one_by_one_unless_the_hand_may_be_seen() -> None:
    hands = ((0, 4), (8,), ())
    assert player(0).tiles(hands) == ((0, 4), (HIDDEN,), ())
    assert Viewer(-1, frozenset(), frozenset({1})).tiles(hands) == ((HIDDEN, HIDDEN), (8,), ())
