"""The C++ that an operator begins with: definition, tiling, inference, kernel, and plugins.

All of it compiles unmodified. Tiling puts the number of elements of the first input into `size` and
takes 8 blocks; outputs have the first input's shape; the kernel does nothing yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from custom_compiler.project.msopgen.operators import DescribedOperator, DescribedPort

_BLOCKS = 8


def tiling_macros(operator: DescribedOperator) -> str:
    """Return `op_host/<stem>_tiling.h` of the 8.x layout."""
    return f"""#ifndef {operator.stem.upper()}_TILING_H
#define {operator.stem.upper()}_TILING_H
#include "register/tilingdata_base.h"

namespace optiling {{
BEGIN_TILING_DATA_DEF({operator.name}TilingData)
TILING_DATA_FIELD_DEF(uint32_t, size);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS({operator.name}, {operator.name}TilingData)
}}  // namespace optiling
#endif
"""


def tiling_struct(operator: DescribedOperator) -> str:
    """Return `op_kernel/<stem>_tiling.h` of the 26.x layout, for host and kernel."""
    return f"""#ifndef {operator.stem.upper()}_TILING_H
#define {operator.stem.upper()}_TILING_H
#include <cstdint>

struct {operator.name}TilingData {{
    uint32_t size;
}};
#endif
"""


def kernel(operator: DescribedOperator, *, is_struct: bool) -> str:
    """Return `op_kernel/<stem>.cpp`; with `is_struct` its tiling data is the 26.x layout's."""
    parameters = ", ".join(f"GM_ADDR {name}" for name in operator.kernel_parameters())
    header = f'#include "{operator.stem}_tiling.h"\n' if is_struct else ""
    default = f"    REGISTER_TILING_DEFAULT({operator.name}TilingData);\n" if is_struct else ""
    return f"""#include "kernel_operator.h"
{header}
extern "C" __global__ __aicore__ void {operator.stem}({parameters})
{{
{default}    GET_TILING_DATA(tiling_data, tiling);
    // TODO: user kernel impl
}}
"""


def definition(operator: DescribedOperator, units: tuple[str, ...], *, is_struct: bool) -> str:
    """Return `op_host/<stem>.cpp`: tiling, inference and the definition."""
    folder = "../op_kernel/" if is_struct else ""
    parts = [
        f'#include "{folder}{operator.stem}_tiling.h"\n#include "register/op_def_registry.h"\n',
        _tiling(operator, is_struct=is_struct),
        _inference(operator),
        _definition(operator, units),
    ]
    return "\n".join(parts)


def _tiling(operator: DescribedOperator, *, is_struct: bool) -> str:
    name = f"{operator.name}TilingData"
    if is_struct:
        begin = f"    {name}* tiling = context->GetTilingData<{name}>();\n"
        end = "    tiling->size = size;\n"
    else:
        begin = f"    {name} tiling;\n"
        raw = "context->GetRawTilingData()"
        end = (
            "    tiling.set_size(size);\n"
            f"    tiling.SaveToBuffer({raw}->GetData(), {raw}->GetCapacity());\n"
            f"    {raw}->SetDataSize(tiling.GetDataSize());\n"
        )
    return f"""namespace optiling {{
static ge::graphStatus TilingFunc(gert::TilingContext* context)
{{
{begin}    uint32_t size = 0;
{_size(operator)}{end}    context->SetBlockDim({_BLOCKS});
    size_t* workspaces = context->GetWorkspaceSizes(1);
    workspaces[0] = 0;
    return ge::GRAPH_SUCCESS;
}}
}}  // namespace optiling
"""


def _size(operator: DescribedOperator) -> str:
    if not operator.inputs:
        return ""
    optional = "Optional" if operator.inputs[0].kind == "optional" else ""
    return f"""    const gert::StorageShape* shape = context->Get{optional}InputShape(0);
    if (shape != nullptr) {{
        size = static_cast<uint32_t>(shape->GetStorageShape().GetShapeSize());
    }}
"""


def _inference(operator: DescribedOperator) -> str:
    if not operator.inputs or not operator.outputs:
        return ""
    chosen = [_type_of(port, operator) for port in operator.outputs]
    places = range(len(chosen))
    shapes = [f"    *context->GetOutputShape({number}) = *shape;\n" for number in places]
    types = [f"    context->SetOutputDataType({number}, {chosen[number]});\n" for number in places]
    optional = "Optional" if operator.inputs[0].kind == "optional" else ""
    first = f"    const auto type = context->Get{optional}InputDataType(0);\n"
    if not any(text.startswith("type") for text in chosen):
        first = ""
    return f"""namespace ge {{
static graphStatus InferShape(gert::InferShapeContext* context)
{{
    const gert::Shape* shape = context->Get{optional}InputShape(0);
    if (shape == nullptr) {{
        return GRAPH_FAILED;
    }}
{"".join(shapes)}    return GRAPH_SUCCESS;
}}

static graphStatus InferDataType(gert::InferDataTypeContext* context)
{{
{first}{"".join(types)}    return GRAPH_SUCCESS;
}}
}}  // namespace ge
"""


