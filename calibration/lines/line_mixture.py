"""How the colours of a line differ from the board's, and by how much they do so anyway: grain and shadow."""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

# Differences farther from the rest than this many sigmas are discs and pegs that lie over the line.
OUTLIER_SIGMAS, ROUNDS = 3.0, 3
# An eight-bit picture rounds, which is a variance of 1/12 in a sample, and half as much in the mean of those on either
# side that it is compared with.
ROUNDING = 0.125


def typical_differences(differences: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(T, 3) what is typical of T places across a line, and the covariance (3, 3) by which single samples are off that.

    differences : (N, T, 3) between the colours of N samples of each place and those of the board beside them.
    """
    typical = np.median(differences, axis=0)
    off = (differences - typical).reshape(-1, 3)
    covariance = np.cov(off.T) + ROUNDING * np.eye(3)
    for _ in range(ROUNDS):
        sigmas2 = np.einsum("ij,ij->i", off @ np.linalg.inv(covariance), off)
        covariance = np.cov(off[sigmas2 <= OUTLIER_SIGMAS**2].T) + ROUNDING * np.eye(3)
    return typical, covariance


def clearest_mixture(typical: FloatArray, covariance: FloatArray) -> tuple[FloatArray, float]:
    """(3,) the mixture of colours in which one of the places stands out most, in standard deviations, and by how many.

    It is Fisher's linear discriminant (1936), of (T, 3) and (3, 3) as typical_differences gives them.
    """
    mixtures = np.linalg.solve(covariance, typical.T).T
    sigmas = np.sqrt(np.einsum("tj,tj->t", mixtures, typical))
    clearest = int(sigmas.argmax())
    return mixtures[clearest] / max(sigmas[clearest], 1e-6), float(sigmas[clearest])
