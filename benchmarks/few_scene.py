"""Boards drawn by lot on which few discs are left, as at the end of most rounds, so that they hardly tell of others."""

from dataclasses import replace

import numpy as np

from benchmarks.wild_scene import wild_scene
from sample_images.render.scene import Scene

# At most so many discs on the board and in the ditch, and how often those on the board are of one team, or the hole
# keeps what is in it.
MOST_ON_BOARD, MOST_IN_DITCH = 5, 5
OF_ONE_TEAM, HOLE_KEPT = 0.3, 0.3


def few_scene(seed: int) -> Scene:
    """A scene of `wild_scene` with some of its discs."""
    rng = np.random.default_rng([seed, 99])
    scene = wild_scene(seed)
    on_board, in_ditch = ([disc for disc in scene.discs if disc.place == place] for place in ("surface", "ditch"))
    left = int(rng.integers(1, MOST_ON_BOARD + 1))
    on_board = [on_board[i] for i in rng.permutation(len(on_board))]
    if rng.random() < OF_ONE_TEAM:
        on_board = [disc for disc in on_board if disc.team == on_board[0].team]
    in_ditch = [in_ditch[i] for i in rng.permutation(len(in_ditch))][: int(rng.integers(MOST_IN_DITCH + 1))]
    in_hole = [disc for disc in scene.discs if disc.place in ("hole", "lip")] if rng.random() < HOLE_KEPT else []
    return replace(scene, name=f"few_{seed:03d}", discs=(*on_board[:left], *in_ditch, *in_hole))
