"""Crokinole Match Notation: what is written is valid, what is read comes back, what it cannot say is refused."""

import json

import jsonschema
import pytest
from keeping import DOUBLES, THREE, played, two_against

from game.cmn import CmnBatch, CmnRecord, read_cmn, records_of, write_cmn
from game.cmn_export import match_to_cmn
from game.cmn_import import match_from_cmn
from game.event_json import BadMatchFile
from game.events import GameForfeited, MatchAwarded, RoundAwarded, RoundForfeited, RoundScored, ShootoutHeld
from game.violation import RuleViolation

# The smallest record with everything in it that the notation makes room for, written by hand.
RECORD = {
    "cmn": "1.0",
    "id": "0d5f7c1e-6c1b-4a55-9d3e-2f0a4c1b7e90",
    "match": {
        "date": "2026-11-20T19:30:00Z",
        "format": "singles",
        "teams": [{"players": [{"name": "Ann", "cid": "cid-1"}]}, {"players": [{"name": "Bo"}]}],
        "gameFormat": {"type": "fixed", "count": 1},
        "games": [{"winner": 0, "hammer": 1, "scores": [75, 20], "twenties": [2, 0]}],
        "winner": 0,
    },
    "event": {"name": "league", "round": 3, "location": {"country": "CA", "lat": 43.4, "lng": -80}},
    "source": {"app": "scorer", "version": "0.1", "url": "scorer:1"},
}


def changed(*steps, **members):
    """The record with members of the object at the end of the steps changed; None takes a member out."""
    record = json.loads(json.dumps(RECORD))
    at = record
    for step in steps:
        at = at[step]
    for name, value in members.items():
        if value is ...:
            del at[name]
        else:
            at[name] = value
    return record


FINISHED = [
    played(*[RoundScored(totals=(65, 40), twenties=(1, 0), score_id="reading-1", scored_by="camera")] * 4),
    played(*[RoundScored(totals=(65, 40))] * 3, RoundScored(totals=(30, 30)), seating=DOUBLES, cids=(("Di", "cid-4"),)),
    played(RoundScored(totals=(120, 15)), rules="mayday"),
    played(RoundScored(totals=(120, 110)), rules="cogitate", scoring="simple"),
    played(RoundScored(totals=(30, 30)), ShootoutHeld(holes=(2, 3)), end={"type": "rounds", "n": 1, "tie": "tiebreak"}),
    played(*[RoundScored(totals=(30, 30))] * 2, ShootoutHeld(holes=(2, 3)),
           end={"type": "rounds", "n": 1, "tie": "draw"}, match={"games": 2, "level": "tiebreak"}),
    played(RoundForfeited(side=0, reason="late"), MatchAwarded(winner=1, reason="disqualified")),
    played(GameForfeited(side=0, reason="late")),
    played(*[RoundScored(totals=(65, 40))] * 4, end={"type": "points", "target": 8}),
    played(*[RoundScored(totals=(65, 40))] * 4, rules="house"),
    played(MatchAwarded(winner=None, reason="rain")),
    played(RoundScored(totals=(65, 40)), scoring="differential", end={"type": "rounds", "n": 1, "tie": "draw"}),
]  # fmt: skip


@pytest.mark.parametrize("match", FINISHED)
@pytest.mark.parametrize("hammer", [False, True])
def test_a_match_comes_back_whole(match, hammer):
    def exported():
        return write_cmn(match_to_cmn(match, source='{"app": "scorer"}', event='{"round": 2}', hammer=hammer))

    written = exported()
    assert match_from_cmn(read_cmn(written)) == match
    assert write_cmn(read_cmn(written)) == written
    assert all(("hammer" in game) == hammer for game in json.loads(written)["match"]["games"])
    assert exported() == written, "the same match exported twice is the same record"


@pytest.mark.parametrize("match", FINISHED)
@pytest.mark.parametrize("hammer", [False, True])
def test_what_is_written_is_valid(match, hammer, cmn_schema):
    jsonschema.validate(json.loads(write_cmn(match_to_cmn(match, hammer=hammer))), cmn_schema)


