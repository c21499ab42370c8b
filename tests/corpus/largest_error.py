"""Distance of results from their expectations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    Array = np.ndarray[Any, Any]


def largest_error(results: Sequence[Array], golden: Sequence[Array]) -> float:
    """The largest difference, over 1 and the number that should be.

    Infinite where shapes or NaN differ; equal infinities and NaN do not count.
    """
    if [one.shape for one in results] != [one.shape for one in golden]:
        return float("inf")
    return max(
        (_error(a.astype(float), b.astype(float)) for a, b in zip(results, golden, strict=True)),
        default=0.0,
    )


def _error(result: Array, golden: Array) -> float:
    with np.errstate(invalid="ignore"):
        error = np.abs(result - golden) / (1 + np.abs(golden))
    same = (result == golden) | (np.isnan(result) & np.isnan(golden))
    return float(np.max(np.nan_to_num(np.where(same, 0, error), nan=np.inf), initial=0))
