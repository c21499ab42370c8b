// What a host function that executes an operator (fallback) receives.
#ifndef INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_CONTEXT_H_

#include <type_traits>

#include "exe_graph/runtime/op_execute_tensors.h"
#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/shape.h"
#include "ge/ge_allocator.h"

namespace gert {
/// Order of the inputs after the tensors.
enum class OpExecuteInputExtendIndex { kAllocate, kStream, kExecuteOption, kExecuteFunc, kNum };

enum class OpExecuteOutputIndex { kBlockMemory, kNum };

class OpExecuteContext
    : public OpExecuteSettings<static_cast<size_t>(OpExecuteInputExtendIndex::kExecuteOption)> {
public:
    rtStream GetStream() const {
        const rtStream* const slot = Extra<rtStream>(OpExecuteInputExtendIndex::kStream);
        return slot == nullptr ? nullptr : *slot;
    }
    void* GetOpExecuteFunc() const {
        void* const* const slot = Extra<void*>(OpExecuteInputExtendIndex::kExecuteFunc);
        return slot == nullptr ? nullptr : *slot;
    }
    /// Device memory of `size` bytes, null if there is none; valid until FreeWorkspace.
    void* MallocWorkspace(const size_t size);
    /// Gives back all memory of MallocWorkspace.
    void FreeWorkspace();

private:
    template <typename T>
    const T* Extra(const OpExecuteInputExtendIndex index) const {
        return GetInputPointer<T>(ExtraIndex(static_cast<size_t>(index)));
    }
};
static_assert(std::is_standard_layout<OpExecuteContext>::value, "a view of raw memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_CONTEXT_H_