def test_what_a_record_says():
    record = json.loads(write_cmn(match_to_cmn(FINISHED[0])))
    match = record["match"]
    assert record["id"] == FINISHED[0].setup.match_id
    assert match["gameFormat"] == {"type": "fixed", "count": 4}
    assert [game["x_first_shooter"] for game in match["games"]] == [0, 1, 0, 1]
    assert match["games"][0] == {
        "winner": 0,
        "scores": [65, 40],
        "twenties": [1, 0],
        "x_first_shooter": 0,
        "x_scored_by": "camera",
        "x_score_id": "reading-1",
    }
    assert match["winner"] == 0


def test_what_the_notation_has_no_word_for_is_a_member_of_our_own():
    def members(number):
        return json.loads(write_cmn(match_to_cmn(FINISHED[number])))["match"]

    doubles = members(1)
    assert doubles["format"] == "doubles"
    assert doubles["teams"][1] == {"players": [{"name": "Bo"}, {"name": "Di", "cid": "cid-4"}]}
    by_difference = members(2)
    assert (by_difference["x_point_system"], by_difference["x_target"]) == ("difference", 100)
    assert "gameFormat" not in by_difference
    assert "x_target" not in members(11), "a round has been agreed, no target"
    assert members(3)["x_point_system"] == "simple"
    assert members(4)["x_shootout_winner"] == 1
    two_games = members(5)
    assert two_games["x_shootout_winner"] == 1
    assert [game["x_group"] for game in two_games["games"]] == [1, 2]
    assert two_games["gameFormat"] == {"type": "fixed", "count": 2}
    assert members(8)["gameFormat"] == {"type": "first_to", "target": 8}
    assert "gameFormat" not in members(9), "the house plays on when level: no fixed number of rounds"


def test_the_hammer_is_written_by_the_drafts_wording_only_when_asked():
    record = match_to_cmn(FINISHED[0], hammer=True)
    assert [game.hammer for game in record.games] == [0, 1, 0, 1], "the first shooter, as the draft says"


def test_what_cannot_be_exported():
    with pytest.raises(RuleViolation, match="the match is not finished"):
        match_to_cmn(played())
    for seating in (THREE, two_against("Ann")):
        match = played(MatchAwarded(winner=0, reason="rain"), seating=seating)
        with pytest.raises(RuleViolation, match="CMN knows singles and doubles only: export this match as CSV"):
            match_to_cmn(match)
    doubtful = RoundScored(totals=(30, 30), possible=(((25, 30), 0.3),))
    match = played(doubtful, MatchAwarded(winner=0, reason="rain"))
    with pytest.raises(RuleViolation, match="round 1 needs a person's yes"):
        match_to_cmn(match)
    assert match_to_cmn(match, reviewed=True).winner == 0


def test_a_record_of_another_program_is_replayed():
    match = match_from_cmn(read_cmn(json.dumps(changed())))
    assert match.state.rounds[0].scored == RoundScored(totals=(75, 20), twenties=(2, 0))
    assert match.state.standing.winners == (0,)
    assert match.setup.cids == (("Ann", "cid-1"),)
    assert match.setup.first == "Ann", "`hammer` says nothing about who shot first"


def test_who_shot_first_is_read_from_our_own_member():
    games = [{"winner": 1, "x_first_shooter": 1, "x_scored_by": "camera", "x_score_id": "r"}] * 2
    match = match_from_cmn(read_cmn(json.dumps(changed("match", games=games, winner=1))))
    assert [one.starter for one in match.state.rounds] == ["Bo", "Bo"]
    assert match.state.rounds[0].kind == "awarded", "a winner without scores"
    scored = [{"winner": 1, "scores": [5, 10], "x_scored_by": by} for by in ("camera", "camera+person", "cat", 7)]
    again = match_from_cmn(read_cmn(json.dumps(changed("match", games=scored, winner=1))))
    assert [one.scored.scored_by for one in again.state.rounds] == ["camera", "camera+person", "person", "person"]


