"""Choice of an operation's form by the arguments of a call, and their conversion to IR."""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.asc import table
from custom_compiler.asc.language.constants import ConstExpr
from custom_compiler.asc.language.dtypes import DataType, KnownTypes, dtype_of_kind
from custom_compiler.asc.language.enumerations import enumeration
from custom_compiler.asc.language.values import RuntimeValue, Scalar, describe, is_number, to_scalar
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import CodeType

    from xdsl.ir import Attribute, SSAValue

    from custom_compiler.asc.table.model import Operation, Overload, OverloadParameter

_MASK_WORDS = 2
_EXPLAINED = {
    "LT": "LocalTensor",
    "GT": "GlobalTensor",
    "T": "LocalTensor or GlobalTensor",
    "GA": "GlobalAddress",
    "Queue": "TQue",
    "mask": "int or list of ints",
    "flag": "bool",
    "b": "bool",
    "any": "number",
    "dtype": "DataType",
}
_CLASSES = {"LT": {"LocalTensor"}, "GT": {"GlobalTensor"}, "T": {"LocalTensor", "GlobalTensor"}}
_CLASSES |= {"GA": {"GlobalAddress"}, "Queue": {"TQueBind"}, "Array": {"array"}}


class BoundForm(NamedTuple):
    """A form of an operation with the values of its parameters, by name."""

    overload: Overload
    values: Mapping[str, object]

    @property
    def ir_name(self) -> str:
        """Return the name of the operation after `ascendc.`."""
        masks = [
            v for p in self.overload.parameters if "mask" in p.kinds for v in [self.values[p.name]]
        ]
        several = bool(masks) and isinstance(masks[0], (list, tuple))
        return self.overload.ir.replace("{level}", "l1" if several else "l0")


def choose(
    row: Operation, positional: Sequence[object], keywords: Mapping[str, object]
) -> tuple[BoundForm | None, list[str]]:
    """Return the first overload that accepts the arguments, else the reasons of all."""
    reasons = []
    for form in row.overloads:
        bound = bind(form, positional, keywords)
        if isinstance(bound, BoundForm):
            return bound, []
        reasons.append(bound)
    return None, reasons


def bind(
    form: Overload, positional: Sequence[object], keywords: Mapping[str, object]
) -> BoundForm | str:
    """Return the values of an overload's parameters, else why it rejects the arguments."""
    parameters = form.parameters
    names = [p.name for p in parameters]
    by_name: dict[str, object] = {}
    if names and names[-1].startswith("*"):
        by_name[names[-1]] = list(positional[len(names) - 1 :])
        positional = positional[: len(names) - 1]
    if len(positional) > len(parameters):
        return f"it takes {len(parameters)} arguments, got {len(positional)}"
    by_name.update(zip(names, map(_plain, positional), strict=False))
    for name, value in keywords.items():
        if name not in names:
            return f"it has no argument '{name}'"
        if name in by_name:
            return f"'{name}' is given twice"
        by_name[name] = _plain(value)
    values: dict[str, object] = {}
    for parameter in parameters:
        if parameter.name in by_name:
            value = by_name[parameter.name]
            if not _takes(parameter, value):
                wanted = explain(parameter)
                return f"'{parameter.name}' argument must be {wanted}, got {describe(value)}"
        elif parameter.required:
            return f"missing argument '{parameter.name}'"
        else:
            value = _default(parameter)
        values[parameter.name] = value
    return BoundForm(form, values)


