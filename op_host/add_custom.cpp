// AddCustom: z = x + y for tensors of one shape and type.
#include "add_custom_tiling.h"
#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {
namespace {

const uint64_t BLOCK_BYTES = 32;       // what the core moves at least
const uint64_t LINE_BYTES = 64;        // cache line: no two cores may write into one
const uint64_t MIN_BLOCK_WORK = 4096;  // bytes that make it worth to start another core
const uint64_t QUEUE_BUFFERS = 6;  // x, y and z, two of each, live in the unified buffer together

uint64_t RoundUp(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

}  // namespace

static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const gert::StorageShape* shape = context->GetInputShape(0);
    const gert::CompileTimeTensorDesc* input = context->GetInputDesc(0);
    if (shape == nullptr || input == nullptr) {
        return ge::GRAPH_FAILED;
    }
    const uint64_t length = static_cast<uint64_t>(shape->GetStorageShape().GetShapeSize());
    const uint64_t elementSize = static_cast<uint64_t>(ge::GetSizeByDataType(input->GetDataType()));
    const uint64_t unit = LINE_BYTES / elementSize;

    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    uint64_t ubSize = 0;
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ubSize);
    const uint64_t cores =
        platform.GetCoreNumAiv() > 0 ? platform.GetCoreNumAiv() : platform.GetCoreNum();

    // As many cores as there is work for; each gets whole cache lines.
    const uint64_t wanted = (length * elementSize + MIN_BLOCK_WORK - 1) / MIN_BLOCK_WORK;
    const uint64_t used = wanted < 1 ? 1 : (wanted < cores ? wanted : cores);
    const uint64_t blockLength = RoundUp((length + used - 1) / used, unit);
    const uint64_t blocks = blockLength == 0 ? 1 : (length + blockLength - 1) / blockLength;

    // A sixteenth of the buffer stays free for what the system needs.
    const uint64_t tileBytes = ubSize / 16 * 15 / QUEUE_BUFFERS / BLOCK_BYTES * BLOCK_BYTES;

    AddCustomTilingData tiling;
    tiling.set_length(length);
    tiling.set_blockLength(blockLength);
    tiling.set_tileLength(static_cast<uint32_t>(tileBytes / elementSize));
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetBlockDim(static_cast<uint32_t>(blocks));
    size_t* workspaces = context->GetWorkspaceSizes(1);
    workspaces[0] = 0;
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ge {
static ge::graphStatus InferShape(gert::InferShapeContext* context) {
    const gert::Shape* x = context->GetInputShape(0);
    gert::Shape* z = context->GetOutputShape(0);
    if (x == nullptr || z == nullptr) {
        return GRAPH_FAILED;
    }
    *z = *x;
    return GRAPH_SUCCESS;
}

static ge::graphStatus InferDataType(gert::InferDataTypeContext* context) {
    context->SetOutputDataType(0, context->GetInputDataType(0));
    return GRAPH_SUCCESS;
}
}  // namespace ge

namespace ops {
class AddCustom : public OpDef {
public:
    explicit AddCustom(const char* name) : OpDef(name) {
        for (const char* port : {"x", "y"}) {
            this->Input(port)
                .ParamType(REQUIRED)
                .DataType({ge::DT_FLOAT16, ge::DT_FLOAT, ge::DT_INT32})
                .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND})
                .UnknownShapeFormat({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});
        }
        this->Output("z")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT16, ge::DT_FLOAT, ge::DT_INT32})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND})
            .UnknownShapeFormat({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND});

        this->SetInferShape(ge::InferShape).SetInferDataType(ge::InferDataType);
        this->AICore().SetTiling(optiling::TilingFunc);
        for (const char* unit :
             {"ascend310p", "ascend310b", "ascend910", "ascend910b", "ascend910_93"}) {
            this->AICore().AddConfig(unit);
        }
    }
};

OP_ADD(AddCustom);
}  // namespace ops
