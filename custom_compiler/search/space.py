"""Spaces of settings: knobs with ordered values, and the allowed combinations."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

Value: TypeAlias = "int | float | str"
Point: TypeAlias = "tuple[int, ...]"
"""A setting as the places of its values in their knobs."""


@dataclass(frozen=True)
class Knob:
    """One thing to set.

    Attributes:
        name: Unique in its space.
        values: At least one; neighbours are alike, which samplers make use of.
    """

    name: str
    values: tuple[Value, ...]

    def __post_init__(self) -> None:
        if not self.values or len(set(self.values)) != len(self.values):
            raise ValueError(f"knob {self.name}: values are missing or repeated: {self.values}")


@dataclass(frozen=True)
class Space:
    """All settings of some knobs.

    Attributes:
        knobs: In order of the places in a point.
        allowed: Whether a setting (value by knob) may be tried; it must always answer the same.
        describe: Numbers that a setting's cost may follow from, for models that learn costs; spaces
            whose searches teach each other have the same. None: its values, as logarithms.
    """

    knobs: tuple[Knob, ...]
    allowed: Callable[[Mapping[str, Value]], bool] = lambda _: True
    describe: Callable[[Mapping[str, Value]], Sequence[float]] | None = None

    def __post_init__(self) -> None:
        names = [knob.name for knob in self.knobs]
        if len(set(names)) != len(names):
            raise ValueError(f"knobs are named alike: {names}")

    @property
    def size(self) -> int:
        """Number of settings, allowed or not."""
        return math.prod(len(knob.values) for knob in self.knobs)

    def setting(self, point: Point) -> dict[str, Value]:
        """Return the values at a point, by knob."""
        return {
            knob.name: knob.values[index] for knob, index in zip(self.knobs, point, strict=True)
        }

    def point(self, setting: Mapping[str, Value]) -> Point:
        """Return the point of a setting; raise ValueError if a value is not its knob's."""
        return tuple(knob.values.index(setting[knob.name]) for knob in self.knobs)

    def features(self, setting: Mapping[str, Value]) -> Sequence[float]:
        """Return the features of a setting for cost models: a fixed number of numbers."""
        if self.describe is not None:
            return self.describe(setting)
        return [_number(knob, setting[knob.name]) for knob in self.knobs]

    def allows(self, point: Point) -> bool:
        """Return whether the setting at a point may be tried."""
        return self.allowed(self.setting(point))

    def points(self) -> Iterator[Point]:
        """Yield the allowed points in order; the last knob moves fastest."""
        places = itertools.product(*(range(len(knob.values)) for knob in self.knobs))
        return filter(self.allows, places)


def including(space: Space, setting: Mapping[str, Value]) -> Space:
    """Return the space with this setting, even if it is not allowed, or has new values of knobs.

    Values of knobs must be numbers: new ones are inserted by size.
    """
    knobs = tuple(
        Knob(knob.name, tuple(sorted({*knob.values, setting[knob.name]}, key=float)))
        for knob in space.knobs
    )
    values_by_knob = {knob.name: frozenset(knob.values) for knob in space.knobs}

    def allowed(other: Mapping[str, Value]) -> bool:
        if other == setting:
            return True
        inside = all(other[name] in values for name, values in values_by_knob.items())
        return inside and space.allowed(other)

    return Space(knobs, allowed, space.describe)


def _number(knob: Knob, value: Value) -> float:
    """Return a value as a number that grows with its position."""
    if all(isinstance(each, int | float) and each >= 0 for each in knob.values):
        return math.log2(1 + float(value))
    return float(knob.values.index(value))
