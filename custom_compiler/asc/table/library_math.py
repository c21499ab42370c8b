"""Library functions of elements: the functions of `asc.adv` that take tensors one by one."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

_GROUP = "adv / Math"
_FLOATS = "half float"
_WRITTEN = "dst temp_buffer"
_REST = "temp_buffer: LT?, is_reuse_source: flag = False"

_SIZED = (
    ("acos", "Compute the arc cosine."),
    ("acosh", "Compute the inverse hyperbolic cosine."),
    ("asin", "Compute the arc sine."),
    ("asinh", "Compute the inverse hyperbolic sine."),
    ("atan", "Compute the arc tangent."),
    ("atanh", "Compute the inverse hyperbolic tangent."),
    ("cos", "Compute the cosine."),
    ("cosh", "Compute the hyperbolic cosine."),
    ("erf", "Compute the error function."),
    ("erfc", "Compute the complement of the error function."),
    ("frac", "Compute the fractional part."),
    ("sign", "Compute the sign: -1, 0 or 1."),
    ("sin", "Compute the sine."),
    ("sinh", "Compute the hyperbolic sine."),
    ("tan", "Compute the tangent."),
    ("tanh", "Compute the hyperbolic tangent."),
    ("trunc", "Round towards zero."),
)
# Ascend C wants the number of elements of these.
_COUNTED = (
    ("ceil", "Round up."),
    ("digamma", "Compute the logarithmic derivative of the gamma function."),
    ("floor", "Round down."),
    ("lgamma", "Compute the logarithm of the gamma function's absolute value."),
    ("round", "Round to the nearest whole number, half to even."),
)


def _call(api: str, sources: str, counted: str) -> str:
    return (
        f"AscendC::{api}<{{dst.T}}, {{is_reuse_source}}>"
        f"({{dst}}, {sources}{{, temp_buffer}}{counted})"
    )


def _forms(name: str, *sources: str) -> tuple[Overload, ...]:
    """Return a function of these sources, by default of as many elements as they have."""
    tensors = ", ".join(f"{source}: LT" for source in sources)
    values = ", ".join(f"{{{source}}}" for source in sources)
    return (
        overload(
            f"dst: LT, {tensors}, count: u32?, {_REST}",
            name,
            _call(name.capitalize(), values, "{, count}"),
            pipe="V",
            writes=_WRITTEN,
        ),
    )


def _row(name: str, document: str, forms: tuple[Overload, ...]) -> Operation:
    return Operation(name, _GROUP, forms, owner="adv", dtypes=_FLOATS, document=document)


def _counted(name: str) -> tuple[Overload, ...]:
    """Return a function whose number of elements is always explicit in Ascend C."""
    counts = ((name, ", count: u32", "{count}"), (f"{name}_all", "", "{src}.GetSize()"))
    return tuple(
        overload(
            f"dst: LT, src: LT{parameter}, {_REST}",
            ir,
            _call(name.capitalize(), "{src}", f", {count}"),
            pipe="V",
            writes=_WRITTEN,
        )
        for ir, parameter, count in counts
    )


_AXPY = "dst: LT, src: LT, scalar: num(src)"

OPERATIONS = (
    *(_row(name, text, _forms(name, "src")) for name, text in _SIZED),
    *(_row(name, text, _counted(name)) for name, text in _COUNTED),
    # Ascend C takes no memory for it; the parameter is that of the others.
    Operation(
        "log",
        _GROUP,
        (
            overload(
                f"dst: LT, src: LT, count: u32?, {_REST}",
                "log",
                "AscendC::Log<{dst.T}, {is_reuse_source}>({dst}, {src}{, count})",
                pipe="V",
                writes=_WRITTEN,
            ),
        ),
        owner="adv",
        dtypes=_FLOATS,
        document="Compute the natural logarithm.",
    ),
    Operation(
        "exp",
        _GROUP,
        (
            overload(
                f"dst: LT, src: LT, count: u32, taylor_expand_level: int, {_REST}",
                "exp",
                "AscendC::Exp<{dst.T}, {taylor_expand_level}, {is_reuse_source}>"
                "({dst}, {src}{, temp_buffer}, {count})",
                pipe="V",
                writes=_WRITTEN,
            ),
        ),
        owner="adv",
        dtypes=_FLOATS,
        document="Compute the exponential function with a given number of terms of its series.",
    ),
    Operation(
        "power",
        _GROUP,
        _forms("power", "src0", "src1"),
        owner="adv",
        dtypes="half float int32_t",
        document="Raise src0 to the power of src1.",
    ),
    Operation(
        "xor",
        _GROUP,
        _forms("xor", "src0", "src1"),
        owner="adv",
        dtypes="int16_t uint16_t",
        document="Compute the bitwise exclusive or of src0 and src1.",
    ),
    # Ascend C's library form wants memory; without, the instruction of that name does the same.
    Operation(
        "axpy",
        _GROUP,
        (
            overload(
                f"{_AXPY}, count: u32, temp_buffer: LT, is_reuse_source: flag = False",
                "axpy",
                "AscendC::Axpy<{dst.T}, {src.T}, {is_reuse_source}>"
                "({dst}, {src}, {scalar}, {temp_buffer}, {count})",
                pipe="V",
                writes=_WRITTEN,
                accumulates=True,
            ),
            overload(
                f"{_AXPY}, temp_buffer: LT, is_reuse_source: flag = False",
                "axpy_all",
                "AscendC::Axpy<{dst.T}, {src.T}, {is_reuse_source}>"
                "({dst}, {src}, {scalar}, {temp_buffer}, {src}.GetSize())",
                pipe="V",
                writes=_WRITTEN,
                accumulates=True,
            ),
            overload(
                f"{_AXPY}, count: i32",
                "axpy_bufferless",
                "AscendC::Axpy({dst}, {src}, {scalar}, {count})",
                pipe="V",
                writes=_WRITTEN,
                accumulates=True,
            ),
            overload(
                _AXPY,
                "axpy_bufferless_all",
                "AscendC::Axpy({dst}, {src}, {scalar}, static_cast<int32_t>({src}.GetSize()))",
                pipe="V",
                writes=_WRITTEN,
                accumulates=True,
            ),
        ),
        owner="adv",
        dtypes="half float float:half",
        document="dst + src * scalar.",
    ),
)