def lower(
    name: str, bound: BoundForm, owner: RuntimeValue | None, *, exact: bool = False
) -> tuple[list[SSAValue], dict[str, Attribute], list[int]]:
    """Return operands, attributes and, where operands vary in number, segment sizes of a call.

    Args:
        name: of the function, for messages.
        bound: the chosen form.
        owner: the object of a method.
        exact: whether integers become those of the row; else C++ converts run-time ones.
    """
    from custom_compiler.asc.ir import operations

    operands: list[SSAValue] = [] if owner is None else [owner.handle]
    sizes = [len(operands)] if operands else []
    attributes: dict[str, Attribute] = {}
    parameters = bound.overload.parameters
    for parameter in parameters:
        value = bound.values[parameter.name]
        if operations.is_attribute(parameter):
            if value is not None:
                attributes[camel_case(parameter.name)] = _attribute(value)
            continue
        try:
            handles = [to.handle for to in _operands(parameter, value, bound, owner, exact=exact)]
        except OverflowError as error:
            message = f"'{parameter.name}' of {name}: {error}"
            raise OverflowError(message) from None
        operands += handles
        sizes.append(len(handles))
    operand_parameters = tuple(p for p in parameters if not operations.is_attribute(p))
    return operands, attributes, sizes if operations.needs_segments(operand_parameters) else []


def explain(parameter: OverloadParameter) -> str:
    """Describe the values that a parameter accepts, for messages."""
    kinds = " or ".join(_explain(kind) for kind in parameter.kinds)
    return f"{kinds} or None" if parameter.optional else kinds


def signature(form: Overload) -> str:
    """Return the parameters of an overload, for messages."""
    parts = []
    for parameter in form.parameters:
        default = "" if parameter.required else f" = {_default(parameter)}"
        parts.append(f"{parameter.name}: {explain(parameter)}{default}")
    return ", ".join(parts)


def is_tensor(value: object) -> bool:
    """Return whether it is a tensor, in global or local memory."""
    return _is_instance(value, _CLASSES["T"])


def cpp_name(dtype: DataType) -> str:
    """Return the name of an element type in Ascend C."""
    return BY_NUMPY[dtype.name].kernel_type


@cache
def camel_case(name: str) -> str:
    """Return `is_set_mask` as `isSetMask`."""
    first, *words = name.split("_")
    return first + "".join(part.title() for part in words)


def referred(reference: str, bound: BoundForm, owner: object) -> object:
    """Return the argument, object or member that `src`, `self` or `self.a` in a row refers to."""
    name, _, part = reference.partition(".")
    value = owner if name == "self" else bound.values.get(name, dtype_of_kind(name))
    return getattr(value, part) if part else value


def element_type(reference: object) -> DataType:
    """Return the element type that `LT(x)` means: a type itself, or that of a tensor or address."""
    if isinstance(reference, DataType):
        return reference
    dtype: DataType = reference.dtype  # type: ignore[attr-defined]
    return dtype


def _explain(kind: str) -> str:
    if kind.startswith("["):
        return f"list of {_explain(kind[1:-1])}"
    if kind.startswith("num("):
        return "number"
    dtype = dtype_of_kind(kind)
    if kind in _EXPLAINED or dtype is None:
        return _EXPLAINED.get(kind, kind)
    return "float" if dtype.is_float else "int"


def _plain(value: object) -> object:
    """Return the value of a constant; a number of NumPy as Python's."""
    if isinstance(value, ConstExpr):
        value = value.value
    if not isinstance(value, RuntimeValue) and getattr(value, "shape", None) == ():
        value = value.item()  # type: ignore[attr-defined]
    return value


def _takes(parameter: OverloadParameter, value: object) -> bool:
    if value is None:
        return parameter.optional
    if parameter.name.startswith("*"):
        return all(_takes(parameter._replace(name="item"), item) for item in value)  # type: ignore[attr-defined]
    return any(_matches(kind, value) for kind in parameter.kinds)


def _matches(kind: str, value: object) -> bool:
    if kind.startswith("["):
        return isinstance(value, (list, tuple)) and all(_matches(kind[1:-1], x) for x in value)
    if kind in _MATCHES or kind.startswith("num("):
        return _MATCHES.get(kind, _is_any_number)(value)
    dtype = dtype_of_kind(kind)
    if dtype is not None:
        return _is_any_number(value) if dtype.is_float else _is_integer(value)
    if table.is_enumeration(kind):
        if isinstance(value, Enum):
            return type(value).__name__ == kind
        return _is_plain_number(value) and value in enumeration(kind)._value2member_map_
    return _is_instance(value, _CLASSES.get(kind, {kind}))


