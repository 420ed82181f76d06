"""axe finds nothing to say about any page, in light and in dark."""

import pytest
from page_driver import DESK, DISPUTED_PHOTO, PHONE, PLAIN_PHOTO, new_match, send_photo, watched_page
from running_service import running_service

from api.service.settings import Limits, Settings

pytest.importorskip("axe_playwright_python", reason="axe is not installed")


# What a finger has to hit, but for links within a text; an input that lies in its label is hit by that.
SMALL_TARGETS = """() => {
    const kinds = "button, a, summary, label:has(input), input:not(label input), [data-handle]";
    const targets = document.querySelectorAll(kinds);
    return [...targets]
        .filter((target) => target.checkVisibility() && !target.matches(".skip, p:not(.actions) > a, [hidden] *"))
        .map((target) => [target.outerHTML.slice(0, 80), target.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
        .map(([words, box]) => `${words}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
}"""


def check(page, what):
    """axe has no findings, and whatever is touched is at least 44 px wide and high."""
    from axe_playwright_python.sync_playwright import Axe

    page.wait_for_load_state()
    assert page.evaluate(SMALL_TARGETS) == [], what

    results = Axe().run(page)
    assert results.violations_count == 0, f"{what}: {results.generate_report()}"


@pytest.mark.parametrize(
    ("shape", "scheme"),
    [(PHONE, "light"), pytest.param(DESK, "dark", marks=pytest.mark.slow)],
    ids=["phone-light", "desk-dark"],
)
def test_no_page_has_findings(browser, served, shape, scheme):
    with watched_page(browser, served[0], shape, ["ERR_FAILED"], color_scheme=scheme, reduced_motion="reduce") as page:
        page.goto("/")
        page.locator("#matches:not([aria-busy])").wait_for(state="attached")
        check(page, "home")
        page.click("#data-box summary")
        page.click("#delete-all")
        check(page, "the question before deleting")
        page.goto("/new")
        page.locator("#rulesets input").first.wait_for()
        for _ in range(2):
            page.click("#add-player")
        check(page, "new match")
        page.goto("/pair")
        page.locator("#paired").wait_for()
        check(page, "paired")
        check_match(page)


def check_match(page):
    new_match(page, options={"end": {"type": "rounds", "n": 2, "tie": "draw"}})
    check(page, "new match's board")
    send_photo(page, DISPUTED_PHOTO)
    check(page, "review with a question")
    page.locator("#discs").focus()
    page.keyboard.press("Home")
    check(page, "review with a disc selected")
    page.keyboard.press("Escape")
    page.click("#wrong-board")
    page.locator("#view-handles").wait_for()
    page.locator("[data-handle]").first.wait_for()
    check(page, "handles")
    page.go_back()
    page.locator("#view-review").wait_for()
    page.click("#confirm")
    page.locator("#view-board").wait_for()
    check(page, "board with a doubtful round")
    page.click("#open-camera")
    page.locator("#checklist .good").nth(4).wait_for()
    check(page, "viewfinder")
    page.click("#camera-close")
    page.click('a[href="#hand"]:visible')
    page.locator("#view-hand").wait_for()
    check(page, "hand count")
    page.go_back()
    page.locator("#view-board").wait_for()
    page.route("**/api/v1/photos?*", lambda route: route.abort())
    page.set_input_files("#take", PLAIN_PHOTO)
    page.locator("text=Your photo is kept").wait_for()
    check(page, "reading")
    page.click("#view-reading .button")
    page.locator("#outbox").wait_for()
    check(page, "board with a waiting photo")
    page.unroute("**/api/v1/photos?*")
    page.click("#outbox-send")
    page.locator("#view-review").wait_for()
    page.click("#confirm")
    page.locator("#view-board").wait_for()
    page.click("#history-box summary")
    check(page, "finished match")
    page.click("#sheet-link")
    page.locator("#rows tr").first.wait_for()
    check(page, "sheet")


def test_pairing_has_no_findings_and_pairs(browser, tmp_path):
    settings = Settings(data=tmp_path, lan=True, pin="482915", limits=Limits(workers=1))
    with running_service(settings) as (base_url, _), watched_page(browser, base_url, PHONE, ["401"]) as page:
        page.goto("/")
        page.locator("body[data-role=viewer]").wait_for()  # the page asks who it is beside filling its list
        page.locator("#matches:not([aria-busy])").wait_for(state="attached")
        assert not page.is_visible("text=New match")  # who is not paired may watch
        check(page, "a viewer's home")
        page.click("#pair-link")
        check(page, "pairing")
        page.fill("#pin", "000000")
        page.click("button[type=submit]")
        page.locator("#problem").wait_for()
        check(page, "pairing with a wrong PIN")
        page.fill("#pin", "482915")
        page.click("button[type=submit]")
        page.locator("text=New match").wait_for()
