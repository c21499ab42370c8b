"""The host sources of an exported operator: definition, tiling, inference of shapes and types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.asc.export.host_function import ShapeText
from custom_compiler.asc.export.operator import ge_type
from custom_compiler.asc.export.parameters import FIELD_TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.asc.export.host_function import HostFact, HostFunction
    from custom_compiler.asc.export.operator import (
        ExportedAttribute,
        ExportedOperator,
        ExportedPort,
    )
    from custom_compiler.asc.export.parameters import Parameters

_ATTRIBUTE_TYPES = {"Bool": "bool", "Int": "int64_t", "Float": "float"}
_CORES = {"core_num": "GetCoreNumAiv", "cube_num": "GetCoreNumAic"}
SHAPE_TEXT = ShapeText(
    append=lambda output, number: f"{output}_shape->AppendDim({number});",
    dim=lambda _index, name: f"{name}->GetDim(dim)",
)
_FAILED = "return ge::GRAPH_FAILED;"


def tiling_header(operator: ExportedOperator, parameters: Parameters) -> str:
    """Return the header with the data that the host passes to the kernel."""
    guard = f"{operator.file_name.upper()}_TILING_H"
    name = f"{operator.name}TilingData"
    fields = [(FIELD_TYPES[f.dtype.name], f.member) for f in parameters.fields]
    lines = [f"TILING_DATA_FIELD_DEF({kind}, {member});" for kind, member in fields]
    lines += [
        f"TILING_DATA_FIELD_DEF_STRUCT({f.struct.cpp_name_}, {f.member});"
        for f in parameters.structs
    ]
    if not lines:  # a structure without fields is none; the kernel reads no field then
        lines = ["TILING_DATA_FIELD_DEF(int32_t, unused);"]
    return "\n".join(
        [
            f"// What {operator.name}'s host code tells its kernel.",
            f"#ifndef {guard}",
            f"#define {guard}",
            "",
            '#include "register/tilingdata_base.h"',
            *(['#include "tiling/tiling_api.h"'] if parameters.structs else []),
            "",
            "namespace optiling {",
            f"BEGIN_TILING_DATA_DEF({name})",
            *lines,
            "END_TILING_DATA_DEF;",
            "",
            f"REGISTER_TILING_DATA_CLASS({operator.name}, {name})",
            "}  // namespace optiling",
            "",
            f"#endif  // {guard}",
            "",
        ]
    )


def host_source(
    operator: ExportedOperator,
    parameters: Parameters,
    tiling: HostFunction,
    shapes: HostFunction | None,
) -> str:
    """Return the definition, tiling and inference.

    Args:
        operator: what it is.
        parameters: of its kernel.
        tiling: what computes `blockDim`, `workspaceSize` and the fields, each `kernel_<field>`.
        shapes: what sets the shapes of outputs; None: each is like an input's.
    """
    lines = [
        f"// {operator.name}: written by asc.export.",
        "#include <limits>",
        "",
        f'#include "{operator.file_name}_tiling.h"',
        '#include "register/op_def_registry.h"',
        '#include "tiling/platform/platform_ascendc.h"',
        "",
        *_tiling(operator, parameters, tiling),
        "",
        *_inference(operator, shapes),
        "",
        *_definition(operator),
    ]
    return "\n".join(lines) + "\n"


def _tiling(operator: ExportedOperator, parameters: Parameters, tiling: HostFunction) -> list[str]:
    lines = [
        "namespace optiling {",
        "namespace {",
        "",
        "// Returns whether a number can be passed to the kernel, or to the tiling library.",
        "template <typename T>",
        "bool Fits(int64_t value) {",
        "    return value >= static_cast<int64_t>(std::numeric_limits<T>::min()) &&",
        "           value <= static_cast<int64_t>(std::numeric_limits<T>::max());",
        "}",
        "",
        "}  // namespace",
        "",
        "static ge::graphStatus TilingFunc(gert::TilingContext* context) {",
        "    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());",
    ]
    lines += _facts(operator, tiling.facts, "GetStorageShape().")
    lines += [f"    {operator.name}TilingData tiling;"]
    lines += [f"    {line}".rstrip() for line in tiling.lines]
    lines += ["    if (workspaceSize < 0) {", f"        {_FAILED}", "    }"]
    for field in parameters.fields:
        value = field.name if field.from_attribute else f"kernel_{field.name}"
        kind = FIELD_TYPES[field.dtype.name]
        if field.dtype.is_integer and kind not in {"int64_t", "uint64_t"}:
            lines += [f"    if (!Fits<{kind}>({value})) {{", f"        {_FAILED}", "    }"]
        lines.append(f"    tiling.set_{field.member}(static_cast<{kind}>({value}));")
    return [
        *lines,
        "    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),",
        "                        context->GetRawTilingData()->GetCapacity());",
        "    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());",
        "    context->SetBlockDim(static_cast<uint32_t>(blockDim));",
        "    size_t* workspaces = context->GetWorkspaceSizes(1);",
        "    workspaces[0] =",
        "        static_cast<size_t>(workspaceSize) + platform.GetLibApiWorkSpaceSize();",
        "    return ge::GRAPH_SUCCESS;",
        "}",
        "}  // namespace optiling",
    ]


def _facts(operator: ExportedOperator, facts: Sequence[HostFact], shape: str) -> list[str]:
    """Return the variables for what a function reads; `shape` leads from a tensor to its shape."""
    ports = {port.name: f"Input{{}}({number})" for number, port in enumerate(operator.inputs)}
    for number, port in enumerate(operator.outputs):
        ports[port.name] = f"Output{{}}({number})"
    attributes = {attribute.name: attribute for attribute in operator.attributes}
    lines = []
    for owner in dict.fromkeys(fact.owner for fact in facts):
        owned = [fact for fact in facts if fact.owner == owner]
        if owner == "platform":
            lines += [line for fact in owned for line in _platform(fact)]
        elif owner in attributes:
            lines += _attribute(list(attributes).index(owner), attributes[owner])
        else:
            lines += _port(ports[owner], owner, owned, shape)
    return lines


def _platform(fact: HostFact) -> list[str]:
    if fact.what in _CORES:
        return [f"    const int64_t {fact.variable} = platform.{_CORES[fact.what]}();"]
    return [
        "    uint64_t ubSize = 0;",
        "    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ubSize);",
        f"    const int64_t {fact.variable} = static_cast<int64_t>(ubSize);",
    ]


def _attribute(index: int, attribute: ExportedAttribute) -> list[str]:
    kind, pointer = _ATTRIBUTE_TYPES[attribute.kind], f"{attribute.name}_attr"
    return [
        f"    const {kind}* {pointer} = context->GetAttrs()->GetAttrPointer<{kind}>({index});",
        f"    if ({pointer} == nullptr) {{",
        f"        {_FAILED}",
        "    }",
        f"    const {kind} {attribute.name} = *{pointer};",
    ]


def _port(getter: str, name: str, facts: Sequence[HostFact], shape: str) -> list[str]:
    """Return lines that read an input or output; `getter` names it, with `{}` for a property."""
    lines = []
    if any(fact.what != "itemsize" for fact in facts):
        dims = [fact.number for fact in facts if fact.what == "dim"]
        lines += [f"    const auto* {name} = context->Get{getter.format('Shape')};"]
        wrong = f"{name} == nullptr"
        needed = max((dim + 1 if dim >= 0 else -dim for dim in dims), default=0)
        if needed:
            wrong += f" || {name}->{shape}GetDimNum() < {needed}"
        lines += [f"    if ({wrong}) {{", f"        {_FAILED}", "    }"]
    read = {
        "size": f"{name}->{shape}GetShapeSize()",
        "rank": f"static_cast<int64_t>({name}->{shape}GetDimNum())",
        "itemsize": f"ge::GetSizeByDataType(context->Get{getter.format('Desc')}->GetDataType())",
    }
    for fact in facts:
        last = f"{name}->{shape}GetDimNum() - {-fact.number}"
        number = str(fact.number) if fact.number >= 0 else last
        value = read.get(fact.what, f"{name}->{shape}GetDim({number})")
        lines.append(f"    const int64_t {fact.variable} = {value};")
    return lines


def _inference(operator: ExportedOperator, shapes: HostFunction | None) -> list[str]:
    lines = ["namespace ge {", "static graphStatus InferShape(gert::InferShapeContext* context) {"]
    if shapes is None:
        names = [port.name for port in operator.inputs]
        for number, port in enumerate(operator.outputs):
            index = names.index(port.like)
            lines += [
                f"    const gert::Shape* {port.name}_like = context->GetInputShape({index});",
                f"    gert::Shape* {port.name} = context->GetOutputShape({number});",
                f"    if ({port.name}_like == nullptr || {port.name} == nullptr) {{",
                "        return GRAPH_FAILED;",
                "    }",
                f"    *{port.name} = *{port.name}_like;",
            ]
    else:
        lines += _facts(operator, shapes.facts, "")
        for number, port in enumerate(operator.outputs):
            lines += [
                f"    gert::Shape* {port.name}_shape = context->GetOutputShape({number});",
                f"    if ({port.name}_shape == nullptr) {{",
                "        return GRAPH_FAILED;",
                "    }",
                f"    {port.name}_shape->SetDimNum(0);",
            ]
        lines += [f"    {line}".rstrip() for line in shapes.lines]
    lines += [
        "    return GRAPH_SUCCESS;",
        "}",
        "",
        "static graphStatus InferDataType(gert::InferDataTypeContext* context) {",
    ]
    for number, port in enumerate(operator.outputs):
        lines += _type_of(operator, number, port)
    return [*lines, "    return GRAPH_SUCCESS;", "}", "}  // namespace ge"]


def _type_of(operator: ExportedOperator, number: int, port: ExportedPort) -> list[str]:
    """Return the statement that sets an output's type."""
    for index, source in enumerate(operator.inputs):
        if source.dtypes == port.dtypes:
            same = f"context->GetInputDataType({index})"
            return [f"    context->SetOutputDataType({number}, {same});"]
    if len(set(port.dtypes)) == 1:
        return [f"    context->SetOutputDataType({number}, {ge_type(port.dtypes[0])});"]
    index, pairs = decided_by(operator, port)
    lines = [f"    switch (context->GetInputDataType({index})) {{"]
    for input_type, output_type in pairs:
        lines += [
            f"        case {ge_type(input_type)}:",
            f"            context->SetOutputDataType({number}, {ge_type(output_type)});",
            "            break;",
        ]
    return [*lines, "        default:", "            return GRAPH_FAILED;", "    }"]


