"""How far computed floating-point outputs may be off, by element type and comparison.

The three comparisons have different rules, since what they compare differs. All other element types
must be equal.
"""

from __future__ import annotations

from typing import NamedTuple


class Tolerance(NamedTuple):
    """The tolerances of one element type.

    Attributes:
        output: Relative and absolute: a kernel's output and the reference of a user, who may
            compute it in any precision (docs/debugging.md). CANN's own comparisons of operators
            use 1e-3 for half and 1e-4 for float; half has some units more here, and bfloat16, with
            8 bits, has one.
        setting: Relative to the element, or to the root mean square of the output if that is more:
            a tuned candidate and the reference in float64, rounded once (docs/autokernel.md). Five
            to eight units of types of 16 bits; of wider types what sums of a million elements lose
            in another order.
        model: Relative to the largest element of the output: a deployed model and its reference in
            the same types, after many operators. 0 if models have no such outputs.
    """

    output: float
    setting: float
    model: float


TOLERANCES = {
    "float16": Tolerance(4e-3, 4e-3, 1e-2),
    "bfloat16": Tolerance(4e-3, 2e-2, 0),
    "float32": Tolerance(1e-4, 5e-5, 1e-4),
    "float64": Tolerance(1e-6, 1e-11, 1e-9),
}
"""By NumPy's names of element types; of complex types, those of their parts hold."""
