// A context that somebody keeps, with all that it shows.
#pragma once

#include <memory>
#include <vector>

#include "exe_graph/tiling_context_builder.h"

namespace gert {

/// The contents of a stored tiling context besides the operator; all borrowed, any may be null.
struct TilingSurroundings {
    void* compile_info = nullptr;
    fe::PlatFormInfos* platform = nullptr;
    TilingData* tiling_data = nullptr;
    void* workspaces = nullptr;  ///< a ContinuousVector of size_t
};

class GE_FUNC_HOST_VISIBILITY ContextValues {
public:
    ContextValues();
    ~ContextValues();

    /// A KernelContext over pointers.
    KernelRunContext* OfPointers(const std::vector<void*>& inputs,
                                 const std::vector<void*>& outputs);
    /// A TilingContext of one call of an operator; the bytes of its ComputeNodeInfo become `*node`.
    /// Null if a tensor has too many dimensions.
    KernelRunContext* OfTiling(const OpArgs& args, const TilingSurroundings& around,
                               std::unique_ptr<uint8_t[]>* node);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gert
