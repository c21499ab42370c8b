"""Modules as text, in two spellings, and back.

The short spelling is that of kernels in PyAsc's slides, like MLIR's own: values have numbers,
`ascendc.set_flag mte2_v, %0 : i32`. The generic one, `"ascendc.set_flag"(%id) {event = 4 : i32}`,
has the names of Python and can be read by any tool of MLIR that allows unregistered dialects.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, cast

from xdsl.context import Context
from xdsl.dialects import arith, func, math, memref, scf
from xdsl.dialects.builtin import Builtin, IntegerAttr, MemRefType, ModuleOp, NoneAttr
from xdsl.ir import BlockArgument, Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError, VerifyException

from custom_compiler.asc import table
from custom_compiler.asc.ir import types
from custom_compiler.asc.ir.operations import operation_class
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.ir import Attribute, SSAValue, TypeAttribute

_SHORTENED = {"builtin.module": "module", "func.return": "return"}
_OWN = ("ascendc.", "emitasc.")
_CONSTANTS = {"arith.constant", "emitasc.constant"}
_PARAMETRIC: dict[str, type[TypeAttribute]] = {
    kind.name: kind
    for kind in (
        *(types.LocalTensorType, types.GlobalTensorType, types.QueueType, types.QueBindType),
        *(types.TBufType, types.TBufPoolType, types.MatmulObjectType, types.PyStructType),
    )
}
_CLASSES = {"pipe", "local_mem_allocator", "tensor_desc", "list_tensor_desc"}


_STRINGS = re.compile(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"|"')
_REMEDY = "write IR as `custom-compiler asc opt` prints it"


class IrError(MisuseError):
    """A text is no module."""


def print_module(module: ModuleOp, *, generic: bool = False, locations: bool = False) -> str:
    """Return the text of a module.

    Args:
        module: the module.
        generic: in the generic spelling.
        locations: with the lines of Python, `loc("add.py":3:4)`.
    """
    stream = io.StringIO()
    kind = _GenericPrinter if generic else _ShortPrinter
    kind(stream=stream, print_generic_format=generic, print_debuginfo=locations).print_op(module)
    return stream.getvalue() + "\n"


def parse_module(text: str, name: str = "the text") -> ModuleOp:
    """Parse a module in either spelling, or a mix of them.

    Args:
        text: output of `print_module` or MLIR.
        name: of the text, for messages.

    Raises:
        IrError: it is no module; with line and column.
    """
    for match in _STRINGS.finditer(text):
        if match[0] == '"':  # xDSL takes ages to find that out
            raise IrError(
                f"{_location_text(name, text, match.start())}: the string has no end", _REMEDY
            )
    try:
        module = Parser(_Context(), text, name).parse_module()
        module.verify()
    except ParseError as error:
        message = f"{_location_text(name, text, error.span.start)}: {' '.join(error.msg.split())}"
        raise IrError(message, _REMEDY) from None
    except (VerifyException, ValueError, KeyError, RecursionError) as error:
        reason = str(error).strip().splitlines()
        message = f"{name}: no module of kernels: {reason[-1] if reason else type(error).__name__}"
        raise IrError(message, _REMEDY) from None
    return module


def _location_text(name: str, text: str, start: int) -> str:
    row, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    return f"{name}:{row}:{column}"


class _Context(Context):
    """Knows xDSL's dialects that kernels use, and ours as far as the table goes."""

    def __init__(self) -> None:
        super().__init__()
        for dialect in (Builtin, func.Func, scf.Scf, arith.Arith, memref.MemRef, math.Math):
            self.load_dialect(dialect)

    def get_optional_op(
        self, name: str, *, dialect_stack: Sequence[str] = ()
    ) -> type[Operation] | None:
        if name == "return":
            return func.ReturnOp
        if name == "module":
            return ModuleOp
        if name.startswith(_OWN):
            try:
                return operation_class(name)
            except KeyError:
                return None
        return super().get_optional_op(name, dialect_stack=dialect_stack)

    def get_optional_type(self, name: str) -> type[TypeAttribute] | None:
        return _type_class(name) or super().get_optional_type(name)


def _type_class(name: str) -> type[TypeAttribute] | None:
    """Return the class of `!ascendc.…`: a parametric type, or a class of Ascend C."""
    mnemonic = name.removeprefix("ascendc.")
    if name in _PARAMETRIC or mnemonic == name:
        return _PARAMETRIC.get(name)
    is_struct = any(row.ir == mnemonic for row in table.all_structs())
    if not is_struct and mnemonic not in _CLASSES:
        return None
    return cast("type[TypeAttribute]", type(types.plain(mnemonic)))


class _BasePrinter(Printer):
    """The part that both spellings share."""

    def print_attribute(self, attribute: Attribute) -> None:
        if isinstance(attribute, MemRefType) and isinstance(attribute.memory_space, IntegerAttr):
            plain = MemRefType(
                attribute.element_type, attribute.shape, attribute.layout, NoneAttr()
            )
            written = io.StringIO()
            Printer(stream=written).print_attribute(plain)
            self.print_string(f"{written.getvalue()[:-1]}, {attribute.memory_space.value.data}>")
        else:
            super().print_attribute(attribute)


class _GenericPrinter(_BasePrinter):
    """`"name"(%operands) {attributes} : (types) -> types`, with Python's names."""


class _ShortPrinter(_BasePrinter):
    """As MLIR prints, values in order of appearance."""

    def print_op(self, op: Operation) -> None:
        if isinstance(op, ModuleOp | func.FuncOp):  # damaged text has values next to functions
            self._names: dict[SSAValue, str] = {}
            self._uses_of_name: dict[str, int] = {}
            self._arguments = self._others = 0
        super().print_op(op)

    def print_string(self, text: str, *, indent: int | None = None) -> None:
        super().print_string(_SHORTENED.get(text, text), indent=indent)

    def print_ssa_value(self, value: SSAValue) -> str:
        name = self._names.get(value)
        if name is None:
            name = self._names[value] = self._new_name(value)
        self.print_string(f"%{name}")
        return name

    def _new_name(self, value: SSAValue) -> str:
        if isinstance(value, BlockArgument):
            self._arguments += 1
            return f"arg{self._arguments - 1}"
        owner = value.owner
        if isinstance(owner, Operation) and owner.name in _CONSTANTS and value.name_hint:
            number = self._uses_of_name.get(value.name_hint, 0)
            self._uses_of_name[value.name_hint] = number + 1
            return value.name_hint + (f"_{number - 1}" if number else "")
        self._others += 1
        return str(self._others - 1)
