"""Photos of a board or of a chart -> a calibrated camera."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from api.errors import BadCamera, BadPhotos
from api.one_thread import in_one_thread
from api.photo import Photo, read_photo
from calibration.learned.calibrate_camera import (
    AnotherCamera,
    Calibration,
    RingPhoto,
    Unobservable,
    calibrate_camera,
    ring_photo,
)
from calibration.learned.charuco import ChartNotFound, calibrate_by_chart, find_chart
from calibration.locate_board import locate_board
from calibration.view import BoardNotFound

Chart = tuple[NDArray[np.float64], NDArray[np.float64]]

MIN_PHOTOS = 3
# Photos of one camera have one shape, a pixel of rounding aside.
SAME_SHAPE = 0.01


@in_one_thread
def calibrate(
    paths: Sequence[Path], name: str, *, charuco: bool, done: Callable[[], None]
) -> tuple[Calibration, float | None]:
    """Calibrate a camera on photos of the board, or of the printed chart. done is called after each photo.

    name : "" for the model that the photos name. Returns also their focal length, 35 mm equivalent, where they tell.
    Raises UnreadablePhoto, BadPhotos and BadCamera.
    """
    if len(paths) < MIN_PHOTOS:
        raise BadCamera(f"{len(paths)} photos are too few: {MIN_PHOTOS} at least.")
    rings: list[RingPhoto] = []
    charts: list[Chart] = []
    sizes_px: list[tuple[int, int]] = []
    headers: list[tuple[str | None, float | None]] = []
    for path in paths:
        photo = read_photo(path)
        headers.append((photo.camera_model, photo.focal_35mm))
        sizes_px.append((photo.bgr.shape[1], photo.bgr.shape[0]))
        if charuco:
            charts.append(_chart(photo))
        else:
            rings.append(_rings(photo))
        done()
    _check_alike(headers, sizes_px)
    model, focal_35mm = headers[0]
    named = name or model
    if not named:
        raise BadCamera("The photos do not name their camera: give it a name with --camera.")
    try:
        found = calibrate_by_chart(charts, sizes_px, named) if charuco else calibrate_camera(rings, named)
    except AnotherCamera as error:
        raise BadPhotos(
            f"{paths[error.photo].name} does not fit the others: it was taken with another camera or zoom, is of "
            "another board, or was cropped."
        ) from error
    except Unobservable as error:
        raise BadCamera(
            "These photos do not tell the focal length: take them from different sides, 30 to 50 degrees from above."
        ) from error
    return found, focal_35mm


def _rings(photo: Photo) -> RingPhoto:
    try:
        return ring_photo(locate_board(photo.bgr, photo.focal_35mm))
    except BoardNotFound as error:
        raise BadPhotos(f"{photo.name}: {error}") from error


def _chart(photo: Photo) -> Chart:
    try:
        return find_chart(photo.bgr)
    except ChartNotFound as error:
        raise BadPhotos(f"{photo.name} shows no chart, or too little of it to number its corners.") from error


def _check_alike(headers: list[tuple[str | None, float | None]], sizes_px: list[tuple[int, int]]) -> None:
    """Raise BadPhotos where the photos cannot be of one camera and one zoom."""
    if len({model for model, _ in headers}) > 1:
        names = ", ".join(sorted({str(model or "unknown") for model, _ in headers}))
        raise BadPhotos(f"The photos are of several cameras: {names}.")
    if len({focal for _, focal in headers}) > 1:
        raise BadPhotos("The photos were taken with different zoom or lenses.")
    shapes = [max(size) / min(size) for size in sizes_px]
    if max(shapes) / min(shapes) > 1 + SAME_SHAPE:
        raise BadPhotos("The photos are of different shapes: some were cropped.")
