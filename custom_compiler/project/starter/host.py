"""`op_host` of a starter: definition, shape inference, tiling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.project.starter.words import NUMBERS, field, numbers

if TYPE_CHECKING:
    from custom_compiler.project.msopgen.operators import DescribedOperator, DescribedPort

_FIELDS = {
    "elementwise": (
        ("uint64_t", "totalLength", "elements of the whole tensor"),
        ("uint64_t", "blockLength", "elements per block; the last block may have fewer"),
        ("uint32_t", "tileLength", "elements that a block computes at a time"),
    ),
    "rows": (
        ("uint64_t", "totalRows", "of the whole tensor: all dimensions but the last"),
        ("uint64_t", "blockRows", "rows per block; the last block may have fewer"),
        ("uint32_t", "rowLength", "the last dimension"),
    ),
    "reduce": (
        ("uint64_t", "totalRows", "of the whole tensor: all dimensions but the last"),
        ("uint64_t", "blockRows", "rows per block; the last block may have fewer"),
        ("uint64_t", "rowLength", "the last dimension"),
        ("uint32_t", "tileLength", "elements of a row that a block computes at a time"),
    ),
    "matmul": (),
}


def tiling_header(operator: DescribedOperator, template: str) -> str:
    """Return `op_host/<stem>_tiling.h`."""
    guard = f"{operator.stem.upper()}_TILING_H"
    lines = [f"TILING_DATA_FIELD_DEF({kind}, {name});  // {what}" for kind, name, what in
             _FIELDS[template]]  # fmt: skip
    if template == "matmul":
        lines.append("TILING_DATA_FIELD_DEF_STRUCT(TCubeTiling, cubeTiling);")
    for _, attribute in numbers(operator):
        kind = NUMBERS[attribute.function][0]
        lines.append(
            f"TILING_DATA_FIELD_DEF({kind}, {field(attribute.name)});  // {attribute.name}"
        )
    extra = '#include "tiling/tiling_api.h"\n' if template == "matmul" else ""
    body = "\n".join(lines)
    return f"""// What {operator.name}'s host code tells its kernel.
#ifndef {guard}
#define {guard}

#include "register/tilingdata_base.h"
{extra}
namespace optiling {{
BEGIN_TILING_DATA_DEF({operator.name}TilingData)
{body}
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS({operator.name}, {operator.name}TilingData)
}}  // namespace optiling

#endif  // {guard}
"""


def definition(operator: DescribedOperator, template: str, units: tuple[str, ...]) -> str:
    """Return `op_host/<stem>.cpp`."""
    api = '#include "tiling/tiling_api.h"\n' if template == "matmul" else ""
    work = {
        "elementwise": _elementwise, "rows": _rows, "reduce": _reduce, "matmul": _matmul,
    }[template](operator)  # fmt: skip
    return f"""// {operator.name} on the host: its definition, shape inference and tiling.
#include "{operator.stem}_tiling.h"
#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"
{api}
namespace optiling {{
namespace {{

uint64_t DivideUp(uint64_t value, uint64_t unit) {{
    return (value + unit - 1) / unit;
}}

}}  // namespace

static ge::graphStatus TilingFunc(gert::TilingContext* context) {{
{work}
    return ge::GRAPH_SUCCESS;
}}
}}  // namespace optiling

