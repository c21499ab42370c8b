"""Matrix multiplications: how their objects are declared and registered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import StringAttr

from custom_compiler.asc.emit.errors import EmitError
from custom_compiler.asc.emit.expressions import CppExpression
from custom_compiler.asc.emit.types import cpp_type, position
from custom_compiler.asc.ir import types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.ir import Operation

    from custom_compiler.asc.emit.function import FunctionWriter

_MATRICES = ("A", "B", "C", "Bias")
_WORDS = 5  # of each matrix: position, format, element type, transposed, layout
_POLICIES = "AscendC::Impl::Detail::"
_USUAL_POLICY = "MatmulPolicy"


def declared(to: FunctionWriter, operation: Operation) -> None:
    """Declare a matmul object, after the types of its matrices."""
    (result,) = operation.results
    assert isinstance(result.type, types.MatmulObjectType)
    words = [word.data for word in result.type.words]
    name = to.new_name(result, "matmul")
    arguments = _matrix_types(to, name, words)
    policy = str(words[-1])
    configuration = [to.value(operand).text for operand in operation.operands]
    if policy != _USUAL_POLICY:
        unused = "AscendC::MatmulCallBackFunc<nullptr, nullptr, nullptr>"
        configuration = [*(configuration or ["CFG_NORM"]), unused, _POLICIES + policy]
    to.line(f"AscendC::Matmul<{', '.join(arguments + configuration)}> {name};")
    to.bind(result, CppExpression(name))


def registered(to: FunctionWriter, operation: Operation) -> CppExpression:
    """Register a matmul with the pipe; the macro expects the namespace AscendC."""
    pipe, workspace, matmul, *tiling = (to.value(operand).text for operand in operation.operands)
    to.line("using namespace AscendC;")
    last = "".join(f", &{name}" for name in tiling)
    return CppExpression(f"REGIST_MATMUL_OBJ(&{pipe}, {workspace}, {matmul}{last})")


def static_tiling(to: FunctionWriter, operation: Operation) -> None:
    """Write the tiling that a configuration fixes as a constant of the compiler."""
    (result,) = operation.results
    name = to.new_name(result, "tiling")
    a, b, c = (_words_of(operation, matrix) for matrix in ("aType", "bType", "cType"))
    bias = _words_of(operation, "biasType") if "biasType" in operation.attributes else c
    matrices = _matrix_types(to, name, [*a, *b, *c, *bias])
    configuration = to.value(operation.operands[0]).text
    size = operation.attributes.get("l1Size")
    last = "" if size is None else f", {size.value.data}"  # type: ignore[attr-defined]
    call = f"AscendC::GetMatmulApiTiling<{', '.join(matrices)}>({configuration}{last})"
    to.line(f"constexpr static {cpp_type(result.type)} {name} = {call};")
    to.bind(result, CppExpression(name))


def _matrix_types(to: FunctionWriter, name: str, words: Sequence[str | int]) -> list[str]:
    """Declare the types of A, B, C and the bias, and return their names."""
    names = []
    for number, matrix in enumerate(_MATRICES):
        type_ = to.names.new(f"{name}_{matrix.lower()}_type")
        to.line(f"using {type_} = {_matrix(words[number * _WORDS : (number + 1) * _WORDS])};")
        names.append(type_)
    return names


def _matrix(words: Sequence[str | int]) -> str:
    position_name, layout_of_blocks, element, transposed, layout = words
    arguments = [
        position(str(position_name)),
        f"CubeFormat::{str(layout_of_blocks).upper()}",
        cpp_type(types.element(str(element))),
    ]
    if int(transposed) or layout != "none":
        arguments.append("true" if int(transposed) else "false")
    if layout != "none":
        arguments.append(f"LayoutMode::{str(layout).upper()}")
    return f"AscendC::MatmulType<{', '.join(arguments)}>"


def _words_of(operation: Operation, name: str) -> list[str]:
    attribute = operation.attributes.get(name)
    if not isinstance(attribute, StringAttr):
        message = f"{operation.name} lacks its {name}"
        raise EmitError(message)
    return attribute.data.split()
