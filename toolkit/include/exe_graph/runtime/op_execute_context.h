// What a host function that executes an operator (fallback) receives.
#ifndef INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_CONTEXT_H_

#include <limits>
#include <type_traits>

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/shape.h"
#include "exe_graph/runtime/tensor.h"
#include "ge/ge_allocator.h"

namespace gert {
using rtStream = void*;

struct OpExecuteOptions {
    int32_t precision_mode;
    int32_t deterministic;
    char allow_hf32[3UL];
    char reserve[53];
};

/// Order of the inputs after the tensors.
enum class OpExecuteInputExtendIndex { kAllocate, kStream, kExecuteOption, kExecuteFunc, kNum };

enum class OpExecuteOutputIndex { kBlockMemory, kNum };

class OpExecuteContext : public ExtendedKernelContext {
public:
    const Tensor* GetInputTensor(const size_t index) const {
        return GetInputPointer<Tensor>(index);
    }
    const Tensor* GetOptionalInputTensor(const size_t ir_index) const {
        return GetDynamicInputPointer<Tensor>(ir_index, 0);
    }
    const Tensor* GetRequiredInputTensor(const size_t ir_index) const {
        return GetDynamicInputPointer<Tensor>(ir_index, 0);
    }
    const Tensor* GetDynamicInputTensor(const size_t ir_index, const size_t relative_index) const {
        return GetDynamicInputPointer<Tensor>(ir_index, relative_index);
    }
    const Tensor* GetOutputTensor(const size_t index) const {
        return GetInputPointer<Tensor>(GetComputeNodeInputNum() + index);
    }
    const Tensor* GetRequiredOutputTensor(const size_t ir_index) const {
        return GetDynamicOutputPointer<Tensor>(ir_index, 0);
    }
    const Tensor* GetDynamicOutputTensor(const size_t ir_index, const size_t relative_index) const {
        return GetDynamicOutputPointer<Tensor>(ir_index, relative_index);
    }
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
    bool GetDeterministic() const {
        const OpExecuteOptions* const options = Options();
        return options != nullptr && options->deterministic != 0;
    }
    const char* GetAllowHf32() const {
        const OpExecuteOptions* const options = Options();
        return options == nullptr ? nullptr : options->allow_hf32;
    }
    int32_t GetPrecisionMode() const {
        const OpExecuteOptions* const options = Options();
        return options == nullptr ? std::numeric_limits<int32_t>::max() : options->precision_mode;
    }

private:
    template <typename T>
    const T* Extra(const OpExecuteInputExtendIndex index) const {
        return GetInputPointer<T>(GetComputeNodeInputNum() + GetComputeNodeOutputNum() +
                                  static_cast<size_t>(index));
    }
    const OpExecuteOptions* Options() const {
        return Extra<OpExecuteOptions>(OpExecuteInputExtendIndex::kExecuteOption);
    }
};
static_assert(std::is_standard_layout<OpExecuteContext>::value, "a view of raw memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_CONTEXT_H_
