"""What MindSpore's `ops.Custom` compiles to infer an exported operator's shapes and types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.asc.export.op_host import decided_by
from custom_compiler.asc.export.operator import MINDSPORE_TYPES

if TYPE_CHECKING:
    from custom_compiler.asc.export.host_function import Fact, HostFunction
    from custom_compiler.asc.export.operator import Operator, Port


def infer_source(operator: Operator, shapes: HostFunction | None) -> str:
    """The functions that MindSpore finds by the operator's name.

    What shapes follow from attributes or sizes of elements, MindSpore does not tell such
    functions: then there is only the one of types, and `custom_compiler.mindspore.custom_op` asks
    the package itself.
    """
    lines = [
        f"// Shapes and types of {operator.name} for MindSpore, written by asc.export.",
        "#include <cstdint>",
        "#include <vector>",
        "",
        "class AotExtra;",
        "enum TypeId : int {};",
        "",
    ]
    names = [port.name for port in operator.inputs]
    if shapes is None or all(f.owner in names and f.what != "itemsize" for f in shapes.facts):
        lines += [*_shape_function(operator, shapes), ""]
    return "\n".join([*lines, *_type_function(operator)]) + "\n"


def _shape_function(operator: Operator, shapes: HostFunction | None) -> list[str]:
    single = len(operator.outputs) == 1
    returned = "std::vector<int64_t>" if single else "std::vector<std::vector<int64_t>>"
    given = ", ".join(f"{port.name}_dims" for port in operator.outputs)
    head = f'extern "C" {returned} {operator.name}InferShape('
    return [
        f"{head}int* ndims, int64_t** shapes, AotExtra*) {{",
        *_shapes(operator, shapes),
        f"    return {given if single else '{' + given + '}'};",
        "}",
    ]


def _type_function(operator: Operator) -> list[str]:
    single = len(operator.outputs) == 1
    returned = "TypeId" if single else "std::vector<TypeId>"
    given = ", ".join(_type(operator, port) for port in operator.outputs)
    return [
        f'extern "C" {returned} {operator.name}InferType(std::vector<TypeId> types, AotExtra*) {{',
        f"    return {given if single else '{' + given + '}'};",
        "}",
    ]


def _shapes(operator: Operator, shapes: HostFunction | None) -> list[str]:
    names = [port.name for port in operator.inputs]
    if shapes is None:
        return [_like(port.name, names.index(port.like)) for port in operator.outputs]
    lines = [line for fact in shapes.facts for line in _fact(names, fact)]
    lines += [f"    std::vector<int64_t> {port.name}_dims;" for port in operator.outputs]
    made = [line.replace("_shape->AppendDim(", "_dims.push_back(") for line in shapes.lines]
    for index, name in enumerate(names):
        made = [line.replace(f"{name}->GetDim(dim)", f"shapes[{index}][dim]") for line in made]
    return [*lines, *(f"    {line}".rstrip() for line in made)]


def _like(name: str, index: int) -> str:
    dims = f"shapes[{index}], shapes[{index}] + ndims[{index}]"
    return f"    const std::vector<int64_t> {name}_dims({dims});"


def _fact(names: list[str], fact: Fact) -> list[str]:
    index = names.index(fact.owner)
    if fact.what == "size":
        return [
            f"    int64_t {fact.variable} = 1;",
            f"    for (int i = 0; i < ndims[{index}]; ++i) {{",
            f"        {fact.variable} *= shapes[{index}][i];",
            "    }",
        ]
    place = fact.number if fact.number >= 0 else f"ndims[{index}] - {-fact.number}"
    value = f"ndims[{index}]" if fact.what == "rank" else f"shapes[{index}][{place}]"
    return [f"    const int64_t {fact.variable} = {value};"]


def _type(operator: Operator, port: Port) -> str:
    for index, source in enumerate(operator.inputs):
        if source.dtypes == port.dtypes:
            return f"types[{index}]"
    if len(set(port.dtypes)) == 1:
        return f"static_cast<TypeId>({MINDSPORE_TYPES[port.dtypes[0]]})"
    index, pairs = decided_by(operator, port)
    text = f"types[{index}]"
    for given, made in reversed(pairs):
        number = f"static_cast<TypeId>({MINDSPORE_TYPES[made]})"
        text = f"types[{index}] == {MINDSPORE_TYPES[given]} ? {number} : {text}"
    return text