def decided_by(operator: ExportedOperator, port: ExportedPort) -> tuple[int, list[tuple[str, str]]]:
    """Return the input whose type determines an output's, and the pairs of types.

    Raises:
        ValueError: there is none.
    """
    for index, source in enumerate(operator.inputs):
        pairs = dict.fromkeys(zip(source.dtypes, port.dtypes, strict=True))
        if len({input_type for input_type, _ in pairs}) == len(pairs):
            return index, list(pairs)
    message = (
        f"asc.export: the element type of output {port.name!r} follows from no single input's; "
        "export an operator per type"
    )
    raise ValueError(message)


def _definition(operator: ExportedOperator) -> list[str]:
    lines = [
        "namespace ops {",
        f"class {operator.name} : public OpDef {{",
        "public:",
        f"    explicit {operator.name}(const char* name) : OpDef(name) {{",
    ]
    for number, port in enumerate(operator.ports):
        side = "Input" if number < len(operator.inputs) else "Output"
        types = ", ".join(f"ge::{ge_type(dtype)}" for dtype in port.dtypes)
        formats = ", ".join(["ge::FORMAT_ND"] * operator.combinations)
        lines += [
            f'        this->{side}("{port.name}")',
            "            .ParamType(REQUIRED)",
            f"            .DataType({{{types}}})",
            f"            .Format({{{formats}}})",
            f"            .UnknownShapeFormat({{{formats}}});",
        ]
    lines += [f"        {_attribute_definition(attribute)}" for attribute in operator.attributes]
    lines += [
        "        this->SetInferShape(ge::InferShape).SetInferDataType(ge::InferDataType);",
        "        this->AICore().SetTiling(optiling::TilingFunc);",
        *(f'        this->AICore().AddConfig("{part}");' for part in operator.parts),
        "    }",
        "};",
        "",
        f"OP_ADD({operator.name});",
        "}  // namespace ops",
    ]
    return lines


def _attribute_definition(attribute: ExportedAttribute) -> str:
    head = f'this->Attr("{attribute.name}")'
    if attribute.default is None:
        return f"{head}.AttrType(REQUIRED).{attribute.kind}();"
    value = str(attribute.default).lower() if attribute.kind == "Bool" else repr(attribute.default)
    return f"{head}.AttrType(OPTIONAL).{attribute.kind}({value});"
