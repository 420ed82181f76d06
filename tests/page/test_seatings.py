"""Three alone, doubles, two against one, and other lengths and rules, from the form to the score board."""

import pytest
from page_driver import match_of, wait_for_score

NAMES = ["Ann", "Ben", "Cleo", "Dan"]


def fill_form(page, number):
    page.goto("/new")
    page.locator("#rulesets input").first.wait_for()
    for _ in range(number - 2):
        page.click("#add-player")
    for i, name in enumerate(NAMES[:number], start=1):
        page.fill(f"#player-{i}", name)


def begin(page):
    page.click("text=Start the match")
    page.wait_for_url("**/matches/*")
    page.locator(".score-number").first.wait_for()
    return match_of(page, page.url.rpartition("/")[2])


@pytest.mark.parametrize(
    ("number", "seating", "sides"),
    [
        (3, "three", [["Ann"], ["Ben"], ["Cleo"]]),
        (3, "two_against_one", [["Ann"], ["Ben", "Cleo"]]),
        (4, None, [["Ann", "Cleo"], ["Ben", "Dan"]]),
    ],
)
def test_seatings(page, number, seating, sides):
    fill_form(page, number)
    if seating:
        page.check(f'input[name="seating"][value="{seating}"]')
    match = begin(page)
    assert [side["players"] for side in match["sides"]] == sides
    wait_for_score(page, [0] * len(sides))


def test_rules_length_and_who_starts(page):
    fill_form(page, 2)
    page.check('input[name="ruleset"][value="mayday"]')
    assert page.input_value("#length-value") == "100"
    for _ in range(5):
        page.click('[aria-label="Fewer"]')
    page.check('input[name="starts"][value="1"]')
    match = begin(page)
    assert (match["ruleset"], match["options"]["end"]) == ("mayday", {"type": "points", "target": 50})
    assert match["next"]["starts"] == "Ben"


def test_names_are_remembered(page):
    fill_form(page, 2)
    begin(page)
    page.goto("/new")
    known = page.locator("#known-names option")
    assert [known.nth(i).get_attribute("value") for i in range(known.count())] == ["Ann", "Ben"]
