// What the host functions that execute an operator (fallback) have in common: its tensors, and the
// options of the call.
#ifndef INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_TENSORS_H_
#define INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_TENSORS_H_

#include <cstddef>
#include <cstdint>
#include <limits>

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/tensor.h"

namespace gert {
using rtStream = void*;

struct OpExecuteOptions {
    int32_t precision_mode;
    int32_t deterministic;
    char allow_hf32[3UL];
    char reserve[53];
};

class OpExecuteTensors : public ExtendedKernelContext {
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

protected:
    /// Position of the input `index` after the tensors.
    size_t ExtraIndex(const size_t index) const {
        return GetComputeNodeInputNum() + GetComputeNodeOutputNum() + index;
    }
};

/// `kOptions` is the position of the options after the tensors.
template <size_t kOptions>
class OpExecuteSettings : public OpExecuteTensors {
public:
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
    const OpExecuteOptions* Options() const {
        return GetInputPointer<OpExecuteOptions>(ExtraIndex(kOptions));
    }
};
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_OP_EXECUTE_TENSORS_H_
