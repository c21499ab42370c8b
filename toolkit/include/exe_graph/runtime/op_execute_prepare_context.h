// What the first of two host functions that execute an operator (fallback) receives: it makes the
// parameters of the second (op_execute_launch_context.h) and says how much workspace that needs.
#ifndef INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_PREPARE_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_PREPARE_CONTEXT_H_

#include <type_traits>
#include <vector>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/op_execute_tensors.h"
#include "graph/ge_error_codes.h"

namespace gert {
/// Order of the inputs after the tensors.
enum class OpExecutePrepareInputExtendIndex { kExecuteOption, kFwkData, kNum };

enum class OpExecutePrepareOutputIndex { kParams, kWorkspaceSize, kNum };

class OpExecutePrepareContext : public OpExecuteSettings<static_cast<size_t>(
                                    OpExecutePrepareInputExtendIndex::kExecuteOption)> {
public:
    /// Hands `params` to the second function; `deleter` is called when they are replaced.
    ge::graphStatus SetOpApiParams(void* const params, const Chain::Deleter deleter) {
        Chain* const slot = GetOutput(static_cast<size_t>(OpExecutePrepareOutputIndex::kParams));
        if (deleter == nullptr || slot == nullptr) {
            return ge::GRAPH_FAILED;
        }
        slot->Set(params, deleter);
        return ge::GRAPH_SUCCESS;
    }
    template <typename T>
    ge::graphStatus SetOpApiParamsWithDefaultDeleter(T* const params) {
        return SetOpApiParams(params, [](void* const object) { delete static_cast<T*>(object); });
    }
    /// Bytes of each workspace. GRAPH_FAILED if an earlier call asked for fewer workspaces.
    ge::graphStatus SetWorkspaceSizes(const std::vector<uint64_t>& ws_sizes) {
        Chain* const slot =
            GetOutput(static_cast<size_t>(OpExecutePrepareOutputIndex::kWorkspaceSize));
        if (slot == nullptr) {
            return ge::GRAPH_FAILED;
        }
        using Sizes = TypedContinuousVector<size_t>;
        if (slot->GetPointer<Sizes>() == nullptr) {
            slot->SetWithDefaultDeleter<uint8_t[]>(
                ContinuousVector::Create<size_t>(ws_sizes.size()).release());
        }
        Sizes* const sizes = slot->GetPointer<Sizes>();
        if (sizes == nullptr || sizes->SetSize(ws_sizes.size()) != ge::GRAPH_SUCCESS) {
            return ge::GRAPH_FAILED;
        }
        size_t* const values = sizes->MutableData();
        for (size_t i = 0; i < ws_sizes.size(); ++i) {
            values[i] = static_cast<size_t>(ws_sizes[i]);
        }
        return ge::GRAPH_SUCCESS;
    }
};
static_assert(std::is_standard_layout<OpExecutePrepareContext>::value, "a view of raw memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_PREPARE_CONTEXT_H_
