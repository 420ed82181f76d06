"""Gauss-Newton over the discs' places, what they share and what they send out, from where their edges are."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.view import BoardView
from vision.placing.disc_position import Placed
from vision.placing.outline import Solids
from vision.shading.camera_flow import along_ways, camera_flows, ways_in_doubt
from vision.shading.edge_light import EdgeLight, edge_light, rings_beside
from vision.shading.equations import linearise
from vision.shading.lamp import RoomLight
from vision.shading.lens_flow import LENS_SIGMA, Bend, lens_doubt_mm2, without_prior
from vision.shading.noise import Noise
from vision.shading.start import Start, as_its_team, light_along, start_fit
from vision.shading.step import Step, solve

FloatArray = NDArray[np.float64]
Along = NDArray[np.float32]

# Numbers below were measured where no other reason is given, as those of start.py.
# Gauss-Newton steps, each no longer than this: farther away the model's slope says nothing.
STEPS = 5
LONGEST_STEP_MM = 0.3
# From this step on what others do is expected of each disc. That follows the discs as they follow it, and each step
# goes a third to a half of the way: all but the last are made so many times as long, as good as two steps more.
TEAM_STEP, OVER_RELAXED = 1, 1.5
# Light as a share of white: noise before it is measured.
NOISE = 0.02
# Where a change of the camera moves no edge by more than this, its parts need not be drawn anew; nor more often than in
# every other step.
SETTLED_MM, REDRAWN_STEPS = 0.03, 2


@dataclass(frozen=True, eq=False, kw_only=True)
class Fitted:
    """shift_mm : (M, 2) of the middles of the solids as seen. covariance_mm2 : (M, 2, 2). wider_mm, radius_sigma_mm:
    what to add to all radii, and how sure they are then. view: with the camera that explains the light best.
    shift_by_radius : (M, 2) mm per mm of radius, shift_by_camera : (M, 2, 3) as the camera's covariance has it: how the
    shift that fits best changes with them. bend: what the discs say of the lens's k1.
    """

    shift_mm: FloatArray
    covariance_mm2: FloatArray
    wider_mm: float
    radius_sigma_mm: float
    view: BoardView
    shift_by_radius: FloatArray
    shift_by_camera: FloatArray
    bend: Bend


@dataclass(frozen=True, eq=False, kw_only=True)
class _Shared:
    """What all discs share, in this order: their radius, mm, the lens's k1, and the camera's change along its ways.

    by_lens : (B, M, ANGLES) how a lens that is in doubt moves the outlines, as lens_flow has it. ways : (K, 3) in which
    the camera is in doubt.
    """

    by_lens: FloatArray
    ways: FloatArray

    @property
    def none(self) -> FloatArray:
        """(1 + B + K,) no change of anything."""
        return np.zeros(1 + len(self.by_lens) + len(self.ways))

    @property
    def lens(self) -> slice:
        """Which of them are the lens's."""
        return slice(1, 1 + len(self.by_lens))

    @property
    def camera(self) -> slice:
        """Which of them are the camera's."""
        return slice(1 + len(self.by_lens), None)


@dataclass(frozen=True, eq=False, kw_only=True)
class _Drawn:
    """The parts of the light as drawn with the camera changed by (K,), at.

    flows : (K, M, ANGLES, T) how that moves them.
    """

    parts: EdgeLight
    flows: Along
    at: FloatArray


@dataclass(frozen=True, eq=False, kw_only=True)
class _State:
    """shift_mm : (M, 2) of the middles as seen. shared : (1 + B + K,) as _Shared has it. amounts : (M, P, 3) of light.

    noise: of the light not explained. lit : (M, ANGLES) share of its usual light that the board beside gets.
    view: with the camera as it is told by now.
    """

    shift_mm: FloatArray
    shared: FloatArray
    amounts: FloatArray
    noise: Noise
    lit: FloatArray
    drawn: _Drawn
    view: BoardView


def fit_light(
    bgr: NDArray[np.uint8],
    view: BoardView,
    placed: Placed,
    others: Solids,
    room: RoomLight,
    team: NDArray[np.intp],
    radius_sigma_mm: float,
    by_lens: FloatArray,
) -> Fitted:
    """Fit the light along the edges of discs that were placed by them.

    bgr : (H, W, 3). others : all that stands on the board, these among them. team : (M,) group number.
    by_lens : (B, M, ANGLES) as lens_flow has it.
    """
    start = start_fit(bgr, view, placed, others, room, [radius_sigma_mm, *([LENS_SIGMA] * len(by_lens))])
    fit = _Fit(
        bgr=bgr,
        view=view,
        solids=placed.solids,
        team=team,
        start=start,
        shared=_Shared(by_lens=by_lens, ways=ways_in_doubt(view.camera)[0]),
    )
    state = fit.first()
    for number in range(STEPS):
        state, step = fit.after_step(state, number)
    return fit.told(state, step)


