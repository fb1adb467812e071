"""Records of another platform: tiles, hands, and whole deals there and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from fangcheng.audit.golden import eager_deal
from fangcheng.cli.app import run
from fangcheng.formats import encode_log
from fangcheng.formats.botzone import BotzoneError, format_hand, format_record, parse_hand, parse_record, parse_tile, replay, tile_name
from fangcheng.hand import Hand
from fangcheng.meld import parse_meld
from fangcheng.variants import get_variant

GAME = get_variant("mcr")
# Three players throw what they draw, the fourth waits on two kinds of dragons.
RECORD = """Match 5ebb
Wind 1
Player 0 Deal W1 W4 W7 B1 B4 B7 T1 T4 T7 F1 F2 F3 F4
Player 1 Deal W1 W4 W7 B1 B4 B7 T1 T4 T7 F1 F2 F3 F4
Player 2 Deal W1 W4 W7 B2 B5 B8 T2 T5 T8 F1 F2 F3 F4
Player 3 Deal W2 W2 W2 W3 W3 W3 B5 B5 B5 J1 J1 J2 J2
Player 0 Draw B9
Player 0 Play B9
Player 1 Draw J1
Player 1 Play J1 Ignore Player 0 Chi B8
Player 3 Peng J1
Player 3 Play J2
Player 0 Draw T9
Player 0 Play T9
Player 1 Draw T9
Player 1 Play T9
Player 2 Draw J2
Player 2 Play J2
Player 3 Hu J2
Fan 26 三暗刻*1
Score -8 -8 -34 50
"""


def test_tiles_there_and_back() -> None:
    assert [tile_name(kind) for kind in (0, 8, 9, 26, 27, 30, 31, 33, 34, 41)] == [
        "W1",
        "W9",
        "B1",
        "T9",
        "F1",
        "F4",
        "J1",
        "J3",
        "H1",
        "H8",
    ]
    assert [parse_tile(tile_name(kind)) for kind in range(42)] == list(range(42))
    for wrong in ("W0", "W10", "X1", "J4", "", "W"):
        with pytest.raises(ValueError, match="is no tile"):
            parse_tile(wrong)


def test_hands_there_and_back() -> None:
    hand, melds = Hand.parse("123m55p"), [parse_meld(text) for text in ("[234s]", "[777p]", "(EEEE)")]
    text = format_hand(hand, melds)
    assert text == "CHI,T3,1 PENG,B7,1 GANG,F1,0 W1 W2 W3 B5 B5"
    again, packs = parse_hand(text)
    assert str(again) == str(hand)
    assert [str(meld) for meld in packs] == ["[234s]", "[777p]", "(EEEE)"]


def test_a_public_record_is_played_and_counts_the_same() -> None:
    game = replay(GAME, parse_record(RECORD))
    assert game.state.settled is not None
    assert f"Score {' '.join(map(str, game.state.settled.payments))}" in RECORD
    with pytest.raises(BotzoneError, match="fan here"):
        replay(GAME, parse_record(RECORD.replace("Fan ", "Fan 1")))


@pytest.mark.parametrize("seed", range(30))
def test_deals_there_and_back(seed: int) -> None:
    game = eager_deal(GAME, seed, {"min_fan": 0})
    text = format_record(game.log)
    again = replay(GAME, parse_record(text), {"min_fan": 0})
    assert format_record(again.log) == text
    assert again.state.settled is not None
    assert again.state.settled.payments == game.state.settled.payments  # type: ignore[union-attr]


def test_a_deal_of_the_other_game_is_written_too() -> None:
    assert format_record(eager_deal(get_variant("guobiao"), 3, {"min_fan": 0, "wild": "off"}).log).startswith("Wind 0\nPlayer 0 Deal ")


@pytest.mark.parametrize(
    ("line", "instead", "complaint"),
    [
        ("Player 3 Peng J1", "Player 3 Gang J1", "line 11: player 3 cannot kong"),
        ("Player 0 Play T9", "Player 0 Play J3", "line 14: player 0 cannot discard P"),
        ("Wind 1", "Weather 1", "line 2: 'Weather' is no part of a record"),
        ("Player 0 Draw T9", "Player 0 Draw Z9", "line 13: 'Z9' is no tile"),
        ("Player 0 Draw T9", "Player 2 Draw T9", "line 13: here it is Player 0 Draw T9, in the record Player 2 Draw T9"),
        ("Player 3 Peng J1", "Player 3 Peng J2", "line 11: here it is Player 3 Peng J1, in the record Player 3 Peng J2"),
        ("Player 3 Hu J2", "Player 3 Hu J1", "line 19: here it is Player 3 Hu J2, in the record Player 3 Hu J1"),
        ("Player 3 Hu J2", "Player 3 Hu", "line 19: Hu names 1 tile, not 0"),
        ("Player 3 Hu J2", "Player 3 Hu J2\nPlayer 0 Draw T9", "line 20: nothing more happens here"),
        ("Player 3 Hu J2", "Player 3 Hu J2\nHuang", "somebody wins here, and nobody in the record"),
        ("Player 3 Hu J2\n", "", "the record ends before the deal is over"),
        ("Player 3 Hu J2", "Player 7 Hu J2", "line 19: '7' is no number of 0 to 3"),
        ("Player 0 Deal W1", "Player 0 Deal", "line 3: Deal names 13 tiles, not 12"),
        ("Wind 1", "Wind 4", "line 2: '4' is no number of 0 to 3"),
        ("Wind 1", "Wind", "line 2: words are missing"),
        ("Fan 26", "Fan x", "line 20: 'x' is no number"),
    ],
)
def test_what_is_wrong_is_named(line: str, instead: str, complaint: str) -> None:
    with pytest.raises(BotzoneError, match=complaint):
        replay(GAME, parse_record(RECORD.replace(line, instead, 1)))


def test_the_command_converts_both_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "deal.jsonl"
    log.write_bytes(encode_log(eager_deal(GAME, 41, {"min_fan": 0}).log))
    assert run(["convert", GAME.id, str(log)]) == 0
    record = tmp_path / "deal.txt"
    record.write_text(capsys.readouterr().out, "utf-8")
    assert run(["convert", GAME.id, str(record), "--option", "min_fan=0"]) == 0
    assert capsys.readouterr().out.startswith('{"type":"start"')
    record.write_text(record.read_text("utf-8").replace("Fan ", "Fan 1"), "utf-8")
    assert run(["convert", GAME.id, str(record), "--option", "min_fan=0"]) == 1
    assert "fan here" in capsys.readouterr().err


def test_a_log_of_another_game_is_not_written_as_one_of_this(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "deal.jsonl"
    log.write_bytes(encode_log(eager_deal(get_variant("guobiao"), 3, {}).log))
    assert run(["convert", GAME.id, str(log)]) == 2
    assert "a log of guobiao, not of mcr" in capsys.readouterr().err


def test_a_record_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    record = tmp_path / "deal.txt"
    record.write_text(RECORD, "utf-8-sig")
    assert run(["convert", GAME.id, str(record)]) == 0
