"""Functions and methods of the language, made of the table's rows."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from custom_compiler.asc import table
from custom_compiler.asc.ir import builder
from custom_compiler.asc.language import arguments
from custom_compiler.asc.language.dtypes import DataType, KnownTypes, default_dtype, dtype_of_kind
from custom_compiler.asc.language.values import RuntimeValue, Scalar, describe, is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xdsl.ir import Attribute, SSAValue
    from xdsl.ir import Operation as IrOperation

    from custom_compiler.asc.language.arguments import BoundForm
    from custom_compiler.asc.language.values import RuntimeValue
    from custom_compiler.asc.table.model import Operation


# What a row cannot say: called with the object and the arguments before the row is used.
# What is called with the object of a method, if there is one, and with the arguments.
_Action: TypeAlias = "Callable[[Any, dict[str, object]], None]"
_prepare: dict[str, _Action] = {}

# Functions that are more than an operation of the IR, and what makes them of their arguments.
_COMPUTED = {
    "printf": "output",
    "adv.get_basic_config": "matmul",
    "adv.get_ib_share_norm_config": "matmul",
    "adv.get_mdl_config": "matmul",
    "adv.get_mm_config": "matmul",
    "adv.get_normal_config": "matmul",
    "adv.get_special_basic_config": "matmul",
    "adv.get_special_mdl_config": "matmul",
}
_ADDRESS_OF_BYTES = KnownTypes.uint8


class LanguageFunction:
    """A function or a method of an object, as its row says."""

    def __init__(self, row: Operation, owner: RuntimeValue | None = None) -> None:
        self.row = row
        self.owner = owner
        self.__name__ = row.name
        self.__qualname__ = row.qualified
        self.__module__ = "asc"
        self.__doc__ = row.document

    def __call__(self, *positional: object, **keywords: object) -> object:
        """Append the operation to the kernel that is being traced.

        Raises:
            RuntimeError: no kernel is being traced, or no overload of the function takes the
                arguments.
            TypeError: the function has one overload, and it does not take them.
        """
        return call(self.row, self.owner, positional, keywords)

    def __repr__(self) -> str:
        return f"<function asc.{self.row.qualified}>"


@cache
def function(qualified: str) -> Callable[..., object] | None:
    """Return the function `asc.<qualified>`, or None."""
    try:
        row = table.operation(qualified)
    except KeyError:
        return None
    if row.owner not in {"", "adv"}:
        return None
    return LanguageFunction(row)


def method(owner: str, name: str, value: RuntimeValue) -> Callable[..., object] | None:
    """Return the method of an object of class `owner`, or None."""
    try:
        return LanguageFunction(table.operation(f"{owner}.{name}"), value)
    except KeyError:
        return None


def prepares(
    qualified: str,
) -> Callable[
    [_Action],
    _Action,
]:
    """Register a function that changes a call's arguments before its operation is made."""

    def register(
        action: _Action,
    ) -> _Action:
        _prepare[qualified] = action
        return action

    return register


def call(
    row: Operation,
    owner: RuntimeValue | None,
    positional: Sequence[object],
    keywords: Mapping[str, object],
) -> object:
    """Call the overload of an operation that takes the arguments."""
    name = f"asc.{row.qualified}"
    current = builder.current(name)
    bound, reasons = arguments.choose(row, positional, keywords)
    if bound is None:
        raise _no_form(name, row, positional, keywords, reasons)
    _check_dtypes(name, row, bound)
    _check_flags(name, bound)
    if row.qualified in _prepare:
        values = dict(bound.values)
        _prepare[row.qualified](owner, values)
        bound = bound._replace(values=values)
    if row.qualified in _COMPUTED:
        module = import_module(f"custom_compiler.asc.language.{_COMPUTED[row.qualified]}")
        computed: object = module.compute(row.qualified, bound.values)
        return computed
    operands, attributes, segments = arguments.lower(name, bound, owner)
    kinds = _result_types(bound, owner)
    operation = current.create(
        f"ascendc.{bound.ir_name}", operands, kinds, attributes, segments=segments
    )
    return _wrap(bound, owner, operation)


def _no_form(
    name: str,
    row: Operation,
    positional: Sequence[object],
    keywords: Mapping[str, object],
    reasons: Sequence[str],
) -> Exception:
    if len(row.overloads) == 1:
        return TypeError(f"{name}: {reasons[0]}")
    descriptions = [describe(value) for value in positional]
    descriptions += [f"{key}={describe(value)}" for key, value in keywords.items()]
    lines = [f"no form of {name} takes ({', '.join(descriptions)}); there are"]
    for form, reason in zip(row.overloads, reasons, strict=True):
        lines.append(f"  {row.name}({arguments.signature(form)}): {reason}")
    return RuntimeError("\n".join(lines))