def test_a_winner_that_the_rounds_do_not_show_stands():
    games = [{"winner": 0, "scores": [75, 20]}, {"winner": 1, "scores": [20, 75]}]
    match = match_from_cmn(read_cmn(json.dumps(changed("match", games=games, winner=1))))
    assert match.state.standing.winners == (1,)
    assert match.events[-1] == MatchAwarded(winner=1, reason="as recorded")
    none = match_from_cmn(read_cmn(json.dumps(changed("match", games=[], winner=None))))
    assert none.state.standing.status == "drawn"


def test_scores_without_20s_are_read_when_the_user_says_so():
    # One of the draft's own examples: scores 20 and 5 beside 20s of 2 and 0.
    games = [{"winner": 0, "scores": [20, 5], "twenties": [2, 0]}]
    record = read_cmn(json.dumps(changed("match", games=games)))
    with pytest.raises(RuleViolation, match="Ann cannot have 20 points with 2 20s"):
        match_from_cmn(record)
    assert match_from_cmn(record, scores_without_twenties=True).state.rounds[0].scored.totals == (60, 5)
    uncounted = read_cmn(json.dumps(changed("match", games=[{"winner": 0, "scores": [20, 5]}])))
    assert match_from_cmn(uncounted, scores_without_twenties=True).state.rounds[0].scored.totals == (20, 5)


def test_house_rounds_of_twelve_discs_are_read():
    games = [{"winner": 0, "scores": [180, 5], "twenties": [9, 0]}]
    match = match_from_cmn(read_cmn(json.dumps(changed("match", games=games))))
    assert match.setup.options.discs.two == 12
    assert match_from_cmn(read_cmn(json.dumps(RECORD))).setup.options.discs.two == 8


