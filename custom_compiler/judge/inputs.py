"""Arrays that operators are judged with; the same seed gives the same ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.testing.random_inputs import pattern_array

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

RANDOM, AGAIN = "random", "random again"
# Of the first shape: what sums, products and comparisons get wrong. The last one only where a
# reference says what infinities, NaN and extreme numbers give.
PATTERNS = ("zeros", "negative", "alternating", "special")


@dataclass(frozen=True)
class JudgedCase:
    """Arrays for one call.

    Attributes:
        kind: RANDOM, AGAIN (other numbers of the same shapes) or a pattern of `random_inputs`.
        arrays: By the inputs' names.
        wanted: What the operator should give for them.
    """

    kind: str
    arrays: Mapping[str, np.ndarray[Any, Any]]
    wanted: Sequence[np.ndarray[Any, Any]] = ()

    @property
    def name(self) -> str:
        """Name for users."""
        shapes = ", ".join(f"{name} {list(array.shape)}" for name, array in self.arrays.items())
        return f"{self.kind}: {shapes}"


def cases(
    entries: Sequence[Mapping[str, tuple[str, tuple[int, ...]]]], seed: int, *, special: bool
) -> Iterator[JudgedCase]:
    """Make the cases: random ones of each entry's shapes, the others of the first one's.

    Args:
        entries: CANN's dtype and the shape by input.
        seed: Of all that is random.
        special: Whether there is a case with infinities, NaN and extremes.
    """
    draw = np.random.default_rng(seed)
    for entry in entries:
        for kind in (RANDOM, AGAIN):
            yield JudgedCase(kind, _arrays("random", entry, draw))
    for kind in PATTERNS if special else PATTERNS[:-1]:
        yield JudgedCase(kind, _arrays(kind, entries[0], draw))


def _arrays(
    pattern: str, entry: Mapping[str, tuple[str, tuple[int, ...]]], draw: np.random.Generator
) -> dict[str, np.ndarray[Any, Any]]:
    return {
        name: pattern_array(pattern, shape, dtype, draw) for name, (dtype, shape) in entry.items()
    }
