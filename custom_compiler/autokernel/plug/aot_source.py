"""The C++ through which MindSpore calls an operator's libraries: functions of its AOT interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.shapes import REST
from custom_compiler.autokernel.describe.sizes import Computed, Symbol
from custom_compiler.autokernel.host.shim import C_TYPES, symbols
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Axis, Input, Operator, Stage
    from custom_compiler.autokernel.host.library import HostLibrary

_ATTRIBUTES = {"bool": "bool", "int64": "int64_t", "float32": "float"}


def aot_source(libraries: Sequence[HostLibrary]) -> str:
    """Return the source of the function `<operator>` and of its shape and type functions."""
    operator = libraries[0].operator
    name, inputs, outputs = operator.name, len(operator.inputs), len(operator.outputs)
    single = outputs == 1
    shapes, first = ("aot::Shape", "[0]") if single else ("std::vector<aot::Shape>", "")
    types = "TypeId" if single else "std::vector<TypeId>"
    lines = [
        f"// {name} as MindSpore's AOT functions; written by custom_compiler.",
        '#include "aot_calls.h"',
        '#include "custom_aot_extra.h"',
        *(f'#include "{library.name}.h"' for library in libraries),
        "",
        *_sizes(operator),
        "",
        f'extern "C" {shapes} {name}InferShape(int* ndims, int64_t** shapes, AotExtra*) {{',
        f"    if (aot::IsOpen({inputs}, ndims, shapes)) {{",
        f"        return std::vector<aot::Shape>({outputs}, {{-2}}){first};",
        "    }",
        f"    return Sizes(ndims, shapes).Outputs(){first};",
        "}",
        "",
        f'extern "C" {types} {name}InferType(std::vector<TypeId> types, AotExtra*) {{',
        *(line for library in libraries for line in _type_case(library, single=single)),
        f'    throw std::runtime_error("{name}: no kernel for these element types");',
        "}",
        "",
        f'extern "C" int {name}(int count, void** params, int* ndims, int64_t** shapes,',
        "        const char** dtypes, void*, void* opaque) {",
        "    [[maybe_unused]] AotExtra* const extra = static_cast<AotExtra*>(opaque);",
        f'    return aot::Guard("{name}", [&] {{',
        f'        aot::Check(count == {inputs + outputs}, "wrong number of tensors");',
        "        const Sizes sizes(ndims, shapes);",
        *(line for library in libraries for line in _call_case(library)),
        "        return false;",
        "    });",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _sizes(operator: Operator) -> list[str]:
    """Return a C++ class with the sizes of a call."""
    lines = ["namespace {", "", "struct Sizes {", "    Sizes(const int* ndims, int64_t** shapes) {"]
    # Computed sizes are checked when all names have their numbers.
    for index, tensor in enumerate(operator.inputs):
        lines += _named(index, tensor)
    for index, tensor in enumerate(operator.inputs):
        lines += _computed(index, tensor)
    lines += [
        "    }",
        "",
        "    std::vector<aot::Shape> Outputs() const {",
        f"        std::vector<aot::Shape> made({len(operator.outputs)});",
    ]
    for index, output in enumerate(operator.outputs):
        sizes = f"made[{index}]"
        lines += [
            f"        {sizes}.insert({sizes}.end(), leading.begin(), leading.end());"
            if axis.name == REST
            else f"        {sizes}.push_back({_text(axis.size)});"
            for axis in output.axes
        ]
    lines += ["        return made;", "    }", ""]
    lines += [f"    int64_t {_name(name)} = -1;" for name in symbols(operator)]
    return [*lines, "    aot::Shape leading;", "};", "", "}  // namespace"]


def _named(index: int, tensor: Input) -> list[str]:
    """Return C++ that reads the named sizes from an input's shape."""
    rest, fixed = _rest(tensor.axes)
    relation = "==" if rest is None else ">="
    wrong = f'"{tensor.name} has another number of dimensions"'
    lines = [f"        aot::Check(ndims[{index}] {relation} {fixed}, {wrong});"]
    if rest is not None:
        begin, end = f"shapes[{index}] + {rest}", f"shapes[{index}] + ndims[{index}]"
        what = f'"the number of leading elements of {tensor.name}"'
        lines += [
            f"        leading.assign({begin}, {end} - {fixed - rest});",
            f"        aot::Set(&{_name(REST)}, aot::Product(leading), {what});",
        ]
    for number, axis in enumerate(tensor.axes):
        if isinstance(axis.size, Symbol) and axis.name != REST:
            size = _dimension(index, number, tensor.axes)
            what = f'"{axis.name} of {tensor.name}"'
            lines.append(f"        aot::Set(&{_name(axis.size.name)}, {size}, {what});")
    return lines


def _computed(index: int, tensor: Input) -> list[str]:
    """Return C++ that checks the computed sizes of an input."""
    lines = []
    for number, axis in enumerate(tensor.axes):
        if not isinstance(axis.size, Symbol):
            size = _dimension(index, number, tensor.axes)
            wrong = f'"{axis.name} of {tensor.name} is not {axis.size}"'
            lines.append(f"        aot::Check({size} == {_text(axis.size)}, {wrong});")
    return lines


def _rest(axes: Sequence[Axis]) -> tuple[int | None, int]:
    """Return the position of `...`, or None, and the number of the other axes."""
    rest = next((number for number, axis in enumerate(axes) if axis.name == REST), None)
    return rest, len(axes) - (rest is not None)


def _dimension(index: int, number: int, axes: Sequence[Axis]) -> str:
    """Return C++ for a dimension of an input, counted from the front or from the end."""
    rest, _ = _rest(axes)
    if rest is None or number < rest:
        return f"shapes[{index}][{number}]"
    return f"shapes[{index}][ndims[{index}] - {len(axes) - number}]"


def _text(size: Size) -> str:
    if isinstance(size, Computed):
        operation = {"//": "/"}.get(size.operation, size.operation)
        return f"({_text(size.left)} {operation} {_text(size.right)})"
    return _name(size.name) if isinstance(size, Symbol) else str(size)


def _name(symbol: str) -> str:
    return f"size_{'leading' if symbol == REST else symbol}"


def _type_case(library: HostLibrary, *, single: bool) -> list[str]:
    tests = [
        f"types[{number}] == {BY_NUMPY[each.dtype].mindspore}"
        for number, each in enumerate(library.operator.inputs)
    ]
    output_types = [
        f"static_cast<TypeId>({BY_NUMPY[o.dtype].mindspore})" for o in library.operator.outputs
    ]
    result = output_types[0] if single else f"{{{', '.join(output_types)}}}"
    return [f"    if ({' && '.join(tests)}) {{", f"        return {result};", "    }"]


def _call_case(library: HostLibrary) -> list[str]:
    operator = library.operator
    types = ", ".join(f'"{port.dtype}"' for port in operator.inputs)
    tensors: list[Input | Stage] = [*operator.inputs, *operator.outputs]
    arguments = [
        f"static_cast<{C_TYPES[each.dtype]}*>(params[{number}])"
        for number, each in enumerate(tensors)
    ]
    arguments += [f"sizes.{_name(symbol)}" for symbol in symbols(operator)]
    arguments += [
        f'extra->Attr<{_ATTRIBUTES[attribute.dtype]}>("{attribute.name}")'
        for attribute in operator.attributes
    ]
    call = f"{library.name}({', '.join(arguments)})"
    return [
        f"        if (aot::Are(dtypes, {{{types}}})) {{",
        f"            aot::Check({call} == 0, {library.name}_error());",
        "            return true;",
        "        }",
    ]
