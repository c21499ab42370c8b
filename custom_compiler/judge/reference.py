"""References: files in Python that say what an operator computes, and for which inputs.

    INPUTS = [{"x": ("float16", (8, 2048)), "y": ("float16", (8, 2048))},
              {"x": ("float16", (1, 7)), "y": ("float16", (1, 7))}]

    def reference(x, y):
        return x + y

INPUTS has an entry per shape. Besides there may be OPERATOR (where a package has several),
ATTRIBUTES (given to the operator and to `reference`, by name), TOLERANCE (relative and absolute,
for all outputs) and SPECIAL = False: nothing is compared for infinities, NaN and extreme numbers.
Instead of a function there may be a module of PyTorch, as benchmarks of generated kernels have
them: `Model`, `get_inputs` and `get_init_inputs` (`models`).
A reference is the user's own and runs outside of the sandbox.
"""

from __future__ import annotations

import gc
import inspect
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from custom_compiler.call.arrays import canonical
from custom_compiler.errors import MisuseError
from custom_compiler.judge.inputs import PATTERNS, cases
from custom_compiler.judge.models import as_array, read_model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from custom_compiler.judge.inputs import JudgedCase


class Reference(Protocol):
    """Reference implementation in a file.

    Attributes:
        operator: The operator's type, or "".
        attributes: Values by name.
        tolerance: Relative and absolute; None: by dtype.
        positional: 0 if arrays have the names of the operator's inputs; otherwise they are matched
            by order, and this is the minimum number of inputs of the operator.
        text: The file's.
    """

    operator: str
    attributes: Mapping[str, Any]
    tolerance: tuple[float, float] | None
    positional: int
    text: str

    def cases(self, seed: int) -> Iterator[JudgedCase]:
        """Yield the arrays to call the operator with, determined by the seed."""

    def expected(self, arrays: Mapping[str, np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
        """Return the expected outputs for the arrays of a case."""


@dataclass
class FunctionReference(Reference):
    """A function of arrays.

    Attributes:
        function: From arrays by the inputs' names, and attributes, to an output or a tuple of them.
        inputs: For each shape: dtype and shape by input.
        special: Whether infinities, NaN and extreme numbers are among the inputs.
    """

    function: Callable[..., Any]
    inputs: tuple[Mapping[str, tuple[str, tuple[int, ...]]], ...]
    attributes: Mapping[str, Any]
    operator: str
    tolerance: tuple[float, float] | None
    special: bool
    text: str
    positional: int = 0

    def cases(self, seed: int) -> Iterator[JudgedCase]:
        """See `Reference`."""
        return cases(self.inputs, seed, special=self.special)

    def expected(self, arrays: Mapping[str, np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
        """See `Reference`."""
        copies = {name: array.copy() for name, array in arrays.items()}
        with np.errstate(all="ignore"):
            results = self.function(**copies, **self.attributes)
        results = results if isinstance(results, tuple | list) else [results]
        return [as_array(result) for result in results]


@dataclass(frozen=True)
class Prepared:
    """A reference with its cases, made once for all projects.

    Attributes:
        reference: What they come from.
        seed: Of the random inputs.
        cases: With what the operator should give.
    """

    reference: Reference
    seed: int
    cases: tuple[JudgedCase, ...]


def prepare(reference: Reference, seed: int) -> Prepared:
    """Make the cases and compute what is right; MisuseError if the reference raises."""
    prepared_cases = []
    kind = "its inputs"
    try:
        for case in reference.cases(seed):
            kind = case.kind
            prepared_cases.append(replace(case, wanted=tuple(reference.expected(case.arrays))))
    except Exception as error:
        message = f"--reference raises for {kind}: {type(error).__name__}: {error}"
        hint = "SPECIAL = False in it leaves out infinities, NaN and extremes"
        raise MisuseError(message, hint if kind == PATTERNS[-1] else "") from error
    return Prepared(reference, seed, tuple(prepared_cases))


def read_reference(path: Path) -> Reference:
    """Run a reference's file; MisuseError says what is not as it should be."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        message = f"--reference={path}: it cannot be read: {error.strerror}"
        raise MisuseError(message, "give a file of Python with INPUTS and reference") from None
    except UnicodeDecodeError:
        message = f"--reference={path}: it is no text"
        raise MisuseError(message, "give a file of Python with INPUTS and reference") from None
    names: dict[str, Any] = {"__name__": "reference", "__file__": str(path)}
    try:
        exec(compile(text, str(path), "exec"), names)  # noqa: S102 - the user's own file
    except Exception as error:
        message = f"--reference={path}: {type(error).__name__}: {error}"
        raise MisuseError(message, "run it with Python to see where") from error
    gc.freeze()  # frameworks stay: looking through them takes a third of the time of their import
    if "Model" in names and "reference" not in names:
        return read_model(path, names, _settings(path, names, text))
    function = names.get("reference")
    if not callable(function):
        message = f"--reference={path}: there is no function `reference`, and no class `Model`"
        raise MisuseError(message, "define what the operator computes: def reference(x, y)")
    reference = FunctionReference(
        function=function,
        inputs=tuple(_entry(path, entry) for entry in _entries(path, names.get("INPUTS"))),
        special=bool(names.get("SPECIAL", True)),
        **_settings(path, names, text),
    )
    _check_parameters(path, reference)
    return reference


def _settings(path: Path, names: Mapping[str, Any], text: str) -> dict[str, Any]:
    return {
        "attributes": dict(names.get("ATTRIBUTES", {})),
        "operator": str(names.get("OPERATOR", "")),
        "tolerance": _tolerance(path, names.get("TOLERANCE")),
        "text": text,
    }


def _entries(path: Path, value: Any) -> list[Any]:
    entries = [value] if isinstance(value, dict) else value
    if not isinstance(entries, list | tuple) or not entries:
        message = f"--reference={path}: INPUTS is no list of inputs"
        raise MisuseError(message, 'like INPUTS = [{"x": ("float16", (8, 2048))}]')
    return list(entries)


def _entry(path: Path, ports: Any) -> dict[str, tuple[str, tuple[int, ...]]]:
    types = {}
    try:
        for name, (dtype, shape) in ports.items():
            sizes = (shape,) if isinstance(shape, int) else tuple(int(size) for size in shape)
            np.empty((0, *sizes))  # ValueError: a size is negative
            types[str(name)] = (canonical(str(dtype)), sizes)
    except (AttributeError, TypeError, ValueError, KeyError, MisuseError) as error:
        message = f"--reference={path}: INPUTS has {ports!r}: {error}"
        raise MisuseError(message, 'like {"x": ("float16", (8, 2048))}') from None
    return types


def _tolerance(path: Path, value: Any) -> tuple[float, float] | None:
    if value is None:
        return None
    try:
        relative, absolute = map(float, value)
    except (TypeError, ValueError):
        message = f"--reference={path}: TOLERANCE = {value!r} is no pair of numbers"
        raise MisuseError(message, "like TOLERANCE = (1e-3, 1e-5)") from None
    return relative, absolute


def _check_parameters(path: Path, reference: FunctionReference) -> None:
    signature = inspect.signature(reference.function)
    for entry in reference.inputs:
        try:
            signature.bind(**dict.fromkeys([*entry, *reference.attributes]))
        except TypeError as error:  # noqa: PERF203
            message = (
                f"--reference={path}: reference{signature} is given {', '.join(entry)}: {error}"
            )
            raise MisuseError(message, "its parameters are the inputs and attributes") from None
