"""`tapdeck score` and `tapdeck classify` without the command line around them."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from tapdeck.classify import classify
from tapdeck.textcommands import classify_command, score_files
from tests.rules.followers_table import cards

GOOD = "game: followers\nseats: Ann, [b]Bo[/b], Cy, Di\n1 great\n1 play NB\n2 play 5H\n3 play 4H\n"


def run_score(paths: list[Path | str], as_json: bool = True, **more: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = score_files([str(path) for path in paths], as_json, out=out, err=err, **more)
    return code, out.getvalue(), err.getvalue()


def run_classify(*words: str, lines: list[str] | None = None) -> tuple[int, list[str], str]:
    out, err = io.StringIO(), io.StringIO()
    code = classify_command("followers", words, lines=lines, out=out, err=err)
    return code, out.getvalue().splitlines(), err.getvalue()


def test_one_object_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD, encoding="utf-8")
    (tmp_path / "b.txt").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    code, out, err = run_score([tmp_path / "a.txt", tmp_path / "b.txt"])
    assert (code, err) == (0, "")
    first, second = [json.loads(line) for line in out.splitlines()]
    assert first == second
    assert first["lines"][-1] == {"line": 6, "ok": False, "reason": "too_low", "reading": None}


def test_unreadable_files_are_named_and_the_others_scored(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.txt").write_text(GOOD + "2 dance\n", encoding="utf-8")
    (tmp_path / "bytes.txt").write_bytes(GOOD.encode() + b"# \xff\n")
    names = ["bad.txt", "missing.txt", "bytes.txt", "good.txt"]
    code, out, err = run_score([tmp_path / name for name in names])
    assert code == 2
    assert len(out.splitlines()) == 1
    bad, missing, not_text = err.splitlines()
    assert bad == f"{tmp_path / 'bad.txt'}:7: no verb 'dance'"
    assert missing.startswith(f"{tmp_path / 'missing.txt'}: cannot be read: ")
    assert not_text == f"{tmp_path / 'bytes.txt'}:7: this is not UTF-8 text"


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("zh-Hans", ["没有动词“dance”", "无法读取：没有这个文件或文件夹", "这不是 UTF-8 文本"]),
        ("zh-Hant", ["沒有動詞「dance」", "無法讀取：沒有這個檔案或資料夾", "這不是 UTF-8 文字"]),
    ],
)
def test_what_is_wrong_is_told_in_the_language_of_the_settings(
    tmp_path: Path, lang: str, said: list[str]
) -> None:
    (tmp_path / "bad.txt").write_text(GOOD + "2 dance\n", encoding="utf-8")
    (tmp_path / "bytes.txt").write_bytes(GOOD.encode() + b"# \xff\n")
    names = ["bad.txt", "missing.txt", "bytes.txt"]
    code, _, err = run_score([tmp_path / name for name in names], lang=lang)
    assert code == 2
    assert [line.rpartition(": ")[2] for line in err.splitlines()] == said
    told = io.StringIO()
    assert classify_command("followers", ["5X"], lang=lang, err=told) == 2
    assert classify_command("spooks", ["SP1"], lang=lang, err=told) == 2
    card, game = told.getvalue().splitlines()
    assert "5X" in card
    assert not re.search("[a-z]{2}", card.replace("followers", ""))
    assert not re.search("[a-z]{2}", game.replace("followers", "").replace("spooks", ""))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    code, out, _ = run_score(["-"])
    assert code == 0
    assert json.loads(out)["game"] == "followers"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Followers of Cthulhu", "Nobody has won yet.", "too_low", "does not beat"]),
        ("zh-Hans", ["克苏鲁的信徒", "尚未分出胜负", "too_low", "大不过"]),
        ("zh-Hant", ["克蘇魯的信徒", "尚未分出勝負", "too_low", "大不過"]),
    ],
)
def test_a_score_sheet_for_people(tmp_path: Path, lang: str, words: list[str]) -> None:
    (tmp_path / "a.txt").write_text(GOOD, encoding="utf-8")
    code, out, _ = run_score([tmp_path / "a.txt"], as_json=False, lang=lang)
    assert code == 0
    for word in words:
        assert word in out


def test_classify_one_play() -> None:
    code, out, err = run_classify("2S", "3H", "4S", "5S", "W1")
    assert (code, err) == (0, "")
    assert [json.loads(line) for line in out] == [
        {
            "type": "straight",
            "rank": "6",
            "bomb": False,
            "tokens": 0,
            "readings": [{"type": "straight", "rank": "6"}, {"type": "straight", "rank": "5"}],
            "reason": None,
        }
    ]


@pytest.mark.parametrize(
    ("text", "kind", "rank", "tokens"),
    [
        ("NB", "single", "NB", 0),
        ("X8", "single", "X8", 0),
        ("BJ", "single", "BJ", 0),
        ("AS AH 2S 2H", "adjacent_pairs", "2", 0),
        ("KS KH AS AH", "adjacent_pairs", "A", 0),
        ("3S 3H 5S 5H W1", "full_house", "5", 0),
        ("5S 5H 5C W1", "four", "5", 1),
        ("AS 2S 3S 4S 5S", "straight_flush", "5", 1),
        ("BJ LJ", "jokers", "BJ", 2),
    ],
)
def test_f6_to_f13_classify(text: str, kind: str, rank: str, tokens: int) -> None:
    found = classify(cards(text))
    assert (found["type"], found["rank"], found["tokens"]) == (kind, rank, tokens)
    assert found["bomb"] == (tokens > 0)
    assert found["readings"][0] == {"type": kind, "rank": rank}
    assert found["reason"] is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("E1", "card_not_in_pack"),
        ("E4 5H", "card_not_in_pack"),
        ("E1 E1", "card_not_in_pack"),
        ("5H 5H", "duplicate_card"),
        ("W1 W2", "two_wilds"),
        ("W1 W2 LJ", "two_wilds"),
        ("W1", "wild_alone"),
        ("W1 LJ", "wild_with_joker"),
        ("5H 6H", "not_a_combination"),
        ("5S 5H 5C 5D W1", "not_a_combination"),
        ("QS KS AS 2S 3S", "not_a_combination"),
        ("5S 5H 5C 6D 6S 7S", "not_a_combination"),
    ],
)
def test_f9_what_can_never_be_played_says_why(text: str, reason: str) -> None:
    assert classify(cards(text)) == {
        "type": None,
        "rank": None,
        "bomb": False,
        "tokens": 0,
        "readings": [],
        "reason": reason,
    }


def test_classify_one_play_a_line() -> None:
    code, out, _ = run_classify("-", lines=["\ufeff5S 5H\r\n", "\n", "E1\n", "NB"])
    assert code == 0
    assert [json.loads(line)["type"] for line in out] == ["pair", None, "single"]


def test_classify_reads_bytes_that_are_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.TextIOWrapper(io.BytesIO(b"5S 5H\n\xff\n"), encoding="ascii")
    monkeypatch.setattr(sys, "stdin", data)
    code, out, err = run_classify("-")
    assert (code, len(out)) == (2, 1)
    assert err.startswith("-:2: ")


def test_classify_says_what_it_cannot_read() -> None:
    assert run_classify("5h") == (2, [], "'5h' is no card of followers\n")
    # F1: of what is not in play only E1-E4 are cards of this game.
    assert run_classify("5H", "SP1") == (2, [], "'SP1' is no card of followers\n")
    assert run_classify()[0] == 2
    code, out, err = run_classify("-", lines=["5S", "", "what"])
    assert (code, len(out), err) == (2, 1, "-:3: 'what' is no card of followers\n")
    err_stream = io.StringIO()
    assert classify_command("spooks", ["SP1"], err=err_stream) == 2
    assert "followers" in err_stream.getvalue()