@dataclass(frozen=True, eq=False, kw_only=True)
class _Fit:
    """What stays as it is while discs, (M,) of teams, are fitted. view, solids: as they were found."""

    bgr: NDArray[np.uint8]
    view: BoardView
    solids: Solids
    team: NDArray[np.intp]
    start: Start
    shared: _Shared

    def first(self) -> _State:
        """Where the edges are."""
        light, amounts = self.start.light, self.start.prior.amounts
        none = self.shared.none
        flows = self._camera_flows(self.solids, self.view, self.start.parts)
        return _State(
            shift_mm=np.zeros_like(self.solids.xy_mm),
            shared=none,
            amounts=amounts,
            noise=Noise.alike(np.full(len(light), NOISE**2)),
            lit=np.ones(light.shape[:2]),
            drawn=_Drawn(parts=self.start.parts, flows=flows, at=none[self.shared.camera]),
            view=self.view,
        )

    def after_step(self, state: _State, number: int) -> tuple[_State, Step]:
        """The state after one more step, of this number, and the step itself."""
        start, view, shared = self.start, state.view, self.shared
        moved = standing(self.solids, view, seen_middles_mm(self.solids, self.view) + state.shift_mm, state.shared[0])
        light = self._light(state, moved) if number else start.light
        drawn = self._drawn(state, moved) if number % REDRAWN_STEPS == 0 else state.drawn
        prior = as_its_team(start.prior, state.amounts, self.team) if number >= TEAM_STEP else start.prior
        rings = rings_beside(moved, view, drawn.parts.end_mm, state.lit, start.offsets_mm, start.blur_mm)
        flows = (*self._lens_flows(), *drawn.flows)
        equations = linearise(light, drawn.parts, rings, flows, start.seen, state.amounts, prior, state.noise)
        step = solve(equations, prior, state.amounts, state.shift_mm, state.shared)
        length_mm = np.linalg.norm(step.place_mm, axis=1, keepdims=True)
        shortened = np.minimum(1.0, LONGEST_STEP_MM / np.maximum(length_mm, 1e-9))
        times = OVER_RELAXED if TEAM_STEP <= number < STEPS - 1 else 1.0
        change = state.shared + times * step.shared
        told = step.shared_covariance[shared.camera, shared.camera]
        return _State(
            shift_mm=state.shift_mm + times * step.place_mm * shortened,
            shared=change,
            amounts=state.amounts + times * step.amounts,
            noise=equations.noise,
            lit=equations.lit,
            drawn=drawn,
            view=along_ways(self.view, shared.ways, change[shared.camera], told),
        ), step

    def told(self, state: _State, step: Step) -> Fitted:
        """What the light has told after the last step."""
        shared, lens_covariance = self.shared, step.shared_covariance[self.shared.lens, self.shared.lens]
        return Fitted(
            shift_mm=state.shift_mm,
            covariance_mm2=step.covariance_mm2 + lens_doubt_mm2(shared.by_lens, lens_covariance),
            wider_mm=float(state.shared[0]),
            radius_sigma_mm=float(np.sqrt(step.shared_covariance[0, 0])),
            view=state.view,
            shift_by_radius=step.place_by_shared[..., 0],
            shift_by_camera=step.place_by_shared[..., shared.camera] @ shared.ways,
            bend=without_prior(state.shared[shared.lens], lens_covariance),
        )

    def _light(self, state: _State, moved: Solids) -> Along:
        """(M, ANGLES, T, 3) the photo's light along the outlines where the discs are now."""
        bent_mm = np.tensordot(state.shared[self.shared.lens], self.shared.by_lens, axes=1)
        return light_along(self.bgr, state.view, moved, self.start.offsets_mm, bent_mm)

    def _drawn(self, state: _State, moved: Solids) -> _Drawn:
        """The parts of the light, drawn anew where the camera has changed much."""
        at, start = state.shared[self.shared.camera], self.start
        if _flowed_mm(state.drawn.flows, at - state.drawn.at) <= SETTLED_MM:
            return state.drawn
        parts = edge_light(moved, state.view, start.offsets_mm, start.blur_mm, start.room, start.axes)
        return _Drawn(parts=parts, flows=self._camera_flows(moved, state.view, parts), at=at)

    def _camera_flows(self, solids: Solids, view: BoardView, parts: EdgeLight) -> Along:
        return camera_flows(solids, view, self.shared.ways, self.start.offsets_mm, parts.face_mm, parts.end_mm)

    def _lens_flows(self) -> Along:
        """(B, M, ANGLES, T) how a lens that is in doubt moves the light: all along a normal alike."""
        columns = self.start.light.shape[2]
        return np.repeat(self.shared.by_lens[..., None], columns, axis=3).astype(np.float32)


def _flowed_mm(flows: Along, change: FloatArray) -> float:
    """The farthest that anything moves when the camera changes by (K,) along the ways of K flows."""
    return float(np.abs(np.tensordot(change, flows, axes=1)).max(initial=0.0))


def seen_middles_mm(solids: Solids, view: BoardView) -> FloatArray:
    """(M, 2) where on the surface the middles of the solids appear to lie, which no focal length changes."""
    return view.apparent_mm(solids.xy_mm, solids.middle_mm)


def standing(solids: Solids, view: BoardView, seen_mm: FloatArray, wider_mm: float) -> Solids:
    """The solids wider by a length, and where they stand if their middles are seen at (M, 2)."""
    xy_mm = view.stand_mm(seen_mm, solids.middle_mm)
    return replace(solids, xy_mm=xy_mm, radius_mm=solids.radius_mm + wider_mm)
