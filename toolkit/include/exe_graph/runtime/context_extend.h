// Names of the callback that a context was made for.
#ifndef INC_EXE_GRAPH_RUNTIME_CONTEXT_EXTEND_H_
#define INC_EXE_GRAPH_RUNTIME_CONTEXT_EXTEND_H_

#include <memory>
#include <type_traits>

#include "exe_graph/runtime/compute_node_info.h"

namespace gert {
class KernelExtendInfo {
public:
    KernelExtendInfo() = delete;
    KernelExtendInfo(const KernelExtendInfo&) = delete;
    KernelExtendInfo(KernelExtendInfo&&) = delete;
    KernelExtendInfo& operator=(const KernelExtendInfo&) = delete;
    KernelExtendInfo& operator=(KernelExtendInfo&&) = delete;

    const ge::char_t* GetKernelName() const { return kernel_name_; }
    void SetKernelName(const ge::char_t* kernel_name) { kernel_name_ = kernel_name; }
    const ge::char_t* GetKernelType() const { return kernel_type_; }
    void SetKernelType(const ge::char_t* const kernel_type) { kernel_type_ = kernel_type; }

private:
    const ge::char_t* kernel_name_;
    const ge::char_t* kernel_type_;
    uint8_t reserved_[56];
};
static_assert(std::is_standard_layout<KernelExtendInfo>::value, "a view of raw memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_CONTEXT_EXTEND_H_
