"""What the tests of the page share: a page that is listened to, matches, photos, and their truth."""

import json
from contextlib import contextmanager

import numpy as np
from synthetic import ROOT

SAMPLES = ROOT / "sample_images"
# One disc of it is too close to a line to call, and no more.
DISPUTED_PHOTO = SAMPLES / "phone_02.jpg"
PLAIN_PHOTO = SAMPLES / "phone_03.jpg"
CAMERA_PHOTO = SAMPLES / "phone_08.jpg"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
API = "/api/v1"


@contextmanager
def watched_page(browser, base_url, shape, complaints_allowed=(), **options):
    """A page in a context of its own. Errors of scripts and of the content policy fail when it is closed."""
    context = browser.new_context(base_url=base_url, accept_downloads=True, **shape, **options)
    page = context.new_page()
    page.set_default_timeout(20_000)
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    unexpected = [text for text in complaints if not any(allowed in text for allowed in complaints_allowed)]
    assert not unexpected, unexpected


def truth_of(photo):
    """What the renderer knows about a sample picture."""
    return json.loads(photo.with_suffix(".json").read_text())


def new_match(page, players=("Ann", "Ben"), **options):
    """A match made through the API and opened on the page. Its id."""
    answer = page.request.post(f"{API}/matches", data={"players": list(players), **options})
    assert answer.status == 201
    match_id = answer.json()["id"]
    page.goto(f"/matches/{match_id}")
    page.locator(".score-number").first.wait_for()
    return match_id


def match_of(page, match_id):
    return page.request.get(f"{API}/matches/{match_id}").json()


def send_photo(page, photo):
    page.set_input_files("#take", photo)
    page.locator("#view-review").wait_for()


def totals(page):
    """The totals that the review shows, by side in the order of the seats."""
    return [int(text) for text in page.locator(".tally-total").all_inner_texts()]


def wait_for_totals(page, expected):
    page.wait_for_function(
        "expected => [...document.querySelectorAll('.tally-total')].map(e => +e.textContent).join() === expected",
        arg=",".join(map(str, expected)),
    )


def wait_for_score(page, expected):
    page.wait_for_function(
        "expected => [...document.querySelectorAll('.score-number')].map(e => +e.textContent).join() === expected",
        arg=",".join(map(str, expected)),
    )


def photo_px(truth, xy_mm):
    """(N, 2) mm on the surface -> (N, 2) px in the photo, by the renderer's own camera."""
    xy_mm = np.atleast_2d(np.asarray(xy_mm, float))
    rotation, translation = np.array(truth["R"]), np.array(truth["t_mm"])
    seen = np.column_stack([xy_mm, np.zeros(len(xy_mm))]) @ rotation.T + translation
    ray = seen[:, :2] / seen[:, 2:]
    k1 = truth["distortion"][0]
    bent = ray * (1 + k1 * (ray**2).sum(axis=1, keepdims=True))
    matrix = np.array(truth["K"])
    return bent * matrix[[0, 1], [0, 1]] + matrix[:2, 2]


def screen_xy(page, stage, px):
    """Where a pixel of the photo is on the screen, by the drawing's own viewBox."""
    return page.evaluate(
        """([stage, x, y]) => {
            const overlay = document.querySelector(`${stage} .stage-overlay`);
            const at = new DOMPoint(x, y).matrixTransform(overlay.getScreenCTM());
            return [at.x, at.y];
        }""",
        [stage, float(px[0]), float(px[1])],
    )


def centres(page, selector):
    """Centres on the screen of all elements, in one look: drawings are made anew whenever something changes."""
    return page.evaluate(
        """selector => [...document.querySelectorAll(selector)].map((element) => {
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        })""",
        selector,
    )
