"""The C++ source of a bridge: for each operator a function of MindSpore's AOT interface."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from custom_compiler.call import arrays
from custom_compiler.errors import PackageError
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.call.prototype import Prototype, PrototypeAttribute, PrototypePort
    from custom_compiler.package.files import PackageFiles

_INPUTS = {
    "aclTensor*": "Input",
    "aclTensorList*": "InputList",
    "aclScalar*": "InputScalar",
    "aclIntArray*": "InputInts",
    "aclFloatArray*": "InputFloats",
    "aclBoolArray*": "InputBools",
}

# Type of an attribute -> (C++ type in AotExtra, how the call takes it, how shape inference does).
_ATTRIBUTES = {
    "int": ("int64_t", "{}", "OperatorCallAddInt(infer, {})"),
    "float": ("float", "{}", "OperatorCallAddFloat(infer, {})"),
    "bool": ("bool", "{}", "OperatorCallAddBool(infer, {})"),
    "str": ("std::string", "call.Text({})", "OperatorCallAddStr(infer, {}.c_str())"),
    "listInt": (
        "std::vector<int64_t>",
        "call.Ints({})",
        "const auto& list = {}; OperatorCallAddListInt(infer, list.data(), list.size())",
    ),
    "listFloat": (
        "std::vector<float>",
        "call.Floats({})",
        "const auto& list = {}; OperatorCallAddListFloat(infer, list.data(), list.size())",
    ),
    "listBool": (
        "std::vector<int64_t>",
        "call.Bools({})",
        (
            "const auto& list = {}; const std::vector<uint8_t> flags(list.begin(), list.end()); "
            "OperatorCallAddListBool(infer, flags.data(), flags.size())"
        ),
    ),
}


def render(prototypes: Sequence[Prototype], files: PackageFiles) -> str:
    """Return the source of a bridge to operators of the package that has `files`.

    Raises:
        PackageError: An operator has an argument that MindSpore cannot pass.
    """
    include = files.api_headers
    headers = dict.fromkeys(p.header.relative_to(include).as_posix() for p in prototypes)
    lines = [
        "// Written by custom_compiler. MindSpore's AOT functions of a package's operators.",
        '#include "operator_call.h"',
        *(f'#include "{name}"' for name in headers),
        "",
        "namespace bridge {",
        f"const char* const kPackage = {_text(str(files.root))};",
        f"const char* const kInterfaces = {_text(str(files.api_library))};",
        f"const char* const kInferLibrary = {_text(str(files.prototype_library() or ''))};",
        *_dtypes(),
        "}",
        "",
        "namespace {",
        "struct Announcement {",
        "    Announcement() { bridge::AnnouncePackage(); }",
        "} announcement;",
        "}",
    ]
    for prototype in prototypes:
        lines += _operator(prototype)
    return "\n".join(lines) + "\n"


def _dtypes() -> list[str]:
    """Return the definition of the element types that MindSpore and aclnn both have."""
    rows = [
        f'        {{"{row.numpy}", aclDataType({row.number}), {row.mindspore}, {row.size}}},'
        for row in BY_NUMPY.values()
        if row.mindspore
    ]
    return [
        "const std::vector<Dtype>& Dtypes() {",
        "    static const std::vector<Dtype> dtypes = {",
        *rows,
        "    };",
        "    return dtypes;",
        "}",
    ]


def unsupported(prototype: Prototype) -> str:
    """Say what of an operator MindSpore's AOT interface cannot carry, or return ""."""
    if sum(port.kind == "dynamic" for port in prototype.inputs) > 1:
        return "it has several inputs of any number of tensors"
    if any(port.kind == "dynamic" for port in prototype.outputs):
        return "it has an output of any number of tensors"
    for port, c_type in zip(prototype.inputs, prototype.parameters, strict=False):
        if c_type not in _INPUTS:
            return f"its input '{port.name}' is a {c_type}"
    for attribute in prototype.attributes:
        if attribute.type not in _ATTRIBUTES:
            return f"its attribute '{attribute.name}' is a {attribute.type}"
    return ""


def _operator(prototype: Prototype) -> list[str]:
    reason = unsupported(prototype)
    if reason:
        raise PackageError(f"{prototype.operator} cannot be called through a bridge: {reason}")
    name = prototype.operator
    return [
        "",
        f"static const bridge::Operator k{name} = {{",
        f"    {_text(name)},",
        f"    {{{', '.join(map(_port, prototype.inputs))}}},",
        f"    {{{', '.join(map(_port, prototype.outputs))}}},",
        "    [](OperatorCall* infer, AotExtra* extra, const char* other) {",
        "        static_cast<void>(infer), static_cast<void>(extra), static_cast<void>(other);",
        *(f"        {{ {_inferred(attribute)}; }}" for attribute in prototype.attributes),
        "    },",
        f"    {{{', '.join(_text(a.name) for a in prototype.attributes if a.default is None)}}}}};",
        "",
        f'extern "C" int {name}(int count, void** params, int* ndims, int64_t** shapes,',
        "        const char** dtypes, void*, [[maybe_unused]] void* opaque) {",
        f"    return bridge::Guard({_text(name)}, [&] {{",
        "        [[maybe_unused]] AotExtra* const extra = static_cast<AotExtra*>(opaque);",
        f"        bridge::Call call(k{name}, count, params, ndims, shapes, dtypes);",
        f"        static const auto prepare = {_symbol(f'aclnn{name}GetWorkspaceSize')};",
        f"        static const auto launch = {_symbol(f'aclnn{name}')};",
        *_arguments(prototype),
        "        call.Launch(prepared, launch);",
        "    });",
        "}",
        *_inference(prototype),
    ]


