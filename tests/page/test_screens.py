"""Pictures of every page for the documentation: `pytest tests/page/test_screens.py --screens` writes them."""

import pytest
from page_driver import (
    API,
    DESK,
    DISPUTED_PHOTO,
    PHONE,
    PLAIN_PHOTO,
    SAMPLES,
    centres,
    new_match,
    send_photo,
    wait_for_score,
    watched_page,
)
from running_service import running_service
from synthetic import ROOT

from api.service.settings import Limits, Settings

SCREENS = ROOT / "docs" / "screens"
SHAPES = {
    "phone": PHONE | {"device_scale_factor": 1.5},
    "desk": DESK,
    "phone-dark": PHONE | {"device_scale_factor": 1.5, "color_scheme": "dark"},
}
OTHER_PHOTO = SAMPLES / "phone_06.jpg"
# The same page in the dark, where it shows most.
DARK = ("home", "match", "review")
QUALITY = 78


@pytest.fixture
def take(request):
    """Writes what a page shows; only where the pictures are asked for, so that ordinary runs change no file."""
    if not request.config.getoption("--screens", default=False):
        pytest.skip("the documentation's pictures are written with --screens only")
    SCREENS.mkdir(exist_ok=True)

    def take(page, shape, name):
        if shape == "phone-dark" and name not in DARK:
            return
        page.wait_for_timeout(350)
        page.screenshot(path=SCREENS / f"{shape}-{name}.jpg", type="jpeg", quality=QUALITY)

    return take


@pytest.mark.parametrize("shape", SHAPES)
def test_every_page(take, browser, tmp_path, shape):
    limits = Limits(workers=1, requests_per_s=1000.0, burst=1000)
    with (
        running_service(Settings(data=tmp_path, limits=limits)) as (base_url, _),
        watched_page(browser, base_url, SHAPES[shape], ["ERR_FAILED"]) as page,
    ):
        page.request.post(f"{API}/demo")
        play_a_match(page, shape, take)
        page.goto("/")
        page.locator(".match-row").first.wait_for()
        take(page, shape, "home")
        page.goto("/new")
        page.fill("#player-1", "Ann")
        page.fill("#player-2", "Ben")
        page.locator("#rulesets input").first.wait_for()
        take(page, shape, "new")


def play_a_match(page, shape, take):
    match_id = new_match(page)
    send_photo(page, OTHER_PHOTO)
    page.tap(".answer >> nth=1") if "phone" in shape else page.click(".answer >> nth=1")
    page.click("#confirm")
    page.locator("#view-board").wait_for()
    page.locator(".toast").wait_for(state="detached")
    send_photo(page, DISPUTED_PHOTO)
    take(page, shape, "review")
    page.click('.answer[data-value="15"]')
    page.mouse.click(*centres(page, ".disc .tag")[1])
    take(page, shape, "disc")
    page.click('[data-focus="done"]')
    page.click("#wrong-board")
    page.locator("[data-handle]").first.wait_for()
    take(page, shape, "handles")
    page.go_back()
    page.locator("#view-review").wait_for()
    page.click("#confirm")
    wait_for_score(page, (0, 4))
    page.locator(".toast").wait_for(state="detached")
    take(page, shape, "match")
    page.click("#open-camera")
    page.locator("#checklist .good").nth(4).wait_for()
    take(page, shape, "viewfinder")
    page.click("#camera-close")
    page.click('a[href="#hand"]:visible')
    for label in ("One more 15 for Ann", "One more 15 for Ann", "One more 10 for Ben", "One more 20 for Ben"):
        page.click(f'[aria-label="{label}"]')
    take(page, shape, "hand")
    page.go_back()
    page.locator("#view-board").wait_for()
    page.route("**/api/v1/photos?*", lambda route: route.abort())
    page.set_input_files("#take", PLAIN_PHOTO)
    page.locator("text=Your photo is kept").wait_for()
    take(page, shape, "reading")
    page.goto(f"/matches/{match_id}/sheet")
    page.locator("#rows tr").first.wait_for()
    take(page, shape, "sheet")


@pytest.mark.parametrize("shape", ["phone", "desk"])
def test_pairing(take, browser, tmp_path, shape):
    settings = Settings(data=tmp_path, lan=True, pin="482915", limits=Limits(workers=1))
    with running_service(settings) as (base_url, _), watched_page(browser, base_url, SHAPES[shape]) as page:
        page.goto("/pair")
        page.locator("#pair").wait_for()
        page.fill("#pin", "482915")
        page.fill("#phone-name", "Ann’s phone")
        take(page, shape, "pair")
