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
    for wrong in ("W0", "W10", "X1", "J4", "", "W", "W１", "w1"):
        with pytest.raises(ValueError, match="is no tile"):
            parse_tile(wrong)


def test_hands_there_and_back() -> None:
    hand, melds = Hand.parse("123m55p"), [parse_meld(text) for text in ("[234s]", "[777p]", "(EEEE)")]
    text = format_hand(hand, melds)
    assert text == "CHI,T3,1 PENG,B7,1 GANG,F1,0 W1 W2 W3 B5 B5"
    again, packs = parse_hand(text)
    assert str(again) == str(hand)
    assert [str(meld) for meld in packs] == ["[234s]", "[777p]", "(EEEE)"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("CHI,W1,1", "is no chow: W1 is its middle tile"), ("CHI,F2,1", "is no chow"), ("PENG,H1,1", "H1 cannot be in it"),
        ("PENG,W1,4", "is no meld"), ("PENG,W1", "is no meld"), ("PENG,W1,1,1", "is no meld"), ("PONG,W1,1", "is no meld"),
        ("W1 W1 W1 W1 W1", "five tiles of 1m"),
    ],
)  # fmt: skip
def test_hands_that_cannot_be(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_hand(text)


def test_melds_that_have_no_name_there() -> None:
    with pytest.raises(ValueError, match=r"no meld \{CFP\}"):
        format_hand(Hand.parse("1m"), [parse_meld("{CFP}")])


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
        ("Score -8 -8 -34 50", "Score -8 -8 -34 51", "the scores are -8 -8 -34 50 here, -8 -8 -34 51 in the record"),
        ("Score -8 -8 -34 50", "Score -8 -8 -34", "line 21: Score names 3 players, not 4"),
        ("Player 2 Deal", "Player 1 Deal", "line 5: player 1 is dealt another hand"),
        ("Wind 1", "1 0 0 0 0 W1 W2", "line 2: this is what a bot was told"),
        ("Wind 1", "Match 5ebc\nWind 1", "line 2: another deal begins; name the one that is wanted, such as --match 5ebc"),
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


def test_what_others_wanted_is_read_over() -> None:
    wanted = RECORD.replace("Player 3 Hu J2", "Player 3 Hu J2 Ignore Player 0 PENG J2 Ignore Player 1 HU J2")
    assert replay(GAME, parse_record(wanted)).log == replay(GAME, parse_record(RECORD)).log


def test_a_file_of_many_deals() -> None:
    other = RECORD.replace("5ebb", "77aa").replace("Wind 1", "Wind 2")
    both = f"{RECORD}\r\n{other}".replace("\n", "\r\n")
    assert [parse_record(both, name).wind for name in ("5ebb", "77aa")] == [1, 2]
    assert parse_record(both, "77aa").lines[0].number == 26
    for name in ("5eb", "5ebb 77aa"):
        with pytest.raises(BotzoneError, match=f"there is no Match {name}"):
            parse_record(both, name)


@pytest.mark.parametrize(("text", "complaint"), [
    ("", "there is no deal in it"), ("\n \n", "there is no deal in it"), ("Match 5ebb\nHuang\nScore 0 0 0 0", "there is no deal in it"),
    ("\n".join(RECORD.splitlines()[:4]), "player 2 is dealt no hand"), ("Player 0 Play W1", "player 0 is dealt no hand"),
])  # fmt: skip
def test_files_without_a_deal(text: str, complaint: str) -> None:
    with pytest.raises(BotzoneError, match=complaint):
        parse_record(text)


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


def test_the_command_chooses_a_deal_and_says_how_to_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(f"{RECORD}{RECORD.replace('5ebb', '77aa')}", "utf-8")
    assert run(["convert", GAME.id, str(file)]) == 2
    assert "line 22: another deal begins" in capsys.readouterr().err
    assert run(["convert", GAME.id, str(file), "--match", "77aa"]) == 0
    log = tmp_path / "deal.jsonl"
    log.write_text(capsys.readouterr().out, "utf-8")
    assert run(["convert", GAME.id, str(log)]) == 0
    again = capsys.readouterr().out.replace("+碰碰和*1+箭刻*1+缺一门*1+单钓将*1", "")
    assert again.splitlines() == RECORD.replace(" Ignore Player 0 Chi B8", "").splitlines()[1:]
    log.write_bytes(encode_log(eager_deal(GAME, 41, {"min_fan": 0, "concealed_kong_hidden": False}).log))
    assert run(["convert", GAME.id, str(log)]) == 0
    assert capsys.readouterr().err == "fangcheng: to read the record again: --option min_fan=0 --option concealed_kong_hidden=false\n"


@pytest.mark.parametrize("text", ['{"requests": ["0 1 2"], "responses": []}', '[{"output": {}}]', "{}"])
def test_what_is_no_record_but_json(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    file = tmp_path / "log.json"
    file.write_text(text, "utf-8")
    assert run(["convert", GAME.id, str(file)]) == 2
    assert "JSON, but no log of a deal" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("hand", "other"),
    [
        ("W1 W2 W3 B5 B5 CHI,T3,1 PENG,B7,1", "123m55p [234s] [777p]"),
        ("123m55p [234s] [7 7 7p] (EEEE)", "CHI,T3,1 PENG,B7,1 GANG,F1,0 W1 W2 W3 B5 B5"),
        ("W", "F3"),
        ("GANG,J1,2", "[CCCC]"),
    ],
)
def test_the_command_converts_hands(capsys: pytest.CaptureFixture[str], hand: str, other: str) -> None:
    assert run(["convert", GAME.id, "--hand", hand]) == 0
    assert capsys.readouterr().out == f"{other}\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--hand", "W1 X2"], "unexpected character"), (["--hand", " "], "--hand is empty"),
        (["--hand", "CHI,W1,1"], "W1 is its middle tile"),
        (["--hand", "PENG,W1,1 W1 W1"], "5 tiles 1m where mcr has only 4"), ([], "name either a FILE or a --hand"),
        (["deal.jsonl", "--hand", "W1"], "name either a FILE or a --hand"),
    ],
)  # fmt: skip
def test_what_the_command_cannot_convert(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert run(["convert", GAME.id, *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_a_log_of_another_game_is_not_written_as_one_of_this(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "deal.jsonl"
    log.write_bytes(encode_log(eager_deal(get_variant("guobiao"), 3, {}).log))
    assert run(["convert", GAME.id, str(log)]) == 2
    assert "a log of guobiao, not of mcr" in capsys.readouterr().err


def test_a_record_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    record = tmp_path / "deal.txt"
    record.write_text(RECORD, "utf-8-sig")
    assert run(["convert", GAME.id, str(record)]) == 0


def test_a_record_with_tiles_that_a_game_does_not_have_is_not_of_that_game() -> None:
    flower = RECORD.replace("Player 0 Draw B9", "Player 0 Draw H3\nPlayer 0 BuHua H3\nPlayer 0 Draw B9")
    with pytest.raises(BotzoneError, match="line 7: guobiao is played without H3"):
        replay(get_variant("guobiao"), parse_record(flower))