@pytest.mark.parametrize(
    ("match", "words"),
    [
        ({"games": [{"winner": 1, "scores": [75, 20]}]}, "game 1: its winner disagrees with its scores 75 to 20"),
        ({"games": [{"winner": 0, "scores": [20, 20]}]}, "game 1: its winner disagrees"),
        ({"games": [{"winner": 0}], "x_point_system": "difference"}, "its differential points cannot be told"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(match, words):
    with pytest.raises(BadMatchFile, match=words):
        match_from_cmn(read_cmn(json.dumps(changed("match", **match))))


@pytest.mark.parametrize(("system", "points"), [("difference", (55, 0)), ("simple", (75, 20)), (7, (2, 0))])
def test_the_way_of_scoring_is_read_from_our_own_member(system, points):
    match = match_from_cmn(read_cmn(json.dumps(changed("match", x_point_system=system))))
    assert match.state.rounds[0].points == points


def test_a_record_whose_games_were_changed_behind_our_back_is_refused():
    record = json.loads(write_cmn(match_to_cmn(FINISHED[0])))
    record["match"]["games"][0]["scores"] = [70, 40]
    with pytest.raises(BadMatchFile, match="x_match disagrees with the games beside it"):
        match_from_cmn(read_cmn(json.dumps(record)))
    record = json.loads(write_cmn(match_to_cmn(FINISHED[0])))
    record["match"]["winner"] = 1
    with pytest.raises(BadMatchFile, match="x_match disagrees"):
        match_from_cmn(read_cmn(json.dumps(record)))


def test_nothing_is_lost_on_the_way_round():
    given = changed(x_more=[1, {"two": None}])
    given["match"] |= {"x_odd": "kept"}
    given["match"]["teams"][0] |= {"x_team": "red"}
    given["match"]["teams"][0]["players"][0] |= {"x_club": 7}
    given["match"]["games"][0] |= {"x_photo": "p"}
    assert json.loads(write_cmn(read_cmn(json.dumps(given)))) == given


def test_a_batch_comes_back_and_gives_its_event_and_source_to_those_without():
    entry = {name: value for name, value in RECORD.items() if name not in ("cmn", "event", "source")}
    own = {**entry, "event": {"name": "final"}, "source": {"app": "other"}}
    given = {"cmn": "1.0", "batch": True, "event": {"name": "league"}, "source": {"app": "scorer"},
             "matches": [entry, own], "x_more": 1}  # fmt: skip
    batch = read_cmn(json.dumps(given))
    assert isinstance(batch, CmnBatch)
    assert json.loads(write_cmn(batch)) == given
    assert [json.loads(record.event or "") for record in records_of(batch)] == [{"name": "league"}, {"name": "final"}]
    assert [json.loads(record.source or "") for record in records_of(batch)] == [{"app": "scorer"}, {"app": "other"}]
    single = read_cmn(json.dumps(RECORD))
    assert isinstance(single, CmnRecord)
    assert records_of(single) == (single,)


BATCH = CmnBatch(records=tuple(match_to_cmn(match) for match in FINISHED), source='{"app": "scorer"}')


def test_a_batch_of_matches_comes_back():
    assert [match_from_cmn(record) for record in records_of(read_cmn(write_cmn(BATCH)))] == FINISHED
    assert "cmn" not in json.loads(write_cmn(BATCH))["matches"][0]


def test_a_batch_is_valid(cmn_schema):
    jsonschema.validate(json.loads(write_cmn(BATCH)), cmn_schema)


AT_MATCH, AT_GAME, AT_PLAYER = ("match",), ("match", "games", 0), ("match", "teams", 0, "players", 0)
PLACE = ("event", "location")
# Where in the record, and what is put there; `...` takes the member out. All of it the schema refuses too.
INVALID = [
    ((), {"cmn": "2.0"}, "not CMN 1.0"),
    ((), {"batch": "yes"}, "'batch'"),
    ((), {"id": ""}, "'id'"),
    ((), {"id": ...}, "'id'"),
    ((), {"match": []}, "'match'"),
    (AT_MATCH, {"date": "2026-11-20T19:30:00+01:00"}, "'date'"),
    (AT_MATCH, {"date": "2026-13-20T19:30:00Z"}, "'date'"),
    (AT_MATCH, {"date": 7}, "'date'"),
    (AT_MATCH, {"format": "triples"}, "'format'"),
    (AT_MATCH, {"format": 2}, "'format'"),
    (AT_MATCH, {"format": "doubles"}, "'players'"),
    (AT_MATCH, {"teams": [{"players": [{"name": "Ann"}]}]}, "'teams'"),
    (AT_MATCH, {"teams": "Ann"}, "'teams'"),
    (AT_MATCH, {"teams": [7, 8]}, "an object is expected"),
    (AT_MATCH, {"teams": [{"players": "Ann"}, {"players": "Bo"}]}, "'players'"),
    (AT_MATCH, {"gameFormat": {"type": "endless"}}, "'gameFormat'"),
    (AT_MATCH, {"gameFormat": {"type": "fixed"}}, "'gameFormat'"),
    (AT_MATCH, {"gameFormat": {"type": "first_to", "count": 4}}, "'gameFormat'"),
    (AT_MATCH, {"gameFormat": {"type": "fixed", "count": 0}}, "'count'"),
    (AT_MATCH, {"gameFormat": {"type": "first_to", "target": 1.5}}, "'target'"),
    (AT_MATCH, {"gameFormat": 4}, "an object is expected"),
    (AT_MATCH, {"games": {}}, "'games'"),
    (AT_MATCH, {"games": ["won"]}, "an object is expected"),
    (AT_MATCH, {"winner": ...}, "'winner'"),
    (AT_MATCH, {"winner": 2}, "'winner'"),
    (AT_MATCH, {"winner": "Ann"}, "'winner'"),
    (AT_PLAYER, {"name": ""}, "'name'"),
    (AT_PLAYER, {"name": 7}, "'name'"),
    (AT_PLAYER, {"cid": ""}, "'cid'"),
    (AT_GAME, {"winner": ...}, "'winner'"),
    (AT_GAME, {"winner": 0.5}, "'winner'"),
    (AT_GAME, {"hammer": None}, "'hammer'"),
    (AT_GAME, {"hammer": 2}, "'hammer'"),
    (AT_GAME, {"scores": [75]}, "'scores'"),
    (AT_GAME, {"scores": [75, -5]}, "'scores'"),
    (AT_GAME, {"scores": [75, "5"]}, "'scores'"),
    (AT_GAME, {"scores": 75}, "'scores'"),
    (AT_GAME, {"twenties": [0.5, 0]}, "'twenties'"),
    (AT_GAME, {"twenties": [True, 0]}, "'twenties'"),
    (("source",), {"app": "Scorer"}, "'app'"),
    (("source",), {"app": "my scorer"}, "'app'"),
    (("source",), {"app": ...}, "'app'"),
    (("source",), {"version": 1}, "'version'"),
    (("source",), {"url": 1}, "'url'"),
    ((), {"source": "scorer"}, "an object is expected"),
    ((), {"event": "league"}, "an object is expected"),
    (("event",), {"name": 7}, "'name'"),
    (("event",), {"type": 7}, "'type'"),
    (("event",), {"venue": 7}, "'venue'"),
    (("event",), {"round": 1.5}, "'round'"),
    (("event",), {"location": "Tavistock"}, "an object is expected"),
    (PLACE, {"country": "Canada"}, "'country'"),
    (PLACE, {"country": 7}, "'country'"),
    (PLACE, {"region": 7}, "'region'"),
    (PLACE, {"lat": 91}, "'lat'"),
    (PLACE, {"lat": "43"}, "'lat'"),
    (PLACE, {"lng": -181}, "'lng'"),
    (PLACE, {"lng": True}, "'lng'"),
]


@pytest.mark.parametrize(("steps", "members", "words"), INVALID)
def test_what_the_notation_does_not_allow_is_refused(steps, members, words):
    with pytest.raises(BadMatchFile, match=words):
        read_cmn(json.dumps(changed(*steps, **members)))


@pytest.mark.parametrize(("steps", "members", "words"), INVALID)
def test_the_schema_refuses_the_same(steps, members, words, cmn_schema):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(changed(*steps, **members), cmn_schema)


VALID = [
    ((), {"event": ...}),
    ((), {"source": ...}),
    ((), {"batch": False}),
    (AT_MATCH, {"gameFormat": ...}),
    (AT_MATCH, {"gameFormat": {"type": "first_to", "target": 8.0}}),
    (AT_MATCH, {"games": []}),
    (AT_MATCH, {"winner": None}),
    (AT_MATCH, {"winner": 1.0}),
    (AT_MATCH, {"date": "2026-11-20T19:30Z"}),
    (AT_GAME, {"hammer": ...}),
    (AT_GAME, {"scores": ...}),
    (AT_GAME, {"scores": [75.0, 20]}),
    (AT_GAME, {"twenties": ...}),
    (("event",), {"location": {}}),
    (("event",), {"location": ...}),
]


@pytest.mark.parametrize(("steps", "members"), VALID)
def test_what_the_notation_allows_is_read(steps, members):
    given = changed(*steps, **members)
    assert json.loads(write_cmn(read_cmn(json.dumps(given)))) == given


@pytest.mark.parametrize(("steps", "members"), VALID)
def test_the_schema_allows_the_same(steps, members, cmn_schema):
    jsonschema.validate(changed(*steps, **members), cmn_schema)


@pytest.mark.parametrize("matches", [None, {}, [{"id": "1"}], ["m"]])
def test_a_batch_without_matches_is_refused(matches):
    with pytest.raises(BadMatchFile):
        read_cmn(json.dumps({"cmn": "1.0", "batch": True, "matches": matches}))


def test_nothing_invalid_is_written():
    record = match_to_cmn(FINISHED[0], source='{"app": "My Scorer"}')
    with pytest.raises(BadMatchFile, match="'app'"):
        write_cmn(record)
    with pytest.raises(BadMatchFile, match="'app'"):
        write_cmn(CmnBatch(records=(record,)))
    with pytest.raises(BadMatchFile, match="'round'"):
        write_cmn(match_to_cmn(FINISHED[0], event='{"round": "third"}'))


def test_an_award_without_points_to_tell_is_awarded_again():
    match = played(RoundAwarded(points=(1, 2), reason="ruling"), MatchAwarded(winner=1, reason="late"))
    plain = json.loads(write_cmn(match_to_cmn(match)))
    del plain["match"]["x_match"]
    again = match_from_cmn(read_cmn(json.dumps(plain)))
    assert again.state.rounds[0].points == (0, 2)
    assert again.state.standing.winners == (1,)
