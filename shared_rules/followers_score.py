"""The score of Followers of Cthulhu: what a deal that has ended is worth (F3, F17-F19, F21)."""

from shared_rules.followers_state import CALLED, MATCH_OVER, State, holders, team

CALL_POINTS = {"great": 200, "small": 100}
DECK_POINTS = 100
DOUBLE_POINTS = 200
MATCH_POINTS = 1000
MATCH_TOKENS = 13


def is_double(state: State) -> bool:
    """Whether partners were the first two to go out (F18)."""
    return len(state.out) > 1 and team(state.out[0]) == team(state.out[1])


def card_points(state: State) -> "tuple[int, int]":
    """The card points of a deal that has just ended, team 1 and team 2 (F17, F18).

    Everything unseen is in the last hand, so its points are what the pack's 100 lack.
    """
    if is_double(state):
        return (0, 0)
    points = [0, 0]
    last = holders(state)
    for seat in (1, 2, 3, 4):
        # F17: what lies before a last player goes to the team of the first who went out.
        owner = state.out[0] if state.out and seat in last else seat
        points[team(owner) - 1] += state.taken[seat - 1]
    if len(last) == 1:
        points[2 - team(last[0])] += DECK_POINTS - sum(state.taken)
    return (points[0], points[1])


def calls(state: State) -> "list[tuple[int, str, bool]]":
    """The calls of this deal as (seat, `great` or `small`, whether that seat was first out)."""
    found = []
    for seat in (1, 2, 3, 4):
        made = bool(state.out) and state.out[0] == seat
        if state.great[seat - 1] == CALLED:
            found.append((seat, "great", made))
        if state.small[seat - 1] == CALLED:
            found.append((seat, "small", made))
    return found


def deal_points(state: State) -> "tuple[int, int]":
    """All points of a deal that has just ended, team 1 and team 2: cards, double finish, calls,
    and what card skills added (F3, F17-F19).
    """
    cards = card_points(state)
    points = [cards[0] + state.extra[0], cards[1] + state.extra[1]]
    if is_double(state):
        points[team(state.out[0]) - 1] += DOUBLE_POINTS
    for seat, call, made in calls(state):
        points[team(seat) - 1] += CALL_POINTS[call] if made else -CALL_POINTS[call]
    return (points[0], points[1])


def winner(state: State) -> int:
    """The team that has won the match (F21), 0 while it goes on."""
    if state.ended != MATCH_OVER:
        return 0
    return 1 if state.totals[0] > state.totals[1] else 2
