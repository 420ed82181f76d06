"""The same without a pointer: Tab, Enter, arrows and letters alone."""

from page_driver import DESK, DISPUTED_PHOTO, match_of, totals, truth_of, wait_for_score, wait_for_totals, watched_page

MOST_TABS = 60


def tab_to(page, selector):
    """Press Tab until the focus is there, as a person would; it has to be visible then."""
    for _ in range(MOST_TABS):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_a_match_by_keyboard_alone(browser, served):
    with watched_page(browser, served[0], DESK) as page:
        page.on("filechooser", lambda chooser: chooser.set_files(DISPUTED_PHOTO))
        page.goto("/")
        tab_to(page, 'a[href="/new"]')
        press(page, "Enter")
        page.wait_for_url("**/new")
        page.locator("#rulesets input").first.wait_for()
        tab_to(page, "#player-1")
        page.keyboard.type("Ann")
        tab_to(page, "#player-2")
        page.keyboard.type("Ben")
        tab_to(page, "button[type=submit]")
        press(page, "Enter")
        page.wait_for_url("**/matches/*")
        wait_for_score(page, (0, 0))
        match_id = page.url.rpartition("/")[2]

        tab_to(page, "#take")
        press(page, "Space")
        page.locator("#view-review").wait_for()
        assert page.evaluate("document.activeElement.id") == "review-title"
        known = truth_of(DISPUTED_PHOTO)["totals"]
        tab_to(page, '.answer[data-value="15"]')
        press(page, "Enter")
        # The last answer leads to what comes next.
        page.wait_for_function("() => document.activeElement.id === 'confirm'")
        press(page, "Enter")
        wait_for_score(page, (0, 2))

        tab_to(page, '[data-round="1"]')
        press(page, "Enter")
        page.locator("#view-review").wait_for()
        assert totals(page) == [known["black"], known["natural"]]
        tab_to(page, "#discs")
        edit_discs(page, known)
        tab_to(page, "#confirm")
        press(page, "Enter")
        page.locator("#view-board").wait_for()
        assert match_of(page, match_id)["rounds"][0]["corrected"]

        tab_to(page, "#undo")
        press(page, "Enter")
        page.wait_for_function("() => document.querySelector('.round-side > b').textContent === '25'")
        tab_to(page, '#exports [data-form="csv"]')
        with page.expect_download() as download:
            press(page, "Enter")
        assert "25" in download.value.path().read_text()


def edit_discs(page, known):
    """Each kind of change by keys; the score follows."""
    black, natural = known["black"], known["natural"]
    press(page, "Home")
    team, value = selected(page)
    # A disc that scores nothing is found by the arrows, given to the other side and removed again.
    for _ in range(20):
        if value > 0:
            break
        press(page, "ArrowRight")
        team, value = selected(page)
    press(page, "c")
    moved = (black - value, natural + value) if team == "Ann" else (black + value, natural - value)
    wait_for_totals(page, moved)
    press(page, "Delete")
    without = (black - value, natural) if team == "Ann" else (black, natural - value)
    wait_for_totals(page, without)
    # A new disc lands half way to the edge; the arrows take it into the ditch, Escape brings it back.
    press(page, "a")
    assert page.locator(".disc.held").count() == 1
    for _ in range(25):
        press(page, "Shift+ArrowDown")
    wait_for_totals(page, without)
    press(page, "Enter", "Delete")
    wait_for_totals(page, without)


def selected(page):
    """Whose disc is selected and what it counts, as a screen reader hears it."""
    words = page.locator(".disc.selected").get_attribute("aria-label")
    return words.partition("’")[0], int(words.split(" points")[0].rpartition(" ")[2])