def _check_flags(name: str, bound: BoundForm) -> None:
    """Reject a flag that this overload of the operation does not have in Ascend C."""
    form = bound.overload
    for parameter in form.parameters:
        unused = form.emit and f"{{{parameter.name}}}" not in form.emit
        if parameter.kinds == ("flag",) and unused:
            value = bound.values[parameter.name]
            if str(value) != parameter.default:
                message = f"{name}({arguments.signature(form)}) has no {parameter.name}={value}"
                raise TypeError(f"{message} in Ascend C: another form has")


def _check_dtypes(name: str, row: Operation, bound: BoundForm) -> None:
    """Reject a first tensor of a type that the operation has on no core of this kind."""
    allowed = [entry.split(":") for entry in row.dtypes.split()]
    if not bound.overload.writes:  # entries are of a destination and its source
        allowed = [entry[-1:] for entry in allowed]
    tensors = [v for v in bound.values.values() if arguments.is_tensor(v)]
    if not allowed or not tensors:
        return
    names = [arguments.cpp_name(tensor.dtype) for tensor in tensors]  # type: ignore[attr-defined]
    if not any(names[: len(entry)] == entry[: len(names)] for entry in allowed):
        message = f"{name} is not for {', '.join(names[: len(allowed[0])])}; for {row.dtypes}"
        raise TypeError(message)


def _result_types(bound: BoundForm, owner: RuntimeValue | None) -> list[Attribute]:
    """Return the types of an operation's results."""
    return [_type(kind, bound, owner) for kind in _kinds(bound.overload.result)]


def _wrap(bound: BoundForm, owner: RuntimeValue | None, operation: IrOperation) -> object:
    """Return the results of an operation as objects of the language; None, one, or a tuple."""
    kinds = _kinds(bound.overload.result)
    objects = [
        _object(kind, bound, owner, handle)
        for kind, handle in zip(kinds, operation.results, strict=True)
    ]
    if not objects:
        return None
    return tuple(objects) if bound.overload.result.startswith("(") else objects[0]


def _kinds(text: str) -> Sequence[str]:
    inner = text[1:-1] if text.startswith("(") else text
    return [kind.strip() for kind in inner.split(",") if kind.strip()]


def _parts(kind: str, bound: BoundForm, owner: RuntimeValue | None) -> tuple[str, DataType | None]:
    """Return the class of a result, and its element type if it has one."""
    base, _, reference = kind.rstrip(")").partition("(")
    if not reference:
        return base, dtype_of_kind(kind) or (KnownTypes.int32 if kind == "any" else None)
    referent = arguments.referred(reference, bound, owner)
    if is_number(referent):
        return base, default_dtype(referent)
    return base, arguments.element_type(referent)


def _type(kind: str, bound: BoundForm, owner: RuntimeValue | None) -> Attribute:
    from custom_compiler.asc.ir import types
    from custom_compiler.asc.language import structs

    base, dtype = _parts(kind, bound, owner)
    if base == "LT":
        return types.local_tensor((dtype or KnownTypes.float32).name)
    if base == "GT":
        return types.global_tensor((dtype or KnownTypes.float32).name)
    if base == "GA":
        return types.pointer(types.element((dtype or _ADDRESS_OF_BYTES).name))
    if dtype is not None:
        return types.element(dtype.name)
    if table.is_struct(base):
        return types.plain(table.struct(base).ir)
    return structs.tiling(base).ir_type()


def _object(kind: str, bound: BoundForm, owner: RuntimeValue | None, handle: SSAValue) -> object:
    from custom_compiler.asc.language import structs, tensors

    base, dtype = _parts(kind, bound, owner)
    if base == "LT":
        return tensors.LocalTensor.typed(handle, dtype or KnownTypes.float32)
    if base == "GT":
        return tensors.GlobalTensor.typed(handle, dtype or KnownTypes.float32)
    if base == "GA":
        return tensors.GlobalAddress(handle, dtype or _ADDRESS_OF_BYTES)
    if dtype is not None:
        return Scalar(handle, dtype)
    if table.is_struct(base):
        return structs.structure(base).of(handle)
    return structs.tiling(base).of(handle)
