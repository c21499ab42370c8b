// What a TilingParse function receives.
#ifndef INC_EXE_GRAPH_RUNTIME_TILING_PARSE_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_TILING_PARSE_CONTEXT_H_

#include "exe_graph/runtime/extended_kernel_context.h"
#include "graph/types.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {
class TilingParseContext : public ExtendedKernelContext {
public:
    /// Text the compiler of the kernel left; "" for Ascend C kernels.
    const ge::char_t* GetCompiledJson() const { return GetInputValue<const char*>(0); }
    /// The operator's compile info, to be filled.
    template <typename T>
    auto GetCompiledInfo() -> T* {
        Chain* const slot = GetOutput(0);
        return slot == nullptr ? nullptr : slot->GetValue<T*>();
    }
    fe::PlatFormInfos* GetPlatformInfo() const { return GetInputValue<fe::PlatFormInfos*>(1); }
};
static_assert(std::is_standard_layout<TilingParseContext>::value, "a view of raw memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_TILING_PARSE_CONTEXT_H_
