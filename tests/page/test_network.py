"""The network is cut at bad moments: nothing is lost and nothing counts twice."""

import pytest
from page_driver import API, PHONE, PLAIN_PHOTO, match_of, new_match, send_photo, watched_page

CUT = ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_NETWORK_CHANGED", "412"]


@pytest.fixture
def page(browser, served):
    with watched_page(browser, served[0], PHONE, CUT) as page:
        yield page


def test_what_is_chosen_while_the_rules_are_on_their_way_is_kept(page):
    def answer_late(route):
        answer = route.fetch()
        page.wait_for_timeout(1000)
        route.fulfill(response=answer)

    page.route(f"**{API}/rulesets", answer_late)
    page.goto("/new", wait_until="commit")
    page.fill("#player-2", "Ben")
    page.tap('[aria-label="Fewer"]')
    page.tap('[aria-label="Fewer"]')
    assert page.input_value("#length-value") == "2"
    assert page.evaluate("document.activeElement.id") != "player-1"


def test_rules_that_did_not_come_are_asked_for_again(page):
    page.route(f"**{API}/rulesets", lambda route: route.abort())
    page.goto("/new")
    page.locator("#rules-problem").wait_for()
    assert not page.is_visible("#rules-awaited")
    page.unroute(f"**{API}/rulesets")
    page.tap("#rules-again button")
    page.locator("#rulesets .choice").first.wait_for()
    assert not page.is_visible("#rules-problem")
    assert page.is_enabled("text=Start the match")


def test_a_photo_taken_without_network_is_sent_when_it_is_back(page):
    new_match(page)
    page.context.set_offline(True)
    page.set_input_files("#take", PLAIN_PHOTO)
    page.locator("text=Your photo is kept").wait_for()
    page.context.set_offline(False)
    page.locator("#view-review").wait_for()
    assert page.locator(".disc").count() == 9


def test_a_photo_taken_without_network_survives_closing_the_page(page):
    match_id = new_match(page)
    page.context.set_offline(True)
    page.set_input_files("#take", PLAIN_PHOTO)
    page.locator("text=Your photo is kept").wait_for()
    context = page.context
    page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(f"/matches/{match_id}")
    again.locator("#view-review").wait_for()
    again.click("#confirm")
    again.locator("#view-board").wait_for()
    assert len(match_of(again, match_id)["rounds"]) == 1
    # It is gone from the phone now.
    again.reload()
    again.locator("#rounds li").wait_for()
    assert not again.is_visible("#outbox")


def test_an_answer_lost_on_its_way_back_scores_nothing_twice(page, served):
    """The photo reaches the server, the answer does not reach the phone, the phone sends again."""
    new_match(page)
    sent = []

    def lose_the_first_answer(route):
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) > 1:
            return route.continue_()
        route.fetch()
        return route.abort()

    page.route("**/api/v1/photos?*", lose_the_first_answer)
    send_photo(page, PLAIN_PHOTO)
    assert len(sent) == 2
    assert len(set(sent)) == 1


def test_a_confirmation_whose_answer_is_lost_counts_once(page):
    match_id = new_match(page)
    send_photo(page, PLAIN_PHOTO)
    rounds = f"**{API}/matches/{match_id}/rounds"

    def lose(route):
        route.fetch()
        route.abort()

    page.route(rounds, lose)
    page.click("#confirm")
    page.locator("#review-problem").wait_for()
    assert len(match_of(page, match_id)["rounds"]) == 1
    page.unroute(rounds)
    page.wait_for_function("() => document.querySelectorAll('#rounds li').length === 1")  # it hears of its own round
    page.click("#confirm")
    page.locator("#view-board").wait_for()
    assert len(match_of(page, match_id)["rounds"]) == 1


def test_two_scorers_do_not_overwrite_each_other(page):
    match_id = new_match(page)
    send_photo(page, PLAIN_PHOTO)
    # The other phone confirms this round first, and this one hears of it.
    other = {"totals": {"A": 5, "B": 0}, "twenties": {"A": 0, "B": 0}}
    answer = page.request.post(f"{API}/matches/{match_id}/rounds", data=other, headers={"If-Match": "*"})
    assert answer.status == 201
    page.wait_for_function("() => document.querySelectorAll('#rounds li').length === 1")
    page.click("#confirm")
    page.locator("#review-problem").wait_for()
    assert "Somebody else" in page.inner_text("#review-problem")
    assert page.inner_text("#review-title") == "Round 2"
    assert len(match_of(page, match_id)["rounds"]) == 1
    page.click("#confirm")
    page.locator("#view-board").wait_for()
    assert match_of(page, match_id)["rounds"][0]["totals"] == other["totals"]
    assert len(match_of(page, match_id)["rounds"]) == 2


def test_another_phone_follows_the_score(page, browser, served):
    match_id = new_match(page)
    with watched_page(browser, served[0], PHONE) as watching:
        watching.goto(f"/matches/{match_id}")
        watching.locator(".score-number").first.wait_for()
        send_photo(page, PLAIN_PHOTO)
        page.click("#confirm")
        watching.locator("#rounds li").wait_for()