{_inference(operator, template)}
namespace ops {{
class {operator.name} : public OpDef {{
public:
    explicit {operator.name}(const char* name) : OpDef(name) {{
{_ports(operator)}
        this->SetInferShape(ge::InferShape).SetInferDataType(ge::InferDataType);
        this->AICore().SetTiling(optiling::TilingFunc);
{"".join(f'        this->AICore().AddConfig("{unit}");{chr(10)}' for unit in units)}    }}
}};

OP_ADD({operator.name});
}}  // namespace ops
"""


def _ports(operator: DescribedOperator) -> str:
    lines = [_port("Input", port) for port in operator.inputs]
    lines += [_port("Output", port) for port in operator.outputs]
    for attribute in operator.attributes:
        if attribute.default is None:
            attribute_type = f".AttrType(REQUIRED).{attribute.function}()"
        else:
            attribute_type = f".AttrType(OPTIONAL).{attribute.function}({attribute.default})"
        lines.append(f'        this->Attr("{attribute.name}"){attribute_type};')
    return "\n".join(lines) + "\n"


def _port(kind: str, port: DescribedPort) -> str:
    types = ", ".join(f"ge::{type_}" for type_ in port.types)
    formats = ", ".join(f"ge::FORMAT_{format_}" for format_ in port.formats)
    return f"""        this->{kind}("{port.name}")
            .ParamType(REQUIRED)
            .DataType({{{types}}})
            .Format({{{formats}}})
            .UnknownShapeFormat({{{formats}}});"""


def _inference(operator: DescribedOperator, template: str) -> str:
    column = operator.inputs[0].types
    same = operator.outputs[0].types == column
    of_type = (
        "context->SetOutputDataType(0, context->GetInputDataType(0));"
        if same
        else f"context->SetOutputDataType(0, ge::{operator.outputs[0].types[0]});"
    )
    body = {
        "elementwise": "    *y = *x;",
        "rows": "    *y = *x;",
        "reduce": """    if (x->GetDimNum() == 0) {
        return GRAPH_FAILED;
    }
    y->SetDimNum(x->GetDimNum() - 1);  // without the last
    for (size_t i = 0; i < y->GetDimNum(); ++i) {
        y->SetDim(i, x->GetDim(i));
    }""",
        "matmul": """    const gert::Shape* other = context->GetInputShape(1);
    if (other == nullptr || x->GetDimNum() != 2 || other->GetDimNum() != 2) {
        return GRAPH_FAILED;
    }
    y->SetDimNum(2);
    y->SetDim(0, x->GetDim(0));
    y->SetDim(1, other->GetDim(1));""",
    }[template]
    return f"""namespace ge {{
static ge::graphStatus InferShape(gert::InferShapeContext* context) {{
    const gert::Shape* x = context->GetInputShape(0);
    gert::Shape* y = context->GetOutputShape(0);
    if (x == nullptr || y == nullptr) {{
        return GRAPH_FAILED;
    }}
{body}
    return GRAPH_SUCCESS;
}}

static ge::graphStatus InferDataType(gert::InferDataTypeContext* context) {{
    {of_type}
    return GRAPH_SUCCESS;
}}
}}  // namespace ge
"""


def _same_shapes(operator: DescribedOperator) -> str:
    """Return C++ that rejects inputs of other shapes than the first."""
    if len(operator.inputs) == 1:
        return ""
    return f"""    for (size_t i = 1; i < {len(operator.inputs)}; ++i) {{
        const gert::StorageShape* other = context->GetInputShape(i);
        if (other == nullptr || other->GetStorageShape() != shape->GetStorageShape()) {{
            return ge::GRAPH_FAILED;
        }}
    }}
"""


_BEGIN = """    const gert::StorageShape* shape = context->GetInputShape(0);
    const gert::CompileTimeTensorDesc* input = context->GetInputDesc(0);
    if (shape == nullptr || input == nullptr) {
        return ge::GRAPH_FAILED;
    }
"""
_PLATFORM = """    const uint64_t elementSize = static_cast<uint64_t>(ge::GetSizeByDataType(input->GetDataType()));
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    uint64_t ubSize = 0;
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ubSize);
    const uint64_t cores = platform.GetCoreNumAiv();
"""


def _end(operator: DescribedOperator, fields: list[str], blocks: str, workspace: str = "0") -> str:
    name = f"{operator.name}TilingData"
    lines = [f"    {name} tiling;"] if fields else []
    lines += [f"    tiling.set_{name}({name});" for name in fields]
    for number, attribute in numbers(operator):
        get = NUMBERS[attribute.function][1]
        lines.append(
            f"    tiling.set_{field(attribute.name)}(*context->GetAttrs()->{get}({number}));"
        )
    lines += [
        "    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),",
        "                        context->GetRawTilingData()->GetCapacity());",
        "    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());",
        f"    context->SetBlockDim(static_cast<uint32_t>({blocks}));",
        f"    context->GetWorkspaceSizes(1)[0] = {workspace};",
    ]
    return "\n".join(lines)


def _elementwise(operator: DescribedOperator) -> str:
    count = len(operator.inputs) + 1
    fields = ["totalLength", "blockLength", "tileLength"]
    return f"""{_BEGIN}{_same_shapes(operator)}{_PLATFORM}
    // As many cores as there is work for: at least 4 KB each, in whole cache lines of 64 bytes,
    // since no two cores may write into one.
    const uint64_t totalLength = static_cast<uint64_t>(shape->GetStorageShape().GetShapeSize());
    const uint64_t unit = 64 / elementSize;
    const uint64_t wanted = DivideUp(totalLength * elementSize, 4096);
    const uint64_t used = wanted < 1 ? 1 : (wanted < cores ? wanted : cores);
    const uint64_t blockLength = DivideUp(DivideUp(totalLength, used), unit) * unit;
    const uint64_t blocks = blockLength == 0 ? 1 : DivideUp(totalLength, blockLength);

    // {count} tensors, two buffers each; 16-bit types are computed in 32 bits, in {count} more.
    // A sixteenth of the buffer stays free for what the system needs.
    const uint64_t bytes = {count} * (2 * elementSize + (elementSize < 4 ? 4 : 0));
    const uint32_t tileLength = static_cast<uint32_t>(ubSize / 16 * 15 / bytes / 64 * 64);

