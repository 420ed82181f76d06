"""Matches over HTTP, on both databases: every round once, nobody overwritten, everything from the events."""

from concurrent.futures import ThreadPoolExecutor

import pytest

API = "/api/v1"
ROUND = {"totals": {"A": 60, "B": 35}, "twenties": {"A": 1, "B": 0}}


def new(client, **more):
    answer = client.post(f"{API}/matches", json={"players": ["Ann", "Ben"], **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def play(client, match, body=ROUND, **headers):
    return client.post(
        f"{API}/matches/{match['id']}/rounds", json=body, headers={"If-Match": f'"{match["version"]}"', **headers}
    )


def test_four_rounds_by_the_book(client):
    """NCA 2a and 2b: 2 to the higher total, 1 each for a tie, four rounds, the start passes clockwise."""
    match = new(client)
    assert match["next"] | {"reason": ""} == {"round": 1, "starts": "Ann", "hammer": "Ben", "reason": ""}
    for totals in ({"A": 60, "B": 35}, {"A": 20, "B": 20}, {"A": 0, "B": 5}, {"A": 15, "B": 10}):
        answer = play(client, match, {"totals": totals})
        assert answer.status_code == 201
        match = answer.json()
        assert answer.headers["etag"] == f'"{match["version"]}"'
    assert match["score"] == {"A": 5, "B": 3}
    assert [entry["points"] for entry in match["rounds"]] == [
        {"A": 2, "B": 0},
        {"A": 1, "B": 1},
        {"A": 0, "B": 2},
        {"A": 2, "B": 0},
    ]
    assert (match["status"], match["winner"], match["next"]) == ("finished", "A", None)
    assert match == client.get(f"{API}/matches/{match['id']}").json()
    assert client.get(f"{API}/matches").json()[0]["score"] == {"A": 5, "B": 3}


def test_correcting_round_one_and_undoing(client):
    match = play(client, play(client, new(client)).json()).json()
    assert match["score"] == {"A": 4, "B": 0}
    changed = client.put(
        f"{API}/matches/{match['id']}/rounds/1",
        json={"totals": {"A": 35, "B": 60}, "reason": "miscounted"},
        headers={"If-Match": '"2"'},
    ).json()
    assert changed["score"] == {"A": 2, "B": 2}
    assert [line["kind"] for line in changed["history"]] == ["round_scored", "round_scored", "round_corrected"]
    assert changed["history"][2]["reason"] == "miscounted"
    undone = client.post(f"{API}/matches/{match['id']}/undo", headers={"If-Match": '"3"'}).json()
    assert undone["score"] == {"A": 4, "B": 0}
    assert undone["version"] == 4


def test_a_stale_or_missing_version_changes_nothing(client):
    match = new(client)
    assert play(client, match).status_code == 201
    late = play(client, match)
    assert late.status_code == 412
    assert late.headers["etag"] == '"1"'
    assert late.json()["code"] == "stale"
    url = f"{API}/matches/{match['id']}/rounds"
    assert client.post(url, json=ROUND).status_code == 428
    assert client.post(url, json=ROUND, headers={"If-Match": "nonsense"}).status_code == 422
    assert client.get(f"{API}/matches/{match['id']}").json()["version"] == 1
    assert client.post(url, json=ROUND, headers={"If-Match": "*"}).json()["version"] == 2


def test_a_request_sent_again_counts_once(client):
    match = new(client)
    first = play(client, match, **{"Idempotency-Key": "k1"})
    again = play(client, match, **{"Idempotency-Key": "k1"})
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert again.headers["etag"] == '"1"'
    other = play(client, match, {"totals": {"A": 5, "B": 0}}, **{"Idempotency-Key": "k1"})
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert len(client.get(f"{API}/matches/{match['id']}").json()["rounds"]) == 1


def test_a_new_match_sent_again_is_made_once(client):
    made = [
        client.post(f"{API}/matches", json={"players": ["A", "B"]}, headers={"Idempotency-Key": "m"}) for _ in range(2)
    ]
    assert made[0].json()["id"] == made[1].json()["id"]
    assert len(client.get(f"{API}/matches").json()) == 1


def test_the_list_ends_where_it_was_asked_to(client):
    made = [new(client)["id"] for _ in range(3)]
    play(client, {"id": made[1], "version": 0})
    assert {line["id"]: line["version"] for line in client.get(f"{API}/matches").json()} == {
        made[0]: 0,
        made[1]: 1,
        made[2]: 0,
    }
    assert len(client.get(f"{API}/matches?limit=2").json()) == 2


def test_one_key_from_eight_senders_at_once(client):
    match = new(client)
    with ThreadPoolExecutor(8) as phones:
        sent = list(phones.map(lambda _: play(client, match, **{"Idempotency-Key": "same"}), range(8)))
    assert {answer.status_code for answer in sent} == {201}
    assert {answer.json()["version"] for answer in sent} == {1}


def test_of_eight_scorers_at_once_one_is_first(client):
    match = new(client)
    with ThreadPoolExecutor(8) as phones:
        sent = list(phones.map(lambda n: play(client, match, **{"Idempotency-Key": f"k{n}"}), range(8)))
    assert sorted(answer.status_code for answer in sent) == [201] + [412] * 7
    assert client.get(f"{API}/matches/{match['id']}").json()["version"] == 1


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ({"totals": {"A": 7, "B": 0}}, "multiple of 5"),
        ({"totals": {"A": 20, "B": 0}, "twenties": {"A": 2, "B": 0}}, "cannot have"),
        ({"totals": {"A": 20}}, "side B has no total"),
        ({"totals": {"A": 20, "B": 0, "C": 0}}, "no side 'C'"),
        ({}, "totals, discs or a photo"),
        ({"discs": [], "sides": {"A": "B"}}, "same discs"),
    ],
)
def test_what_no_board_can_show_is_refused(client, body, what):
    match = new(client)
    refused = play(client, match, body)
    assert (refused.status_code, refused.json()["code"]) == (422, "rule")
    assert what in refused.json()["detail"]
    assert client.get(f"{API}/matches/{match['id']}").json()["version"] == 0


