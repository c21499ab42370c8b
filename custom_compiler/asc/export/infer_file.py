"""The source with the inference of shapes and types that MindSpore's `ops.Custom` compiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.asc.export.host_function import ShapeText
from custom_compiler.asc.export.op_host import decided_by
from custom_compiler.asc.export.operator import MINDSPORE_TYPES

if TYPE_CHECKING:
    from custom_compiler.asc.export.host_function import HostFact, HostFunction
    from custom_compiler.asc.export.operator import ExportedOperator, ExportedPort

SHAPE_TEXT = ShapeText(
    append=lambda output, number: f"{output}_dims.push_back({number});",
    dim=lambda index, _name: f"shapes[{index}][dim]",
)


def infer_source(operator: ExportedOperator, shapes: HostFunction | None) -> str:
    """Return the source of the functions that MindSpore finds by the operator's name.

    MindSpore passes neither attributes nor types to them. If shapes depend on these, the function
    for shapes reports an error that says what to pass instead.
    """
    lines = [
        f"// Shapes and types of {operator.name} for MindSpore, written by asc.export.",
        "#include <cstdint>",
        *(["#include <stdexcept>"] if _untold(operator, shapes) else []),
        "#include <vector>",
        "",
        "class AotExtra;",
        "enum TypeId : int {};",
        "",
    ]
    functions = [*_shape_function(operator, shapes), "", *_type_function(operator)]
    return "\n".join([*lines, *functions]) + "\n"


def _untold(operator: ExportedOperator, shapes: HostFunction | None) -> list[str]:
    """Return the values on which shapes depend and which MindSpore does not pass."""
    facts = () if shapes is None else shapes.facts
    names = [port.name for port in operator.inputs]
    attributes = [fact.owner for fact in facts if fact.owner not in names]
    return [*attributes, *(f"{fact.owner}'s type" for fact in facts if fact.what == "itemsize")]


def _shape_function(operator: ExportedOperator, shapes: HostFunction | None) -> list[str]:
    single = len(operator.outputs) == 1
    returned = "std::vector<int64_t>" if single else "std::vector<std::vector<int64_t>>"
    names = ", ".join(f"{port.name}_dims" for port in operator.outputs)
    head = f'extern "C" {returned} {operator.name}InferShape('
    untold = _untold(operator, shapes)
    if untold:
        message = (
            f"{operator.name}: MindSpore does not tell {', '.join(untold)} to inference, which "
            "shapes follow from; give ops.Custom out_shape and out_dtype"
        )
        return [
            f"{head}int*, int64_t**, AotExtra*) {{",
            f'    throw std::runtime_error("{message}");',
            "}",
        ]
    return [
        f"{head}int* ndims, int64_t** shapes, AotExtra*) {{",
        *_shapes(operator, shapes),
        f"    return {names if single else '{' + names + '}'};",
        "}",
    ]


def _type_function(operator: ExportedOperator) -> list[str]:
    single = len(operator.outputs) == 1
    returned = "TypeId" if single else "std::vector<TypeId>"
    names = ", ".join(_type(operator, port) for port in operator.outputs)
    return [
        f'extern "C" {returned} {operator.name}InferType(std::vector<TypeId> types, AotExtra*) {{',
        f"    return {names if single else '{' + names + '}'};",
        "}",
    ]


def _shapes(operator: ExportedOperator, shapes: HostFunction | None) -> list[str]:
    names = [port.name for port in operator.inputs]
    if shapes is None:
        return [_like(port.name, names.index(port.like)) for port in operator.outputs]
    lines = [line for fact in shapes.facts for line in _fact(names, fact)]
    lines += [f"    std::vector<int64_t> {port.name}_dims;" for port in operator.outputs]
    return [*lines, *(f"    {line}".rstrip() for line in shapes.lines)]


def _like(name: str, index: int) -> str:
    dims = f"shapes[{index}], shapes[{index}] + ndims[{index}]"
    return f"    const std::vector<int64_t> {name}_dims({dims});"


def _fact(names: list[str], fact: HostFact) -> list[str]:
    index = names.index(fact.owner)
    if fact.what == "size":
        return [
            f"    int64_t {fact.variable} = 1;",
            f"    for (int i = 0; i < ndims[{index}]; ++i) {{",
            f"        {fact.variable} *= shapes[{index}][i];",
            "    }",
        ]
    index_text = fact.number if fact.number >= 0 else f"ndims[{index}] - {-fact.number}"
    value = f"ndims[{index}]" if fact.what == "rank" else f"shapes[{index}][{index_text}]"
    return [f"    const int64_t {fact.variable} = {value};"]


def _type(operator: ExportedOperator, port: ExportedPort) -> str:
    for index, source in enumerate(operator.inputs):
        if source.dtypes == port.dtypes:
            return f"types[{index}]"
    if len(set(port.dtypes)) == 1:
        return f"static_cast<TypeId>({MINDSPORE_TYPES[port.dtypes[0]]})"
    index, pairs = decided_by(operator, port)
    text = f"types[{index}]"
    for input_type, output_type in reversed(pairs):
        number = f"static_cast<TypeId>({MINDSPORE_TYPES[output_type]})"
        text = f"types[{index}] == {MINDSPORE_TYPES[input_type]} ? {number} : {text}"
    return text