{_end(operator, fields, "blocks")}"""


_SPLIT_ROWS = """
    const gert::Shape& sizes = shape->GetStorageShape();
    if (sizes.GetDimNum() == 0) {{
        return ge::GRAPH_FAILED;
    }}
    const {kind} rowLength = static_cast<{kind}>(sizes.GetDim(sizes.GetDimNum() - 1));
    uint64_t totalRows = 1;
    for (size_t i = 0; i + 1 < sizes.GetDimNum(); ++i) {{
        totalRows *= static_cast<uint64_t>(sizes.GetDim(i));
    }}
    // Whole rows to each core{lines}.
    const uint64_t blockRows = {block};
    const uint64_t blocks = blockRows == 0 ? 1 : DivideUp(totalRows, blockRows);
"""


def _rows(operator: DescribedOperator) -> str:
    count = len(operator.inputs) + 1
    split = _SPLIT_ROWS.format(kind="uint32_t", lines="", block="DivideUp(totalRows, cores)")
    return f"""{_BEGIN}{_same_shapes(operator)}{_PLATFORM}{split}
    // A row of {count} tensors, two buffers each, in 32 bits again, and what reductions need.
    const uint64_t bytes = {count} * (2 * elementSize + 4) + 4;
    if (DivideUp(rowLength, 64) * 64 * bytes + 64 > ubSize / 16 * 15) {{
        return ge::GRAPH_FAILED;  // rows that do not fit are for a kernel that goes over them twice
    }}

{_end(operator, ["totalRows", "blockRows", "rowLength"], "blocks")}"""


def _reduce(operator: DescribedOperator) -> str:
    count = len(operator.inputs)
    split = _SPLIT_ROWS.format(
        kind="uint64_t",
        lines=", whose results fill cache lines of 64 bytes",
        block="DivideUp(DivideUp(totalRows, cores), 32) * 32",
    )
    return f"""{_BEGIN}{_same_shapes(operator)}{_PLATFORM}{split}
    // {count} tensors, two buffers each, in 32 bits again, and what reductions need.
    const uint64_t bytes = {count} * (2 * elementSize + 4) + 4;
    const uint32_t tileLength = static_cast<uint32_t>((ubSize / 16 * 15 - 8192) / bytes / 64 * 64);

{_end(operator, ["totalRows", "blockRows", "rowLength", "tileLength"], "blocks")}"""


def _matmul(operator: DescribedOperator) -> str:
    a, b = operator.inputs
    cases = "\n".join(
        f"""        case ge::{type_}:
            return matmul_tiling::DataType::{type_};"""
        for type_ in dict.fromkeys((*a.types, *b.types, *operator.outputs[0].types))
    )
    end = _end(operator, [], "tiling.cubeTiling.get_usedCoreNum()",
               "platform.GetLibApiWorkSpaceSize()")  # fmt: skip
    return f"""    using matmul_tiling::CubeFormat;
    using matmul_tiling::TPosition;
    const gert::StorageShape* left = context->GetInputShape(0);
    const gert::StorageShape* right = context->GetInputShape(1);
    if (left == nullptr || right == nullptr || left->GetStorageShape().GetDimNum() != 2 ||
        right->GetStorageShape().GetDimNum() != 2 ||
        left->GetStorageShape().GetDim(1) != right->GetStorageShape().GetDim(0)) {{
        return ge::GRAPH_FAILED;
    }}
    const auto typeOf = [](ge::DataType type) {{
        switch (type) {{
{cases}
        default:
            return matmul_tiling::DataType::DT_UNDEFINED;
        }}
    }};
    const auto a = typeOf(context->GetInputDesc(0)->GetDataType());
    const auto b = typeOf(context->GetInputDesc(1)->GetDataType());
    const auto c = typeOf(context->GetOutputDesc(0)->GetDataType());
    const int32_t m = static_cast<int32_t>(left->GetStorageShape().GetDim(0));
    const int32_t k = static_cast<int32_t>(left->GetStorageShape().GetDim(1));
    const int32_t n = static_cast<int32_t>(right->GetStorageShape().GetDim(1));

    // The library shares the product out among all cube cores.
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    matmul_tiling::MultiCoreMatmulTiling cube(platform);
    cube.SetDim(static_cast<int32_t>(platform.GetCoreNumAic()));
    cube.SetAType(TPosition::GM, CubeFormat::ND, a);
    cube.SetBType(TPosition::GM, CubeFormat::ND, b);
    cube.SetCType(TPosition::GM, CubeFormat::ND, c);
    cube.SetOrgShape(m, n, k);
    cube.SetShape(m, n, k);
    cube.SetBufferSpace(-1, -1, -1);
    {operator.name}TilingData tiling;
    if (cube.GetTiling(tiling.cubeTiling) == -1) {{
        return ge::GRAPH_FAILED;
    }}
{end}"""
