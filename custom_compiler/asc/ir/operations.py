"""Operations of the dialects `ascendc` and `emitasc`, made of the table when they are asked for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, i32
from xdsl.ir import OpTraits
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from custom_compiler.asc import table
from custom_compiler.asc.ir.spelling import SpelledOperation
from custom_compiler.asc.table import model

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdsl.ir import SSAValue

SEGMENTS = "operandSegmentSizes"
FORM = "form"

# Operations of classes and statements of the language, which no function makes: no row.
STRUCTURAL = frozenset(
    {
        *("ascendc.construct", "ascendc.local_mem_allocator", "ascendc.matmul", "ascendc.noop"),
        *("ascendc.global_tensor", "ascendc.local_tensor", "ascendc.local_tensor_auto"),
        *("ascendc.local_tensor_v2", "ascendc.pipe", "ascendc.queue", "ascendc.que_bind"),
        *("ascendc.tBufPool", "ascendc.tbuf", "emitasc.copy_struct", "emitasc.member"),
        *("emitasc.host_call", "emitasc.set_member", "emitasc.variable", "emitasc.verbatim"),
    }
)
# The same, of values only: equal ones are one.
STRUCTURAL_PURE = frozenset(
    {"emitasc.cast", "emitasc.constant", "emitasc.property", "emitasc.ptr_offset"}
)


class TableOperation(SpelledOperation):
    """An operation of a row: its operands are the row's, in order, attributes left out.

    Where a row has optional or variadic operands, `operandSegmentSizes` says how many are given.
    """

    def overload(self) -> model.Overload | None:
        """Return the overload in the table; None for constructs that it does not describe.

        A structure's `construct` has those of the constructor that attribute `form` counts.
        """
        if self.name != "ascendc.construct":
            return None if self.row is None else self.row[1]
        struct = table.ir_struct(self.results[0].type.name.removeprefix("ascendc."))
        form = self.attributes.get(FORM)
        return struct.constructors[form.value.data if isinstance(form, IntegerAttr) else 0]

    def segments(self) -> Iterator[tuple[str, tuple[SSAValue, ...]]]:
        """Name in Python and values of each operand of the row; a method's object is `self`."""
        overload = self.overload()
        names = ["self"] if self.row is not None and is_method(self.row[0]) else []
        names += [p.name for p in overload.parameters if not is_attribute(p)] if overload else []
        sizes = self.attributes.get(SEGMENTS)
        lengths = (
            [int(n) for n in sizes.iter_values()]
            if isinstance(sizes, DenseArrayBase)
            else [1] * len(names)
        )
        position = 0
        for name, length in zip(names, lengths, strict=True):
            yield name, tuple(self.operands[position : position + length])
            position += length

    def verify_(self) -> None:
        """Check the number of operands against the row."""
        if self.overload() is None:
            return
        try:
            count = sum(len(values) for _, values in self.segments())
        except ValueError:
            count = -1
        if count != len(self.operands):
            message = f"{self.name} has {len(self.operands)} operands, not those of its row"
            raise VerifyException(message)


@cache
def operation_class(name: str) -> type[TableOperation]:
    """Return the class of the operation `ascendc.…` or `emitasc.…`.

    Raises:
        KeyError: neither a row of the table nor a construct of the language has it.
    """
    if name in STRUCTURAL:
        row, pure = None, False
    elif name in STRUCTURAL_PURE:
        row, pure = None, True
    else:
        row = table.ir_operation(name.removeprefix("ascendc."))
        pure = row[1].pure
    traits = OpTraits(lambda: (Pure(),) if pure else ())
    body = {"name": name, "row": row, "traits": traits, "__module__": __name__}
    title = "".join(part.title() for part in name.replace(".", "_").split("_")) + "Op"
    return type(title, (TableOperation,), body)


def is_attribute(parameter: model.OverloadParameter) -> bool:
    """Return whether the value is known at compile time: an attribute, not an operand."""
    return all(
        kind in model.ATTRIBUTES or kind == "MatmulType" or table.is_enumeration(kind)
        for kind in parameter.kinds
    )


def is_method(operation: model.Operation) -> bool:
    """Return whether its first operand is an object of a class."""
    return operation.owner not in {"", "adv"}


def needs_segments(parameters: tuple[model.OverloadParameter, ...]) -> bool:
    """Return whether the number of operands varies between calls of one operation."""
    return any(
        p.optional or "mask" in p.kinds or p.kinds[0][0] == "[" or p.name[0] == "*"
        for p in parameters
    )


def segment_sizes(sizes: list[int]) -> DenseArrayBase:
    """Return the attribute `operandSegmentSizes`."""
    return DenseArrayBase.from_list(i32, sizes)
