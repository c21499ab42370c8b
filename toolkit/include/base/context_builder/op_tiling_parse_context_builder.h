// Contexts for calling a TilingParse function in a test (libmetadef.so).
#ifndef METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_TILING_PARSE_CONTEXT_BUILDER_H_
#define METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_TILING_PARSE_CONTEXT_BUILDER_H_

#include <vector>

#include "base/context_builder/context_holder.h"
#include "base/context_builder/op_context_builder_base.h"
#include "exe_graph/runtime/tiling_parse_context.h"

namespace gert {
class GE_FUNC_HOST_VISIBILITY OpTilingParseContextBuilder
    : public OpContextBuilderBase<OpTilingParseContextBuilder> {
public:
    OpTilingParseContextBuilder();
    ~OpTilingParseContextBuilder() override;

    OpTilingParseContextBuilder& InputTensorDesc(size_t index, ge::DataType dtype,
                                                 ge::Format origin_format,
                                                 ge::Format storage_format,
                                                 const gert::ExpandDimsType& expand_dims_type = {});
    OpTilingParseContextBuilder& OutputTensorDesc(
        size_t index, ge::DataType dtype, ge::Format origin_format, ge::Format storage_format,
        const gert::ExpandDimsType& expand_dims_type = {});
    /// All borrowed; the compile info is filled.
    OpTilingParseContextBuilder& CompiledJson(const ge::char_t* compiled_json);
    OpTilingParseContextBuilder& CompiledInfo(const void* compile_info);
    OpTilingParseContextBuilder& PlatformInfo(const void* platform_info);
    ContextHolder<TilingParseContext> Build();
};
}  // namespace gert

#endif  // METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_TILING_PARSE_CONTEXT_BUILDER_H_
