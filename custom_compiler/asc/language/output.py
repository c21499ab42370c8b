"""printf: what kernels print."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from custom_compiler.asc.ir import builder
from custom_compiler.asc.language.tensors import GlobalAddress
from custom_compiler.asc.language.values import Number, RuntimeValue, describe, to_scalar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xdsl.ir import SSAValue

_CONVERSION = re.compile(r"%(?:%|[-+ #0]*[\d*]*(?:\.\d+)?(?:hh|h|ll|l|z|j|t)?([a-zA-Z]))")
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\r": "\r"}


def compute(qualified: str, values: Mapping[str, object]) -> None:
    """Print: texts of Python stand in the format, everything else is printed at run time.

    Raises:
        TypeError: a conversion and its value do not fit, or there are too few or too many.
    """
    from custom_compiler.asc.ir import types

    text = str(values["desc"])
    for written, meant in _ESCAPES.items():
        text = text.replace(written, meant)
    params = list(cast("Sequence[object]", values["*params"]))
    wanted = sum(1 for match in _CONVERSION.finditer(text) if match[1])
    if wanted != len(params):
        message = f"asc.{qualified}: the format has {wanted} conversions for {len(params)} values"
        raise TypeError(message)
    operands: list[SSAValue] = []
    text = _CONVERSION.sub(lambda match: _converted(match, params, operands), text)
    builder.current("asc.printf").create(
        "ascendc.printf", operands, (), {"desc": types.text(text)}, segments=[len(operands)]
    )


def _converted(match: re.Match[str], params: list[object], operands: list[SSAValue]) -> str:
    """Return a conversion in the kernel's format; its value is removed from `params`."""
    letter = match[1]
    if letter is None:  # %%
        return match[0]
    value = params.pop(0)
    if isinstance(value, str):
        if letter != "s":
            message = f"asc.printf: {match[0]} does not print {value!r}; use %s"
            raise TypeError(message)
        return value.replace("%", "%%")
    if isinstance(value, GlobalAddress):
        operands.append(value.handle)
        return "%p"
    if letter == "s":
        message = f"asc.printf: %s prints a text of Python, not {describe(value)}; use %d or %f"
        raise TypeError(message)
    scalar = to_scalar(cast("Number", value))
    operands.append(cast("RuntimeValue", scalar).handle)
    return match[0]