def _is_mask(value: object) -> bool:
    words = value if isinstance(value, (list, tuple)) else [value]
    return 1 <= len(words) <= _MASK_WORDS and all(_is_integer(word) for word in words)


def _is_any_number(value: object) -> bool:
    return _is_plain_number(value) or isinstance(value, Scalar)


def _is_flag(value: object) -> bool:
    return _is_plain_number(value) and value in {0, 1}


def _is_plain_number(value: object) -> bool:
    return is_number(value) and not isinstance(value, Enum)


def _is_integer(value: object) -> bool:
    if isinstance(value, Scalar):
        return not value.dtype.is_float
    return _is_plain_number(value) and not isinstance(value, float)


_MATCHES: dict[str, Callable[[object], bool]] = {
    "any": _is_any_number,
    "b": lambda value: _is_flag(value) or (isinstance(value, Scalar) and _is_integer(value)),
    "dtype": lambda value: isinstance(value, DataType),
    "flag": _is_flag,
    "int": lambda value: _is_integer(value) and not isinstance(value, Scalar),
    "mask": _is_mask,
    "str": lambda value: isinstance(value, str),
}


def _is_instance(value: object, names: set[str]) -> bool:
    return any(kind.__name__ in names for kind in type(value).__mro__)


class _Names(dict[str, object]):
    """The names that defaults are written with."""

    def __missing__(self, name: str) -> object:
        from custom_compiler.asc import language

        value: object = getattr(language, name)
        return value


def _default(parameter: OverloadParameter) -> object:
    if parameter.required or parameter.default in {"no default", "None"}:
        return None
    return eval(_code(parameter.default), {}, _Names())  # noqa: S307 - the table's own text


@cache
def _code(text: str) -> CodeType:
    return compile(text, "<table>", "eval")


def _attribute(value: object) -> Attribute:
    from custom_compiler.asc.ir import types

    if isinstance(value, bool):
        return types.flag(value=value)
    if isinstance(value, DataType):
        return types.element(value.name)
    if isinstance(value, str):
        return types.text(value)
    if isinstance(value, tuple):  # a MatmulType
        return types.text(" ".join(map(str, value.words())))  # type: ignore[attr-defined]
    return types.number(int(value))  # type: ignore[call-overload]


def _operands(
    parameter: OverloadParameter,
    value: object,
    bound: BoundForm,
    owner: RuntimeValue | None,
    *,
    exact: bool,
) -> Iterator[RuntimeValue]:
    """Yield the values of one parameter: none, one, or those of a list."""
    if value is None:
        return
    kind = next(kind for kind in parameter.kinds if _matches(kind, value))
    element = kind.strip("[]")
    items: Sequence[object] = value if isinstance(value, (list, tuple)) else [value]
    for item in items:
        yield _operand("u64" if element == "mask" else element, item, bound, owner, exact=exact)


def _operand(
    kind: str, value: object, bound: BoundForm, owner: RuntimeValue | None, *, exact: bool
) -> RuntimeValue:
    if not is_number(value) and not isinstance(value, Scalar):
        return value  # type: ignore[return-value]
    if kind == "any":
        return to_scalar(value)
    if kind.startswith("num("):
        return to_scalar(value, element_type(referred(kind[len("num(") : -1], bound, owner)))
    dtype = dtype_of_kind(kind) or KnownTypes.int32
    if exact or dtype.is_float or dtype == KnownTypes.bool_:
        return to_scalar(value, dtype)
    if is_number(value) and not dtype.holds(value):
        message = f"{value} does not fit {dtype}"
        raise OverflowError(message)
    if is_number(value) and value > 0x7FFFFFFF:  # noqa: PLR2004 - int32
        return to_scalar(value, dtype)
    return to_scalar(int(value) if is_number(value) else value)
