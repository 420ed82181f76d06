"""The log of a match: undone, corrected, void and noted, and how it is told."""

import pytest
from keeping import DOUBLES, THREE, played, setup

from game.events import (
    GameForfeited,
    MatchAwarded,
    Noted,
    RoundAwarded,
    RoundCorrected,
    RoundForfeited,
    RoundScored,
    RoundVoided,
    ShootoutHeld,
    StartChosen,
    TimeExpired,
    Undone,
)
from game.match import new_match, record, replay
from game.violation import RuleViolation
from game.words import log

A = RoundScored(totals=(50, 20))
B = RoundScored(totals=(20, 50))
TIE = RoundScored(totals=(30, 30))
ONE_ROUND = {"type": "rounds", "n": 1, "tie": "draw"}


def test_undo_takes_back_the_latest_event_still_in_effect():
    match = played(A, B, Undone())
    assert match.state == played(A).state
    assert match.events == (A, B, Undone()), "the log forgets nothing"
    assert played(A, B, Undone(), Undone()).state == played().state
    assert played(A, Undone(), B).state == played(B).state
    with pytest.raises(RuleViolation, match="there is nothing to undo"):
        played(A, Undone(), Undone())
    with pytest.raises(RuleViolation, match="there is nothing to undo"):
        replay(setup(), [A, Undone(), Undone()])


def test_undo_reaches_over_the_end_of_a_match_and_over_corrections():
    over = played(A, A, A, A)
    assert record(over, Undone()).state == played(A, A, A).state
    corrected = RoundCorrected(round=1, now=B, reason="read again")
    assert played(A, B, corrected, Undone()).state == played(A, B).state


def test_everything_derived_follows_a_correction():
    match = played(A, B, A, RoundCorrected(round=2, now=A, reason="read again"))
    assert match.state == played(A, A, A).state
    assert [one.points for one in match.state.rounds] == [(2, 0)] * 3
    # A round corrected twice, and a forfeited one, which turns out to have been played.
    twice = played(A, RoundCorrected(round=1, now=B, reason="one"), RoundCorrected(round=1, now=TIE, reason="two"))
    assert twice.state == played(TIE).state
    forfeited = played(RoundForfeited(side=0, reason="late"), RoundCorrected(round=1, now=A, reason="came after all"))
    assert forfeited.state == played(A).state


def test_a_correction_may_reopen_a_game():
    over = played(A, A, rules="mayday", end={"type": "points", "target": 60})
    assert over.state.over
    reopened = record(over, RoundCorrected(round=1, now=B, reason="sides mixed up"))
    assert not reopened.state.over
    assert reopened.state.game.scores == (30, 30)


@pytest.mark.parametrize("number", [0, 3])
def test_only_a_round_that_was_played_can_be_corrected(number):
    with pytest.raises(RuleViolation, match=f"there is no round {number} to correct: 2 have been played"):
        played(A, B, RoundCorrected(round=number, now=A, reason="read again"))


def test_a_correction_has_to_fit_what_followed_and_to_say_why():
    agreed = {"rules": "mayday", "end": {"type": "points", "target": 60}}
    with pytest.raises(RuleViolation, match="does not fit the rest of the match: the match is over"):
        played(A, RoundScored(totals=(40, 20)), A, RoundCorrected(round=1, now=RoundScored(totals=(60, 0)), reason="x"),
               **agreed)  # fmt: skip
    with pytest.raises(RuleViolation, match="Ann cannot have 165 points"):
        played(A, RoundCorrected(round=1, now=RoundScored(totals=(165, 0)), reason="read again"))
    with pytest.raises(RuleViolation, match="a reason has to be given"):
        played(A, RoundCorrected(round=1, now=B, reason=""))


def test_a_void_round_is_played_again_from_the_same_start():
    match = played(A, B, RoundVoided(reason="board knocked"))
    assert match.state.game == played(A).state.game
    assert match.state.due.place == 1
    assert match.state.notes == ("board knocked",)
    again = played(A, B, RoundVoided(reason="board knocked"), A)
    assert [one.starter for one in again.state.rounds] == ["Ann", "Bo"]
    assert again.state.rounds[-1].number == 2
    assert played(A, RoundVoided(reason="board knocked")).state.games == played().state.games
    # The number of a void round goes to the round that is played in its place.
    corrected = played(A, B, RoundVoided(reason="knocked"), TIE, RoundCorrected(round=2, now=A, reason="read again"))
    assert corrected.state.game.scores == (4, 0)


def test_a_void_round_reopens_what_it_had_ended():
    two_games = {"end": ONE_ROUND, "match": {"games": 2}}
    match = played(A, B, RoundVoided(reason="knocked"), **two_games)
    assert len(match.state.games) == 1
    assert match.table.ring[match.state.due.place] == "Bo"
    assert played(*match.events, A, **two_games).state.games_won == (2, 0)
    assert not played(A, RoundVoided(reason="knocked"), end=ONE_ROUND).state.over


