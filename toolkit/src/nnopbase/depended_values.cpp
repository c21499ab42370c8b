// Tensors whose values tiling reads.
#include "aclnn/aclnn_base.h"
#include "nnopbase/kernel_executor.h"
#include "runtime/error.h"
#include "runtime/memory.h"

using runtime::Fail;

namespace nnopbase {

/// Arrays are on the host already. The other entry (`aclnn...TensorGetWorkspaceSize`) takes device
/// tensors: their values of this moment are taken over, for tiling and for the kernel. What fills
/// them must have ended.
int KernelExecutor::ReadDependedValues() {
    const gert::OpImplFunctions* const functions = Functions();
    for (size_t i = 0; functions != nullptr && i < inputs_.size(); ++i) {
        if (!functions->TilingReadsInput(i)) {
            continue;
        }
        for (Instance& instance : inputs_[i].instances) {
            if (!instance.present || instance.on_host) {
                continue;
            }
            const uint64_t bytes = BytesOf(ElementCount(instance.dims), instance.dtype);
            if (!instance.contiguous || !runtime::IsUsable(instance.address, bytes)) {
                return Fail(ACLNN_ERR_PARAM_INVALID,
                            "%s: tiling reads the values of input %zu %s, which must be contiguous "
                            "and in an allocated device buffer",
                            op_type_.c_str(), i, inputs_[i].name.c_str());
            }
            const uint8_t* values = static_cast<const uint8_t*>(instance.address);
            instance.host_data.assign(values, values + bytes);
            instance.on_host = true;
        }
    }
    return OK;
}

}  // namespace nnopbase