def _type_of(port: DescribedPort, operator: DescribedOperator) -> str:
    """Return the type of an output as C++: the first input's, or the port's own one for it."""
    first = operator.inputs[0].types
    if port.types == first:
        return "type"
    pairs: dict[str, str] = {}
    for input_type, other in zip(first, port.types, strict=True):
        pairs.setdefault(input_type, other)
    *earlier, last = pairs
    text = f"ge::{pairs[last]}"
    for input_type in reversed(earlier):
        text = f"type == ge::{input_type} ? ge::{pairs[input_type]} : {text}"
    return text


def _definition(operator: DescribedOperator, units: tuple[str, ...]) -> str:
    lines = [*_ports("Input", operator.inputs), *_ports("Output", operator.outputs)]
    for attribute in operator.attributes:
        kind = "" if attribute.default is None else ".AttrType(OPTIONAL)"
        default = attribute.default or ""
        lines.append(
            f'        this->Attr("{attribute.name}"){kind}.{attribute.function}({default});\n'
        )
    if operator.inputs and operator.outputs:
        infer = "SetInferShape(ge::InferShape).SetInferDataType(ge::InferDataType)"
        lines.append(f"\n        this->{infer};\n")
    lines.append("\n        this->AICore()\n            .SetTiling(optiling::TilingFunc);\n")
    lines += [f'        this->AICore().AddConfig("{unit}");\n' for unit in units]
    return f"""namespace ops {{
class {operator.name} : public OpDef {{
public:
    explicit {operator.name}(const char* name) : OpDef(name)
    {{
{"".join(lines)}    }}
}};

OP_ADD({operator.name});
}}  // namespace ops
"""


def _ports(function: str, ports: tuple[DescribedPort, ...]) -> list[str]:
    lines = []
    for port in ports:
        formats = ", ".join(f"ge::FORMAT_{format_}" for format_ in port.formats)
        types = ", ".join(f"ge::{type_}" for type_ in port.types)
        lines.append(
            f'        this->{function}("{port.name}")\n'
            f"            .ParamType({port.kind.upper()})\n"
            f"            .DataType({{{types}}})\n"
            f"            .Format({{{formats}}})\n"
            f"            .UnknownShapeFormat({{{formats}}});\n"
        )
    return lines


def tensorflow_plugin(operator: DescribedOperator) -> str:
    """Return `framework/tf_plugin/tensorflow_<stem>_plugin.cc`."""
    return f"""#include "register/register.h"

namespace domi {{
REGISTER_CUSTOM_OP("{operator.name}")
    .FrameworkType(TENSORFLOW)
    .OriginOpType("{operator.name}")
    .ParseParamsByOperatorFn(AutoMappingByOpFn);
}}  // namespace domi
"""


def onnx_plugin(operator: DescribedOperator) -> str:
    """Return `framework/onnx_plugin/<stem>_plugin.cc`."""
    return f"""#include "register/register.h"

namespace domi {{
static Status ParseParams(const ge::Operator& from, ge::Operator& to)
{{
    // TODO: attributes of the node
    return SUCCESS;
}}

REGISTER_CUSTOM_OP("{operator.name}")
    .FrameworkType(ONNX)
    .OriginOpType("ai.onnx::11::{operator.name}")
    .ParseParamsByOperatorFn(ParseParams);
}}  // namespace domi
"""


def caffe_plugin(operator: DescribedOperator) -> str:
    """Return `framework/caffe_plugin/caffe_<stem>_plugin.cc`."""
    return f"""#include "register/register.h"

namespace domi {{
static Status ParseParams(const ge::Operator& from, ge::Operator& to)
{{
    // TODO: parameters of the layer
    return SUCCESS;
}}

REGISTER_CUSTOM_OP("{operator.name}")
    .FrameworkType(CAFFE)
    .OriginOpType("{operator.name}")
    .ParseParamsByOperatorFn(ParseParams);
}}  // namespace domi
"""


def plugin_lists(kind: str, folder: str) -> str:
    """Return `framework/<kind>_plugin/CMakeLists.txt`; its library goes to framework/<place>."""
    library = f"cust_{kind}_parsers"
    return f"""aux_source_directory(${{CMAKE_CURRENT_SOURCE_DIR}} plugin_sources)
add_library({library} SHARED ${{plugin_sources}})
target_compile_definitions({library} PRIVATE google=ascend_private)
if(ENABLE_CROSS_COMPILE)
  target_link_directories({library} PRIVATE
    ${{CMAKE_COMPILE_COMPILER_LIBRARY}} ${{CMAKE_COMPILE_RUNTIME_LIBRARY}})
endif()
target_link_libraries({library} PRIVATE intf_pub graph)
install(TARGETS {library} LIBRARY DESTINATION packages/vendors/${{vendor_name}}/framework/{folder})
"""
