"""Golden playthroughs: readable transcripts, each with its result beside it.

The expected results were written once and reviewed; besides, whole deals are scored here a second
time by the scorekeeper on paper, who shares no code with the rules.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shared_rules import packs, reasons
from tapdeck import rules, transcript
from tapdeck.rules.followers_lines import Effect
from tapdeck.session import Entry
from tests.rules import oracle_followers as oracle

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
FOLLOWERS = [path for path in FILES if path.stem.startswith("followers_")]


def name(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_playthrough_ends_as_written(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert transcript.score(path.read_text(encoding="utf-8")) == expected


@pytest.mark.parametrize("path", FILES, ids=name)
def test_comments_say_which_lines_are_refused(path: Path) -> None:
    """A reader of the transcript alone must not be misled."""
    text = path.read_text(encoding="utf-8").splitlines()
    for line in transcript.score("\n".join(text))["lines"]:
        comment = text[line["line"] - 1].partition("#")[2]
        assert line["ok"] != comment.strip().startswith("refused"), line


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_playthrough_goes_to_text_and_back(path: Path) -> None:
    played = transcript.replay(transcript.parse(path.read_text(encoding="utf-8")))
    again = transcript.replay(transcript.parse(transcript.export(played.session)))
    assert all(verdict.ok for _, verdict in again.verdicts)
    one, two = transcript.result(played), transcript.result(again)
    for key in ("game", "finished", "winner", "totals", "rounds", "state"):
        assert one[key] == two[key], key


def reasons_seen(game: str) -> set[str]:
    results = [json.loads(path.with_suffix(".json").read_text()) for path in FILES]
    return {
        line["reason"] for result in results if result["game"] == game for line in result["lines"]
    }


@pytest.mark.parametrize("game", rules.NAMES)
def test_every_reason_of_its_own_occurs_in_some_playthrough(game: str) -> None:
    assert set(reasons.GAMES[game]) - reasons_seen(game) == set()


def test_every_common_reason_occurs_in_some_playthrough_of_followers() -> None:
    assert set(reasons.MOMENT + reasons.CARDS) - reasons_seen("followers") == set()


def test_every_option_of_followers_has_a_playthrough() -> None:
    seen = {
        option
        for path in FOLLOWERS
        for option in transcript.parse(path.read_text(encoding="utf-8")).setup.options.items()
    }
    for option, (_, *others) in rules.full("followers").OPTIONS:
        for value in others:
            assert (option, value) in seen


# --- The paper --------------------------------------------------------------------------------


def deals_of(history: list[Entry]) -> list[list[Entry]]:
    """The entries of each deal."""
    deals: list[list[Entry]] = [[]]
    for entry in history:
        if entry.line == "new":
            deals.append([])
        else:
            deals[-1].append(entry)
    return deals


def hands_of(deal: list[Entry], absent: bool, counts_left: dict[int, int]) -> dict[int, list[str]]:
    """What each seat played, and the unseen cards to whoever still holds some."""
    hands: dict[int, list[str]] = {1: [], 2: [], 3: [], 4: []}
    for entry in deal:
        action = entry.verdict.action
        if action and action.verb == "play":
            hands[action.seat] += [packs.name("followers", card) for card in action.cards]
    seen = set().union(*hands.values())
    unseen = [card for card in oracle.PACK if card not in seen and not (absent and card == "X8")]
    for seat, count in counts_left.items():
        hands[seat] += [unseen.pop() for _ in range(count)]
    assert not unseen
    return hands


def played_on_paper(
    deal: list[Entry], options: dict[str, str], oldest: int
) -> tuple[oracle.Deal, dict[int, int]] | None:
    """A deal as the paper has it, and its points; None where it does not tell: an unfinished
    deal, or one in which a card skill moved the lead.
    """
    absent = options.get("eighth") == "absent"
    left = dict.fromkeys((1, 2, 3, 4), 15)
    if absent:
        left[(oldest + 2) % 4 + 1] = 14
    points = {1: 0, 2: 0}
    for entry in deal:
        action = entry.verdict.action
        assert action is not None
        if isinstance(action, Effect):
            if action.what in ("lead", "trick"):
                return None
            if action.what == "team":
                points[action.target] += action.number
        elif action.verb == "play":
            left[action.seat] -= len(action.cards)
    paper = oracle.Deal(hands_of(deal, absent, left), options)
    for entry in deal:
        action = entry.verdict.action
        assert action is not None
        codes = [packs.name("followers", card) for card in action.cards]
        if action.verb == "play":
            found = oracle.readings(codes)
            assert entry.verdict.reading in found
            if action.want is None:
                assert entry.verdict.reading == found[0]  # F10
        assert not paper.over
        paper.act(action.seat, action.verb, codes, entry.verdict.reading or "")
    if not paper.over:
        return None
    for team, more in paper.points().items():
        points[team] += more
    return paper, points


def test_f3_f14_to_f18_the_scorekeeper_on_paper_agrees() -> None:
    compared = 0
    for path in FOLLOWERS:
        session = transcript.replay(transcript.parse(path.read_text(encoding="utf-8"))).session
        setup = session.setup
        rounds = session.state.rounds
        for place, deal in enumerate(deals_of(session.history)):
            found = played_on_paper(deal, dict(setup.options), setup.first)
            if found is None:
                continue
            paper, points = found
            assert rounds[place]["points"] == {"1": points[1], "2": points[2]}, path.name
            assert rounds[place]["out"] == paper.out
            assert rounds[place]["double"] == paper.is_double()
            compared += 1
    assert compared >= 12
