"""Answers of sandboxes, read as what they may be: the work of others."""

from __future__ import annotations

import math
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.call.arrays import canonical, code_of, dtype_of
from custom_compiler.debug.trace import WritingInstruction
from custom_compiler.errors import CustomCompilerError

if TYPE_CHECKING:
    from collections.abc import Callable

    Array = np.ndarray[Any, Any]

_MOST_TEXTS, _MOST_CHARACTERS = 20, 500
_MOST_SECONDS = 1e9
_MOST_LAUNCHES, _MOST_WRITERS = 1000, 100
_HEADERS: dict[tuple[int, int], Callable[[BytesIO], Any]] = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}


class AnswerError(ValueError):
    """An answer is not what it should be; the text says where, in one line."""


def text_of(value: Any) -> str:
    """Return one line of an answer."""
    return " ".join(str(value).split())[:_MOST_CHARACTERS] if isinstance(value, str) else ""


def texts_of(value: Any) -> list[str]:
    """Return the lines of an answer."""
    several = value if isinstance(value, list) else [value] if value else []
    return [" ".join(str(text).split())[:_MOST_CHARACTERS] for text in several[:_MOST_TEXTS]]


def number_of(value: Any) -> float:
    """Return a number of seconds; 0.0 for anything else."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < _MOST_SECONDS else 0.0


def cases_of(answer: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Return the answers for each case; raise AnswerError for another form."""
    cases = answer.get("cases")
    if not isinstance(cases, list) or len(cases) != count:
        raise AnswerError(f"it tells nothing of its {count} calls")
    if not all(isinstance(case, dict) for case in cases):
        raise AnswerError("what it tells of a call is none")
    return cases


def read_output(data: bytes, dtype: str) -> Array:
    """Return the array of a file of NumPy as one of a CANN dtype.

    Nothing is unpickled, and no more memory taken than the file has.

    Raises:
        AnswerError: It is damaged, holds objects, or elements of another size.
    """
    try:
        array: Array = _array(data).view(dtype_of(code_of(canonical(dtype))))
    except AnswerError:
        raise
    except CustomCompilerError as error:
        raise AnswerError(error.message) from error
    except Exception as error:
        raise AnswerError(f"{type(error).__name__}: {error}") from error
    return array


def _array(data: bytes) -> Array:
    file = BytesIO(data)
    shape, is_fortran, stored = _HEADERS[np.lib.format.read_magic(file)](file)
    if stored.hasobject or not stored.itemsize:
        raise AnswerError(f"its elements are {stored}")
    size = math.prod(shape) * stored.itemsize
    if min(shape, default=0) < 0 or size != len(data) - file.tell():
        raise AnswerError(f"it does not have the bytes of its shape {list(shape)[:8]}")
    flat = np.frombuffer(data, stored, offset=file.tell())
    array: Array = flat.reshape(shape, order="F" if is_fortran else "C").copy("C")
    return array


def writers_of(answer: dict[str, Any]) -> list[WritingInstruction]:
    """Return the writers of some bytes; empty if the answer has none."""
    accepted = []
    writers = answer.get("writers")
    for fields in writers[:_MOST_WRITERS] if isinstance(writers, list) else []:
        if not isinstance(fields, list) or len(fields) != 5:  # noqa: PLR2004 - the fields of a Writer
            continue
        block, api, location, begin, size = fields
        is_placed = begin is None or (type(begin) is int and begin >= 0)
        if all(isinstance(text, str) for text in fields[:3]) and is_placed and type(size) is int:
            accepted.append(
                WritingInstruction(text_of(block), text_of(api), text_of(location), begin, size)
            )
    return accepted


def launches_of(model: Any) -> tuple[dict[str, Any], ...]:
    """Return the estimated timing of launches, without entries unlike `Verdict.model`."""
    several = model[:_MOST_LAUNCHES] if isinstance(model, list) else []
    return tuple(launch for launch in several if _is_launch(launch))


def _is_launch(launch: Any) -> bool:
    if not isinstance(launch, dict) or not isinstance(launch.get("cycles"), dict):
        return False
    texts = all(isinstance(launch.get(name), str) for name in ("kernel", "soc"))
    kinds = launch["cycles"].values()
    numbers: list[Any] = [launch.get("microseconds")]
    for kind in kinds:
        if not isinstance(kind, dict) or not {"cores", "cycles"} <= kind.keys():
            return False
        numbers += kind.values()
    return texts and all(type(each) in {int, float} and math.isfinite(each) for each in numbers)