def test_seatings_and_options(client):
    doubles = new(client, players=["Ann", "Ben", "Cy", "Di"], options={"end": {"type": "points", "target": 10}})
    assert [side["players"] for side in doubles["sides"]] == [["Ann", "Cy"], ["Ben", "Di"]]
    assert doubles["options"]["end"] == {"type": "points", "target": 10}
    three = new(client, players=["Ann", "Ben", "Cy"])
    assert [side["id"] for side in three["sides"]] == ["A", "B", "C"]
    alone = new(client, players=["Ann", "Ben", "Cy"], seating="two_against_one", ruleset="house")
    assert [side["players"] for side in alone["sides"]] == [["Ann"], ["Ben", "Cy"]]
    wrong = [{"players": ["Ann", "Ann"]}, {"players": ["A", "B"], "seating": "doubles"}, {"players": ["A", "\x00"]}]
    wrong += [{"players": ["A", "B"], "options": {"x": 1}}, {"players": ["A", "B"], "ruleset": "golf"}]
    wrong += [{"players": ["A", "B"], "starts": "C"}, {"players": ["A", "B"], "options": {"preset": "golf"}}]
    assert {client.post(f"{API}/matches", json=body).status_code for body in wrong} == {422}


def test_forfeit_ruling_and_shootout(client):
    ends = {"end": {"type": "rounds", "n": 1, "tie": "tiebreak"}}
    match = play(client, new(client, options=ends), {"totals": {"A": 20, "B": 20}}).json()
    assert [ask["kind"] for ask in match["asks"]] == ["shootout"]

    def rule(body):
        url = f"{API}/matches/{match['id']}/{'forfeit' if 'side' in body else 'ruling'}"
        return client.post(url, json=body, headers={"If-Match": "*"})

    assert rule({"kind": "shootout"}).status_code == 422
    won = rule({"kind": "shootout", "holes": {"A": 1, "B": 4}}).json()
    assert (won["status"], won["winner"]) == ("finished", "B")
    assert rule({"kind": "note", "text": "good game"}).json()["history"][-1]["text"] == "good game"
    other = new(client)
    forfeited = client.post(
        f"{API}/matches/{other['id']}/forfeit", json={"side": "A", "reason": "left"}, headers={"If-Match": "*"}
    ).json()
    assert forfeited["score"] == {"A": 0, "B": 2}
    assert forfeited["rounds"][0]["kind"] == "forfeited"


def test_what_an_official_decides(client):
    match = play(client, new(client)).json()
    voided = rule(client, match, kind="void", reason="a disc fell off the table").json()
    assert (voided["score"], voided["next"]["round"]) == ({"A": 0, "B": 0}, 1)
    awarded = rule(client, match, kind="award_round", points={"A": 0, "B": 2}, reason="slow play").json()
    assert (awarded["score"], awarded["rounds"][-1]["kind"]) == ({"A": 0, "B": 2}, "awarded")
    incomplete = rule(client, match, kind="award_round", points={"A": 1}, reason="x")
    assert incomplete.json()["detail"] == "side B has no points"
    assert rule(client, match, kind="time").json()["history"][-1]["kind"] == "time_expired"
    other = play(client, new(client)).json()
    assert rule(client, other, kind="award_match", winner="C", reason="x").status_code == 422
    ended = rule(client, other, kind="award_match", winner="A", reason="B has left").json()
    assert (ended["status"], ended["winner"]) == ("finished", "A")


