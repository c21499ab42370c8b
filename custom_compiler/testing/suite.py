"""An operator's test as a table: shapes, types, patterns of values, attributes, and a reference."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import CustomCompilerError, MisuseError
from custom_compiler.testing.random_inputs import PATTERNS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np

    from custom_compiler.call.operators import Operators


@dataclass(frozen=True)
class Case:
    """One call.

    Attributes:
        shapes: Of each input, or one for all.
        dtypes: Of each input, or one for all.
        pattern: One of PATTERNS.
        attributes: Values by name.
    """

    shapes: tuple[tuple[int, ...], ...]
    dtypes: tuple[str, ...]
    pattern: str
    attributes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the case: `8x2048-fp16-zeros-slope:0.5`."""
        shapes = dict.fromkeys("x".join(map(str, shape)) or "scalar" for shape in self.shapes)
        words = [*shapes, *dict.fromkeys(self.dtypes), self.pattern]
        return "-".join([*words, *(f"{key}:{value}" for key, value in self.attributes.items())])

    def inputs(self, count: int) -> list[np.ndarray[Any, Any]]:
        """Return the arrays for `count` inputs, the same each time."""
        import numpy as np

        from custom_compiler.testing.random_inputs import pattern_array

        draw = np.random.default_rng(zlib.crc32(self.name.encode()))
        shapes = self.shapes * count if len(self.shapes) == 1 else self.shapes
        dtypes = self.dtypes * count if len(self.dtypes) == 1 else self.dtypes
        if not len(shapes) == len(dtypes) == count:
            message = f"the case {self.name} has {len(shapes)} shapes and {len(dtypes)} types"
            raise MisuseError(message, f"the operator has {count} inputs")
        return [
            pattern_array(self.pattern, shape, dtype, draw)
            for shape, dtype in zip(shapes, dtypes, strict=True)
        ]


def operator_test(  # noqa: PLR0913  the columns of a table
    operator: str,
    reference: Callable[..., Any],
    *,
    shapes: Sequence[Sequence[Any]],
    dtypes: Sequence[str | Sequence[str]],
    attributes: Sequence[Mapping[str, Any]] = ({},),
    patterns: Sequence[str] = PATTERNS,
    rtol: float | None = None,
    atol: float | None = None,
) -> Callable[..., None]:
    """Return a pytest test that compares an operator of the project with a reference.

    Every shape is tried with every combination of types on random values; other patterns and
    attributes with one shape in the middle of the list.

    Args:
        operator: Its type.
        reference: `reference(*inputs, **attributes)` returns the output, or a tuple of them, as
            NumPy arrays or tensors of any element type.
        shapes: `(8, 2048)` for all inputs, or `((8, 16), (16, 4))` for each.
        dtypes: `"fp16"` for all inputs, or `("fp16", "int32")` for each.
        attributes: Values by name; the first are those of all shapes.
        patterns: Of `custom_compiler.testing.random_inputs.PATTERNS`.
        rtol: Relative tolerance; None: by element type.
        atol: Absolute tolerance; None: by element type.

    Raises:
        MisuseError: A list is empty, or a pattern unknown.
    """
    import pytest

    cases = _cases(shapes, dtypes, attributes, patterns)

    @pytest.mark.parametrize("case", cases, ids=[case.name for case in cases])
    def test(operators: Operators, case: Case) -> None:
        from custom_compiler.testing.check import check_case

        try:
            problem = check_case(operators[operator], reference, case, (rtol, atol))
        except CustomCompilerError as error:  # a fault of the kernel, or a type that it has not
            problem = "\n".join(filter(None, (error.message, error.hint)))
        if problem:
            pytest.fail(problem, pytrace=False)

    test.__doc__ = f"{operator} against its reference."
    return test


def _cases(
    shapes: Sequence[Sequence[Any]],
    dtypes: Sequence[str | Sequence[str]],
    attributes: Sequence[Mapping[str, Any]],
    patterns: Sequence[str],
) -> list[Case]:
    unknown = [pattern for pattern in patterns if pattern not in PATTERNS]
    if unknown:
        names = ", ".join(PATTERNS)
        raise MisuseError(f"patterns: there is no {unknown[0]!r}", f"known: {names}")
    for what, values in (("shapes", shapes), ("dtypes", dtypes), ("patterns", patterns)):
        if not values:
            raise MisuseError(f"{what}: the list is empty", "give at least one")
    listed = [_shapes(shape) for shape in shapes]
    types = [(dtype,) if isinstance(dtype, str) else tuple(dtype) for dtype in dtypes]
    usual = dict(attributes[0]) if attributes else {}
    middle = listed[min(2, len(listed) - 1)]
    cases = [Case(shape, column, patterns[0], usual) for shape in listed for column in types]
    cases += [Case(middle, column, pattern, usual) for pattern in patterns[1:] for column in types]
    cases += [Case(middle, column, patterns[0], dict(attribute)) for attribute in attributes[1:]
              for column in types]  # fmt: skip
    return list({case.name: case for case in cases}.values())


def _shapes(shape: Sequence[Any]) -> tuple[tuple[int, ...], ...]:
    if shape and not isinstance(shape[0], int):
        return tuple(tuple(dimensions) for dimensions in shape)
    return (tuple(shape),)