@pytest.mark.parametrize(
    "events",
    [
        [],
        [A, GameForfeited(side=0, reason="left")],
        [A, TimeExpired()],
        [A, MatchAwarded(winner=0, reason="late")],
    ],
)
def test_no_other_round_can_be_void(events):
    with pytest.raises(RuleViolation, match="no round to void"):
        played(*events, RoundVoided(reason="knocked"))


def test_a_round_that_a_shoot_out_followed_cannot_be_void():
    agreed = {"end": {"type": "rounds", "n": 1, "tie": "tiebreak"}}
    with pytest.raises(RuleViolation, match="no round to void"):
        played(TIE, ShootoutHeld(holes=(1, 1)), RoundVoided(reason="knocked"), **agreed)
    assert played(TIE, RoundVoided(reason="knocked"), **agreed).state.game == played(**agreed).state.game


def test_notes_change_no_score():
    match = played(Noted(text="best of luck"), A, Noted(text="warned: coaching", side=1))
    assert match.state.notes == ("best of luck", "Bo: warned: coaching")
    assert match.state.games == played(A).state.games
    assert played(A, Noted(text="late"), end=ONE_ROUND).state.notes == ("late",), "also after the end"
    with pytest.raises(RuleViolation, match="no side number 2"):
        played(Noted(text="warned", side=2))


def test_a_match_never_changes():
    match = played(A)
    before = match.state
    record(match, B)
    with pytest.raises(RuleViolation):
        record(match, RoundScored(totals=(1, 2)))
    assert match.state == before
    assert match.events == (A,)
    with pytest.raises(AttributeError):
        match.state.games[0].scores = (99, 0)


def test_the_log_tells_everything():
    match = played(
        RoundScored(totals=(50, 20), twenties=(1, 0), at="2026-11-20T19:40:00Z"),
        Undone(),
        A,
        RoundCorrected(round=1, now=B, reason="read again"),
        RoundVoided(reason="board knocked"),
        RoundForfeited(side=0, reason="late"),
        StartChosen(player="Ann", reason="drawn again"),
        RoundAwarded(points=(2, 0), reason="wrong colour"),
        Noted(text="coached", side=1),
        Noted(text="board 4"),
        GameForfeited(side=1, reason="left"),
        Undone(),
        TimeExpired(),
        Undone(),
        MatchAwarded(winner=1, reason="disqualified"),
        Undone(),
        MatchAwarded(winner=None, reason="rain"),
    )
    assert log(match) == (
        "1. 2026-11-20T19:40:00Z round scored Ann 50 (20s: 1), Bo 20 (20s: 0)",
        "2. taken back: 1, round scored Ann 50 (20s: 1), Bo 20 (20s: 0)",
        "3. round scored Ann 50, Bo 20",
        "4. round 1 corrected to Ann 20, Bo 50: read again",
        "5. last round void: board knocked",
        "6. Ann forfeited the round: late",
        "7. Ann to start: drawn again",
        "8. round awarded 2 to 0: wrong colour",
        "9. Bo: coached",
        "10. board 4",
        "11. Bo forfeited the game: left",
        "12. taken back: 11, Bo forfeited the game: left",
        "13. time ran out",
        "14. taken back: 13, time ran out",
        "15. match awarded to Bo: disqualified",
        "16. taken back: 15, match awarded to Bo: disqualified",
        "17. match awarded to nobody: rain",
    )


def test_the_log_tells_shoot_outs_and_choices():
    agreed = {"rules": "cogitate", "seating": THREE, "equal_past": "tiebreak", "end3": {"type": "points", "target": 40}}
    shot = played(RoundScored(totals=(40, 40, 5)), ShootoutHeld(holes=(2, 1, None)), **agreed)
    assert log(shot)[-1] == "2. shoot-out 2 to 1 to -"
    chosen = played(A, StartChosen(player="Di"), seating=DOUBLES, end=ONE_ROUND, match={"games": 2})
    assert log(chosen)[-1] == "2. Di to start"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"date": "2026-11-20 19:30"}, "is not like 2026-11-20T19:30:00Z"),
        ({"match_id": " "}, "a match needs an id"),
        ({"cids": (("Eve", "123"),)}, "belongs to a player of the match"),
        ({"cids": (("Ann", ""),)}, "belongs to a player of the match"),
    ],
)
def test_a_setup_that_cannot_be(changed, words):
    agreed = setup()
    fields = {name: getattr(agreed, name) for name in ("match_id", "date", "options", "seating", "first", "cids")}
    with pytest.raises(RuleViolation, match=words):
        type(agreed)(**fields | changed)


def test_a_match_replays_as_it_was_recorded():
    events = [A, Undone(), B, RoundCorrected(round=1, now=A, reason="read again"), Undone(), TIE]
    assert replay(setup(), events) == played(*events)
    assert new_match(setup()) == replay(setup(), [])