def test_the_loser_decides_who_starts(client):
    match = play(client, new(client, options={"start": "loser_decides"})).json()
    assert (match["asks"][0]["kind"], match["asks"][0]["players"]) == ("start", ["Ben", "Ann"])
    assert rule(client, match, kind="start", player="Ann").json()["next"]["starts"] == "Ann"


def rule(client, match, **body):
    return client.post(f"{API}/matches/{match['id']}/ruling", json=body, headers={"If-Match": "*"})


def test_discs_laid_by_hand_are_valued_by_the_lines(client):
    """Radii of the tournament board: 101.6, 203.2 and 304.8 mm; a disc's base reaches 14.4 mm beyond its centre."""
    discs = [
        {"team": "A", "x_mm": 0, "y_mm": 0, "place": "hole"},
        {"team": "A", "x_mm": 50, "y_mm": 0},
        {"team": "B", "x_mm": 0, "y_mm": -150},
        {"team": "B", "x_mm": 250, "y_mm": 0},
    ]
    match = play(client, new(client), {"discs": discs}).json()
    assert match["rounds"][0]["totals"] == {"A": 35, "B": 15}
    assert match["rounds"][0]["twenties"] == {"A": 1, "B": 0}
    assert match["rounds"][0]["document"]["result"]["winner"] == "A"


@pytest.mark.parametrize(
    ("place", "value", "then"), [("ditch", 5, "surface"), ("ditch", 0, "ditch"), ("lip", 10, "surface")]
)
def test_a_disc_lies_where_it_can_count_what_it_is_said_to(client, place, value, then):
    discs = [{"team": "A", "x_mm": 0, "y_mm": 0, "place": place, "value": value}]
    (disc,) = play(client, new(client), {"discs": discs}).json()["rounds"][0]["document"]["discs"]
    assert (disc["place"], disc["value"]) == (then, value)


def test_the_rounds_document_pays_what_the_match_pays(client):
    match = new(client, options={"scoring": "differential"})
    round_1 = play(client, match, {"discs": [{"team": "A", "x_mm": 50, "y_mm": 0}]}).json()["rounds"][0]
    assert round_1["points"] == round_1["document"]["result"]["round_points"] == {"A": 15, "B": 0}


def test_a_doubtful_disc_marks_the_round_until_someone_answers(client):
    """Base at 85.6 + 14.4 = 100.0 mm, the line's inner edge at 100.8: 0.8 mm of clear board, placed to 1 mm by hand."""
    discs = [{"team": "A", "x_mm": 85.6, "y_mm": 0}, {"team": "B", "x_mm": 150, "y_mm": 0}]
    match = play(client, new(client), {"discs": discs}).json()
    assert match["rounds"][0]["totals"] == {"A": 15, "B": 10}
    assert match["rounds"][0]["needs_review"]
    assert match["asks"][0] | {"text": ""} == {"kind": "review", "must": False, "rounds": [1], "text": ""}
    settled = client.put(
        f"{API}/matches/{match['id']}/rounds/1",
        json={"discs": discs, "answers": [{"disc": 1, "value": 10}]},
        headers={"If-Match": "*"},
    ).json()
    assert settled["rounds"][0]["totals"] == {"A": 10, "B": 10}
    assert not settled["rounds"][0]["needs_review"]


def test_exports(client):
    match = new(client, options={"end": {"type": "rounds", "n": 1, "tie": "draw"}})
    url = f"{API}/matches/{match['id']}/export"
    early = client.get(f"{url}/cmn")
    assert (early.status_code, early.json()["code"]) == (422, "rule")
    play(client, match)
    cmn = client.get(f"{url}/cmn").json()
    assert cmn["match"]["games"][0]["scores"] == [60, 35]
    assert client.get(f"{url}/json").json()["schema"] == "crokinole.match/1"
    assert "Ann total" in client.get(f"{url}/csv").text
    assert "CROKINOLE" in client.get(f"{url}/txt").text
    assert client.get(f"{url}/exe").status_code == 422


def test_deleted_is_gone(client):
    match = new(client)
    assert client.delete(f"{API}/matches/{match['id']}").status_code == 204
    assert client.get(f"{API}/matches/{match['id']}").status_code == 404
    assert client.delete(f"{API}/matches/{match['id']}").status_code == 404
    assert play(client, match).status_code == 404
