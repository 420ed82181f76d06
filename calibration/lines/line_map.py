"""Each drawn line as it really runs: its distance from the fitted circle all round."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Lens
from calibration.lines.line_samples import sample_across
from calibration.lines.ring_centres import ring_centres
from calibration.robust_fit import fit_robustly, scatter

FloatArray = NDArray[np.float64]

# A fainter or farther line on a ray is a disc's, a peg's or a shadow's edge.
MIN_CONTRAST = 0.4
MAX_OFFSET_MM = 2.0
# Paper that bends draws ovals and worse of a line, a board's grain, noise and what stands before it do not: the second
# to fourth harmonic. Samples farther off than so many times the scatter are another edge's.
WAVES = (2, 3, 4)
OUTLIERS = 3.0
# A quarter of the round tells no bend from a line that is off its middle.
LEAST_RAYS = 60
STEPS = 5
# A line is judged by its run this far beside a disc: far enough to average, near enough to follow a wobble. Nearer than
# the margin the disc's blur and contact shadow lie on it.
BESIDE_MM, HIDDEN_MARGIN_MM = 45.0, 3.0
# A median of fewer samples says nothing: the line is taken to run as the circle does, to so many times its scatter.
LEAST_BESIDE, UNSEEN_SCATTERS = 4, 3.0
# The standard deviation of a median of many normal errors, over that of their mean: the root of pi / 2.
OF_MEDIAN = 1.25
# Of a line that is not seen; and below what samples are good for, however alike they are.
UNKNOWN_SCATTER_MM, LEAST_SCATTER_MM = 0.5, 0.02


@dataclass(frozen=True, eq=False, kw_only=True)
class LineMap:
    """One line all round the board.

    radius_mm: of the fitted circle, in the frame in which positions on this photo are measured. azimuth_rad,
    offset_mm : (N,) where the line was seen, and its centre's radius minus the ring's there.
    scatter_mm: spread of the offsets, local noise only. common_sigma_mm: by which all may be wrong together.
    """

    radius_mm: float
    azimuth_rad: FloatArray
    offset_mm: FloatArray
    scatter_mm: float
    common_sigma_mm: float = 0.0

    @cached_property
    def bent_mm(self) -> float:
        """How far the line runs off its circle smoothly, root of the mean square over its round, noise taken off; 0
        where too little of it was seen.
        """
        if len(self.offset_mm) < LEAST_RAYS:
            return 0.0
        turns = np.multiply.outer(self.azimuth_rad, (1, *WAVES))
        slope = np.column_stack([np.cos(turns), np.sin(turns), np.ones(len(turns))])

        def linearised(wave_mm: FloatArray) -> tuple[FloatArray, FloatArray]:
            return slope @ wave_mm - self.offset_mm, slope

        start = np.zeros(slope.shape[1])
        wave_mm = fit_robustly(linearised, start, OUTLIERS * self.scatter_mm, MAX_OFFSET_MM, STEPS)
        waves_mm = wave_mm[:-1].reshape(2, -1)[:, 1:]
        noise_mm2 = waves_mm.size * self.scatter_mm**2 / len(self.offset_mm)
        return float(np.sqrt(max(0.0, np.sum(waves_mm**2) / 2 - noise_mm2)))

    def radius_beside(self, xy_mm: FloatArray, radius_mm: float) -> tuple[float, float]:
        """Radius of the line where it runs on either side of a disc at (2,), and its standard deviation, mm.

        The fitted circle's, not a set's: disc and line are measured in one frame, so that its errors cancel.
        """
        hidden_rad = (radius_mm + HIDDEN_MARGIN_MM) / self.radius_mm
        azimuth_rad = float(np.arctan2(xy_mm[1], xy_mm[0]))
        offset_mm, sigma_mm = self._offset_near(azimuth_rad, hidden_rad + BESIDE_MM / self.radius_mm, hidden_rad)
        return self.radius_mm + offset_mm, sigma_mm

    def _offset_near(self, azimuth_rad: float, half_angle_rad: float, hidden_rad: float) -> tuple[float, float]:
        """Offset of the line beside a disc and its standard deviation.

        hidden_rad : half the angle that the disc itself hides. half_angle_rad : how far on either side still counts.
        """
        turn = np.abs((self.azimuth_rad - azimuth_rad + np.pi) % (2 * np.pi) - np.pi)
        near = self.offset_mm[(turn < half_angle_rad) & (turn > hidden_rad)]
        if len(near) < LEAST_BESIDE:
            return 0.0, float(np.hypot(UNSEEN_SCATTERS * self.scatter_mm, self.common_sigma_mm))
        middle_mm = float(np.median(near))
        spread = max(scatter(near - middle_mm), self.scatter_mm)
        sigma_mm = OF_MEDIAN * spread / float(np.sqrt(len(near)))
        return middle_mm, float(np.hypot(sigma_mm, self.common_sigma_mm))


def map_line(
    bgr: NDArray[np.uint8], mixture: FloatArray, px_from_mm: FloatArray, lens: Lens, radius_mm: float
) -> LineMap:
    """Sample one ring of the final fit all round.

    mixture : (3,) of the stored colours in which lines are bright where the board is of one colour.
    """
    centres = ring_centres(sample_across(bgr, px_from_mm, lens, radius_mm, 0.0), mixture)
    usual = np.median(centres.contrast) if len(centres.contrast) else 0.0
    clear = (centres.contrast > MIN_CONTRAST * usual) & (np.abs(centres.offset_mm) < MAX_OFFSET_MM)
    if not clear.any():
        return LineMap(
            radius_mm=radius_mm, azimuth_rad=np.zeros(0), offset_mm=np.zeros(0), scatter_mm=UNKNOWN_SCATTER_MM
        )
    offset_mm = centres.offset_mm[clear]
    steps = np.diff(offset_mm)
    scatter_mm = scatter(steps) / np.sqrt(2) if len(steps) else UNKNOWN_SCATTER_MM
    return LineMap(
        radius_mm=radius_mm,
        azimuth_rad=centres.azimuth_rad[clear],
        offset_mm=offset_mm,
        scatter_mm=max(scatter_mm, LEAST_SCATTER_MM),
        common_sigma_mm=centres.common_sigma_mm,
    )