def _arguments(prototype: Prototype) -> list[str]:
    inputs, own = prototype.inputs, {port.name for port in prototype.own_outputs}
    numbers = {port.name: number for number, port in enumerate(inputs)}
    values = [
        f"call.{_INPUTS[c_type]}({number})"
        for number, c_type in enumerate(prototype.parameters[: len(inputs)])
    ]
    values += [
        _ATTRIBUTES[attribute.type][1].format(_value(attribute, required=attribute.default is None))
        for attribute in prototype.attributes
    ]
    values += [
        f"call.Output({number})"
        for number, port in enumerate(prototype.outputs)
        if port.name in own
    ]
    lines = [f"        auto argument{number} = {value};" for number, value in enumerate(values)]
    lines += [
        f"        call.InPlace({number}, {numbers[port.name]});"
        for number, port in enumerate(prototype.outputs)
        if port.name not in own
    ]
    passed = [f"argument{number}" for number in range(len(values))]
    words = ", ".join([*passed, "call.size()", "call.executor()"])
    return [*lines, f"        const int prepared = prepare({words});"]


def _inference(prototype: Prototype) -> list[str]:
    """Return shape and type functions; none of shapes if their number of inputs is not fixed."""
    name, single = prototype.operator, len(prototype.outputs) == 1
    first = "[0]" if single else ""
    types = "TypeId" if single else "std::vector<TypeId>"
    shapes = "std::vector<int64_t>" if single else "std::vector<std::vector<int64_t>>"
    lines = [
        "",
        f'extern "C" {types} {name}InferType(std::vector<TypeId> types, AotExtra*) {{',
        f"    return bridge::InferTypes(k{name}, types){first};",
        "}",
    ]
    if any(port.kind == "dynamic" for port in prototype.inputs):
        return lines
    return [
        *lines,
        "",
        f'extern "C" {shapes} {name}InferShape(int* ndims, int64_t** shapes, AotExtra* extra) {{',
        f"    return bridge::InferShapes(k{name}, ndims, shapes, extra){first};",
        "}",
    ]


def _port(port: PrototypePort) -> str:
    kind = port.kind.capitalize()
    dtypes = ", ".join(str(arrays.code_of(name)) for name in port.dtypes)
    formats = ", ".join(
        str(arrays.format_code(port.formats, column)) for column in range(len(port.formats))
    )
    return f"{{{_text(port.name)}, bridge::Kind::k{kind}, {{{dtypes}}}, {{{formats}}}}}"


def _inferred(attribute: PrototypeAttribute) -> str:
    # On Ascend MindSpore passes no attributes to inference.
    if attribute.default is not None:
        return _ATTRIBUTES[attribute.type][2].format(_value(attribute, required=False))
    kind = _ATTRIBUTES[attribute.type][0]
    value = f"bridge::AttributeOrOther<{kind}>(extra, {_text(attribute.name)}, other)"
    return _ATTRIBUTES[attribute.type][2].format(value)


def _value(attribute: PrototypeAttribute, *, required: bool) -> str:
    """Return the expression of an attribute's value: the caller's, else the declared default."""
    kind = _ATTRIBUTES[attribute.type][0]
    otherwise = _literal(attribute)
    return (
        f"bridge::Attribute<{kind}>(extra, {_text(attribute.name)}, "
        f"{'true' if required else 'false'}, {otherwise})"
    )


def _literal(attribute: PrototypeAttribute) -> str:
    kind = _ATTRIBUTES[attribute.type][0]
    if not attribute.default:
        return f"{kind}()"
    value = arrays.parse_attribute(attribute.type, attribute.default)
    if isinstance(value, str):
        return f"{kind}({_text(value)})"
    if isinstance(value, list):
        return f"{kind}{{{', '.join(_number(item) for item in value)}}}"
    return f"{kind}({_number(value)})"


def _number(value: float | bool) -> str:  # noqa: FBT001  one of three kinds of number
    return json.dumps(value) if not isinstance(value, float) else repr(value)


def _symbol(function: str) -> str:
    return f'bridge::Symbol<decltype(&{function})>("{function}")'


def _text(value: str) -> str:
    return json.dumps(value)
