"""Linear algebra in one thread while photos are read."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import numpy  # noqa: F401, loads a library that is looked for below, as does scipy.linalg
import scipy.linalg  # noqa: F401
from threadpoolctl import ThreadpoolController

P = ParamSpec("P")
R = TypeVar("R")

LINEAR_ALGEBRA = ThreadpoolController().select(user_api="blas")


def in_one_thread(task: Callable[P, R]) -> Callable[P, R]:
    """The task with NumPy's products in one thread, for as long as it runs.

    The products are small: two threads gain nothing, and wait for each other by burning a processor that others may
    want. With another program on one of two processors photos take 1.9 and 2.5 times as long in two threads.
    """

    @wraps(task)
    def limited(*args: P.args, **kwargs: P.kwargs) -> R:
        with LINEAR_ALGEBRA.limit(limits=1):
            return task(*args, **kwargs)

    return limited
