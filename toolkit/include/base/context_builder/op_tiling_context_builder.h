// Contexts for calling a tiling function in a test (libmetadef.so).
#ifndef METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_TILING_CONTEXT_BUILDER_H_
#define METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_TILING_CONTEXT_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/tiling_context.h"

namespace gert {
class GE_FUNC_HOST_VISIBILITY OpTilingContextBuilder
    : public OpContextBuilderBase<OpTilingContextBuilder> {
public:
    OpTilingContextBuilder();
    ~OpTilingContextBuilder() override;

    /// All borrowed: what TilingParse made; a fe::PlatFormInfos; tensors, null for an absent one.
    OpTilingContextBuilder& CompileInfo(const void* compile_info);
    OpTilingContextBuilder& PlatformInfo(const void* platform_info);
    OpTilingContextBuilder& InputTensors(const std::vector<gert::Tensor*>& inputs);
    OpTilingContextBuilder& OutputTensors(const std::vector<gert::Tensor*>& outputs);
    OpTilingContextBuilder& Deterministic(int32_t deterministic);
    OpTilingContextBuilder& DeterministicLevel(int32_t deterministic_level);
    /// Memory for the tiling data, or the bytes of memory to make.
    OpTilingContextBuilder& TilingData(const gert::TilingData* tiling_data,
                                       gert::Chain::Deleter deleter = nullptr);
    OpTilingContextBuilder& TilingDataSize(size_t tiling_data_size);
    OpTilingContextBuilder& Workspace(const gert::ContinuousVector* workspace);

    ContextHolder<TilingContext> Build();
};
}  // namespace gert

#endif  // METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_TILING_CONTEXT_BUILDER_H_
