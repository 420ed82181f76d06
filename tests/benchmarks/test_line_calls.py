"""The benchmarks' own arithmetic: bounds and reliabilities of cases whose answer is known."""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.special import ndtr
from scipy.stats import binom
from synthetic import rendered

from api.photo import Photo
from api.score_photo import score_photo
from benchmarks.cramer_rao import bound_mm, noise_beside, residual_of
from benchmarks.read_discs import ReadDisc, ReadPhoto
from benchmarks.reliability import as_if_elsewhere, draw, p_touch, summary_of
from benchmarks.unknown_light import bounds_mm, standing
from vision.placing.outline import outline_mm

RADIUS_MM, PX_PER_MM = 15.875, 1.7
BLUR_PX, NOISE, CONTRAST = 0.8, 3.0, 80.0


def photo_of_a_disc(seed):
    """A disc seen from straight above and very far, its edge a blurred step, every pixel with the same noise."""
    size = 301
    place_px = np.array([150.0 + 60.0, 150.0])
    y, x = np.mgrid[:size, :size]
    reach_px = np.hypot(x - place_px[0], y - place_px[1]) - RADIUS_MM * PX_PER_MM
    clean = 180.0 - CONTRAST * ndtr(-reach_px / BLUR_PX)
    noisy = clean + np.random.default_rng(seed).normal(0, NOISE, clean.shape)
    bgr = np.repeat(np.clip(np.round(noisy), 0, 255).astype(np.uint8)[..., None], 3, axis=2)
    view = rendered(25.0, -80.0)[2]
    camera = replace(view.camera, rotation=np.diag([1.0, -1.0, -1.0]), translation_mm=np.array([0.0, 0.0, 1e7]))
    px_from_mm = np.array([[PX_PER_MM, 0, 150.0], [0, -PX_PER_MM, 150.0], [0, 0, 1.0]])
    view = replace(view, px_from_mm=px_from_mm, camera=camera, lens=replace(view.lens, k1=0.0), size_px=(size, size))
    seen = SimpleNamespace(x_mm=60.0 / PX_PER_MM, y_mm=0.0, radius_mm=RADIUS_MM)
    disc = ReadDisc(true_gap_mm=0.0, gap_mm=0.0, sigma_mm=1.0, disc=SimpleNamespace(seen=seen))
    return SimpleNamespace(photo=Photo(name="p", bgr=bgr), scored=SimpleNamespace(view=view)), disc


def outlines_and_noise(photo, discs):
    outlines = outline_mm(standing([disc.disc.seen for disc in discs]), photo.scored.view)
    residual = residual_of(photo.photo.bgr.mean(axis=2))
    return outlines, np.array([noise_beside(residual, photo.scored.view, outline) for outline in outlines])


@pytest.mark.parametrize("seed", range(3))
def test_the_bound_is_the_textbook_one(seed):
    photo, disc = photo_of_a_disc(seed)
    outlines, noise = outlines_and_noise(photo, [disc])
    found = bound_mm(photo, disc, outlines, noise[0])
    radius_px = RADIUS_MM * PX_PER_MM
    variance_px2 = 2 * math.sqrt(math.pi) * BLUR_PX * NOISE**2 / (CONTRAST**2 * math.pi * radius_px)
    # Contrast, blur and noise are estimated: each to some per cent, the blur a little widened by sampling.
    assert found == pytest.approx(math.sqrt(variance_px2) / PX_PER_MM, rel=0.2)


def test_whoever_does_not_know_the_light_knows_less_of_the_place():
    photo = Photo(name="p", bgr=rendered(25.0, -80.0)[0])
    scored = score_photo(photo)
    discs = tuple(ReadDisc(true_gap_mm=0.0, gap_mm=0.0, sigma_mm=1.0, disc=disc) for disc in scored.discs if disc.call)
    read = ReadPhoto(kind="phone", given=False, photo=photo, scored=scored, discs=discs)
    outlines, noise = outlines_and_noise(read, discs)
    known_mm = [
        bound_mm(read, disc, outline[None], one) for disc, outline, one in zip(discs, outlines, noise, strict=True)
    ]
    unknown_mm = bounds_mm(read, noise)
    assert (unknown_mm > known_mm).all()
    # Twice the noise tells half as much; what is known of light beforehand makes up for a part of that.
    more_mm = bounds_mm(read, 2 * noise)
    assert (more_mm > unknown_mm).all()
    assert (more_mm < 2 * unknown_mm).all()


def honest_discs(stretch, count=4000):
    """Discs with Gaussian errors of `stretch` times the stated sigma."""
    rng = np.random.default_rng(7)
    true_mm = rng.uniform(-1.0, 1.0, count)
    sigma_mm = rng.uniform(0.05, 0.4, count)
    gap_mm = true_mm + stretch * sigma_mm * rng.normal(size=count)
    return [
        ReadDisc(true_gap_mm=float(t), gap_mm=float(g), sigma_mm=float(s), disc=None)
        for t, g, s in zip(true_mm, gap_mm, sigma_mm, strict=True)
    ]


def test_honest_sigmas_lie_on_the_diagonal():
    discs = honest_discs(1.0)
    for p in (0.02, 0.1, 0.3, 0.5, 0.8, 0.98):
        count = round(as_if_elsewhere(discs, p) * len(discs))
        assert binom.ppf(1e-4, len(discs), p) <= count <= binom.ppf(1 - 1e-4, len(discs), p)
    middle = [disc for disc in discs if 0.3 < p_touch(disc) < 0.5]
    touching = sum(disc.true_gap_mm <= 0 for disc in middle)
    assert binom.ppf(1e-4, len(middle), 0.3) <= touching <= binom.ppf(1 - 1e-4, len(middle), 0.5)
    assert "within one sigma 0.6" in summary_of(discs)


def test_boastful_sigmas_do_not():
    discs = honest_discs(2.0)
    assert as_if_elsewhere(discs, 0.02) > 0.1
    assert as_if_elsewhere(discs, 0.98) < 0.9
    assert "within one sigma 0.3" in summary_of(discs)
    assert draw({True: discs, False: honest_discs(1.0)}).std() > 10
