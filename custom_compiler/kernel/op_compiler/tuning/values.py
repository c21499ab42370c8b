"""Outputs of two launches, compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.op_compiler.operator_call import read_output
from custom_compiler.support.element_types import BY_NAME
from custom_compiler.support.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np


def difference(
    ports: Sequence[Mapping[str, Any] | None], folder: str, expected: str, tolerance: float
) -> str:
    """Describe the first difference of the outputs in `folder` and `expected`; empty: none.

    `ports` are the outputs, whose files are named by their numbers. With a tolerance,
    floating-point
    numbers may differ by that part of the expected one, or of the output's root mean square if this
    is larger.
    """
    for number, port in enumerate(ports):
        if port is None:
            continue
        actual, wanted = read_output(folder, number), read_output(expected, number)
        if actual == wanted:
            continue
        dtype = BY_NAME[port["dtype"]].numpy
        is_comparable = tolerance > 0 and dtype in TOLERANCES and len(actual) == len(wanted)
        if is_comparable and is_close(_numbers(actual, dtype), _numbers(wanted, dtype), tolerance):
            continue
        pairs = zip(actual, wanted, strict=False)
        first = next((i for i, (a, b) in enumerate(pairs) if a != b), 0)
        return f"wrong values: output {number} differs from byte {first} on"
    return ""


def _numbers(data: bytes, dtype: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    import ml_dtypes
    import numpy as np

    kind = ml_dtypes.bfloat16 if dtype == "bfloat16" else np.dtype(dtype)
    return np.frombuffer(data, kind).astype(np.float64)


def is_close(actual: Any, wanted: Any, tolerance: float) -> bool:
    """Return whether arrays of float64 differ by no more than `difference` allows."""
    import numpy as np

    finite = np.isfinite(wanted)
    if not np.array_equal(actual[~finite], wanted[~finite], equal_nan=True):
        return False
    actual, wanted = actual[finite], wanted[finite]
    scale = np.maximum(np.abs(wanted), np.sqrt(np.mean(wanted**2)) if wanted.size else 0.0)
    return bool(np.all(np.abs(actual - wanted) <= tolerance * scale))
