"""Library functions of elements: the functions of `asc.adv` that take tensors one by one."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

_GROUP = "adv / Math"
_FLOATS = "half float"
_WRITTEN = "dst temp_buffer"
_REST = "temp_buffer: LT?, is_reuse_source: flag = False"

_SIZED = (
    ("acos", "The arc cosine."),
    ("acosh", "The inverse hyperbolic cosine."),
    ("asin", "The arc sine."),
    ("asinh", "The inverse hyperbolic sine."),
    ("atan", "The arc tangent."),
    ("atanh", "The inverse hyperbolic tangent."),
    ("cos", "The cosine."),
    ("cosh", "The hyperbolic cosine."),
    ("erf", "The error function."),
    ("erfc", "The complement of the error function."),
    ("frac", "The fraction behind the point."),
    ("sign", "-1, 0 or 1."),
    ("sin", "The sine."),
    ("sinh", "The hyperbolic sine."),
    ("tan", "The tangent."),
    ("tanh", "The hyperbolic tangent."),
    ("trunc", "The whole number towards zero."),
)
# Ascend C wants the number of elements of these.
_COUNTED = (
    ("ceil", "The next whole number upwards."),
    ("digamma", "The logarithmic derivative of the gamma function."),
    ("floor", "The next whole number downwards."),
    ("lgamma", "The logarithm of the gamma function's absolute value."),
    ("round", "The nearest whole number, the even one of two."),
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
        document="The natural logarithm.",
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
        document="The exponential function, by as many terms of its series as asked for.",
    ),
    Operation(
        "power",
        _GROUP,
        _forms("power", "src0", "src1"),
        owner="adv",
        dtypes="half float int32_t",
        document="Powers: src0 ^ src1.",
    ),
    Operation(
        "xor",
        _GROUP,
        _forms("xor", "src0", "src1"),
        owner="adv",
        dtypes="int16_t uint16_t",
        document="Bits that src0 and src1 do not share.",
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
