// How a result is divided: blocks over the cores, tiles over a core's memory.
#ifndef BUILTIN_TILES_H
#define BUILTIN_TILES_H

#include <algorithm>

#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {

/// Elements of an input or output of any shape; 0 if it is not given.
inline uint64_t ElementsOf(const gert::StorageShape* shape) {
    return shape == nullptr ? 0 : static_cast<uint64_t>(shape->GetStorageShape().GetShapeSize());
}

/// Fills in length, blockLength and tileLength and stores the tiling data. `size` are the bytes of
/// an element of the result, `buffers` those of on-chip memory for an element of a tile.
template <typename Tiling>
ge::graphStatus Divide(gert::TilingContext* context, uint64_t length, uint64_t size,
                       uint64_t buffers, Tiling* tiling) {
    const uint64_t line_bytes = 512;        // no two cores write into one
    const uint64_t min_block_bytes = 8192;  // what makes it worth to start another core
    if (length == 0 || size == 0) {
        return ge::GRAPH_FAILED;
    }
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    uint64_t ub_size = 0;
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, ub_size);
    const uint64_t full_cores = std::max<uint64_t>(length * size / min_block_bytes, 1);
    const uint64_t used = std::min<uint64_t>(full_cores, platform.GetCoreNumAiv());
    const uint64_t line = line_bytes / size;
    const uint64_t block = ((length + used - 1) / used + line - 1) / line * line;
    tiling->set_length(length);
    tiling->set_blockLength(block);
    tiling->set_tileLength(static_cast<uint32_t>(ub_size / 16 * 15 / buffers / 256 * 256));
    tiling->SaveToBuffer(context->GetRawTilingData()->GetData(),
                         context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling->GetDataSize());
    context->SetBlockDim(static_cast<uint32_t>((length + block - 1) / block));
    context->GetWorkspaceSizes(1)[0] = 0;
    return ge::GRAPH_SUCCESS;
}

}  // namespace optiling

namespace ops {

/// The compute units whose vector instructions the kernels use.
inline void AddUnits(OpDef* op) {
    op->AICore().AddConfig("ascend910b");
    op->AICore().AddConfig("ascend910_93");
}

/// A parameter that must be given, of these types and format ND.
inline void DefineTensor(OpParamDef* parameter, const std::vector<ge::DataType>& types) {
    const std::vector<ge::Format> formats(types.size(), ge::FORMAT_ND);
    parameter->ParamType(REQUIRED).DataType(types).Format(formats).UnknownShapeFormat(formats);
}

}  // namespace ops

#endif  // BUILTIN_TILES_H
