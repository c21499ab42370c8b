// What the second of two host functions that execute an operator (fallback) receives: the
// parameters that the first (op_execute_prepare_context.h) made, and the workspaces.
#ifndef INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_LAUNCH_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_LAUNCH_CONTEXT_H_

#include <type_traits>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/op_execute_tensors.h"
#include "exe_graph/runtime/tensor_data.h"

namespace gert {
/// Order of the inputs after the tensors.
enum class OpExecuteLaunchInputIndex {
    kParams,
    kWorkspaceAddr,
    kWorkspaceSize,
    kStream,
    kFwkData,
    kNum
};

class OpExecuteLaunchContext : public OpExecuteTensors {
public:
    /// What SetOpApiParams of the first function got.
    void* GetOpApiParams() const { return Value(OpExecuteLaunchInputIndex::kParams); }
    /// Bytes of each workspace.
    const TypedContinuousVector<size_t>* GetWorkspaceSizes() const {
        return Pointer<TypedContinuousVector<size_t>>(OpExecuteLaunchInputIndex::kWorkspaceSize);
    }
    /// The workspaces on the device, null if there are none.
    const TypedContinuousVector<TensorData*>* GetWorkspaceAddrs() const {
        const auto* const workspaces =
            Pointer<TypedContinuousVector<TensorData*>>(OpExecuteLaunchInputIndex::kWorkspaceAddr);
        return workspaces == nullptr || workspaces->GetSize() == 0 ? nullptr : workspaces;
    }
    rtStream GetStream() const { return Value(OpExecuteLaunchInputIndex::kStream); }

private:
    size_t IndexOf(const OpExecuteLaunchInputIndex index) const {
        return ExtraIndex(static_cast<size_t>(index));
    }
    template <typename T>
    const T* Pointer(const OpExecuteLaunchInputIndex index) const {
        return GetInputPointer<T>(IndexOf(index));
    }
    void* Value(const OpExecuteLaunchInputIndex index) const {
        return GetInputValue<void*>(IndexOf(index));
    }
};
static_assert(std::is_standard_layout<OpExecuteLaunchContext>::value, "a view of raw memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_LAUNCH_CONTEXT_H_
