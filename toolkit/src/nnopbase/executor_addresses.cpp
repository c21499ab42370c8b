// Repeated runs of one executor: new addresses for its tensors.
#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "nnopbase/interface/interface_executor.h"
#include "nnopbase/kernel_executor.h"
#include "runtime/error.h"

using nnopbase::Instance;
using nnopbase::KernelExecutor;
using nnopbase::Port;
using runtime::Fail;
using runtime::ObjectKind;

#define NNOPBASE_EXPORT __attribute__((visibility("default")))

namespace {

KernelExecutor* Find(void* executor, int* code) {
    KernelExecutor* kernel_executor =
        dynamic_cast<KernelExecutor*>(nnopbase::FindExecutor(executor));
    *code = kernel_executor != nullptr
                ? OK
                : Fail(ACLNN_ERR_INNER_NULLPTR, "executor %p does not exist", executor);
    return kernel_executor;
}

/// Number of tensors that a port counts for when tensors are counted one by one.
size_t TensorCount(const Port& port) {
    return port.disabled ? 0 : port.kind == Port::kDynamic ? port.instances.size() : 1;
}

/// Position of the `index`-th tensor; false if there are fewer, then `*index` is what is left.
bool Locate(const std::vector<Port>& ports, size_t* index, size_t* port, size_t* instance) {
    for (size_t i = 0; i < ports.size(); ++i) {
        const size_t count = TensorCount(ports[i]);
        if (*index < count) {
            *port = i;
            *instance = *index;
            return true;
        }
        *index -= count;
    }
    return false;
}

int NoTensor(const KernelExecutor& op, const char* name, size_t index) {
    return Fail(ACLNN_ERR_PARAM_INVALID, "%s: %s %zu does not exist, was NULL, or is a host value",
                op.op_type().c_str(), name, index);
}

/// The tensor at a place that can be given other memory; null if there is none.
Instance* TensorAt(std::vector<Port>& ports, size_t port, size_t instance) {
    if (port >= ports.size() || instance >= ports[port].instances.size()) {
        return nullptr;
    }
    Instance& tensor = ports[port].instances[instance];
    return tensor.present && !tensor.on_host() ? &tensor : nullptr;
}

int SetInput(KernelExecutor* op, size_t port, size_t instance, void* address) {
    if (TensorAt(op->inputs(), port, instance) == nullptr) {
        return NoTensor(*op, "input", port);
    }
    op->MoveInput(port, instance, address);
    return OK;
}

int SetOutput(KernelExecutor* op, size_t port, size_t instance, void* address) {
    if (TensorAt(op->outputs(), port, instance) == nullptr) {
        return NoTensor(*op, "output", port);
    }
    op->MoveOutput(port, instance, address);
    return OK;
}

using Side = nnopbase::InterfaceExecutor::Side;

/// `index` counts tensors one by one, through inputs and outputs for kBoth.
int SetAddress(void* executor, Side side, size_t index, void* address) {
    auto* interface = dynamic_cast<nnopbase::InterfaceExecutor*>(nnopbase::FindExecutor(executor));
    if (interface != nullptr) {
        return interface->SetAddress(side, index, address);
    }
    int code = OK;
    KernelExecutor* op = Find(executor, &code);
    if (op == nullptr) {
        return code;
    }
    size_t remaining = index;
    size_t port = 0;
    size_t instance = 0;
    if (side != Side::kOutput && Locate(op->inputs(), &remaining, &port, &instance)) {
        return SetInput(op, port, instance, address);
    }
    if (side != Side::kInput && Locate(op->outputs(), &remaining, &port, &instance)) {
        return SetOutput(op, port, instance, address);
    }
    return NoTensor(*op, "tensor", index);
}

/// `port` counts parameters, through inputs and outputs for kBoth.
int SetDynamicAddress(void* executor, Side side, size_t port, size_t instance, void* address) {
    int code = OK;
    KernelExecutor* op = Find(executor, &code);
    if (op == nullptr) {
        return code;
    }
    const size_t inputs = op->inputs().size();
    if (side == Side::kInput || (side == Side::kBoth && port < inputs)) {
        return SetInput(op, port, instance, address);
    }
    return SetOutput(op, side == Side::kBoth ? port - inputs : port, instance, address);
}

/// NULL is 561103 to these functions, what was destroyed 161002.
int CheckHandle(ObjectKind kind, const void* object, const char* function) {
    return object == nullptr
               ? Fail(ACLNN_ERR_INNER_NULLPTR, "%s: the tensor or list is NULL", function)
               : nnopbase::CheckLiveOrNull(kind, object, function);
}

/// The tensor records its new address, too: acl_meta's functions show it.
int SetTensor(void* executor, Side side, size_t index, aclTensor* tensor, void* address,
              const char* function) {
    int code = CheckHandle(ObjectKind::kTensor, tensor, function);
    code = code == OK ? SetAddress(executor, side, index, address) : code;
    if (code == OK) {
        nnopbase::Of(*tensor).data = address;
    }
    return code;
}

int SetMember(void* executor, Side side, size_t port, size_t instance, aclTensorList* tensors,
              void* address, const char* function) {
    int code = CheckHandle(ObjectKind::kTensorList, tensors, function);
    if (code == OK && instance >= nnopbase::TensorsOf(*tensors).size()) {
        code =
            Fail(ACLNN_ERR_PARAM_INVALID, "%s: relativeIndex is %zu, but the list has %zu tensors",
                 function, instance, nnopbase::TensorsOf(*tensors).size());
    }
    code = code == OK ? SetDynamicAddress(executor, side, port, instance, address) : code;
    const auto& list = static_cast<const nnopbase::TensorList*>(tensors);
    if (code == OK && runtime::IsLive(ObjectKind::kTensor, list->tensors[instance])) {
        nnopbase::Of(*const_cast<aclTensor*>(list->tensors[instance])).data = address;
    }
    return code;
}

void* AddressAt(void* executor, bool input, size_t index) {
    int code = OK;
    KernelExecutor* op = Find(executor, &code);
    size_t port = 0;
    size_t instance = 0;
    if (op == nullptr) {
        return nullptr;
    }
    std::vector<Port>& ports = input ? op->inputs() : op->outputs();
    if (!Locate(ports, &index, &port, &instance) || instance >= ports[port].instances.size()) {
        return nullptr;
    }
    Instance& tensor = ports[port].instances[instance];
    return tensor.on_host() ? tensor.host_data->data() : tensor.address;
}

int CountAt(const void* executor, bool input, size_t port, uint32_t* count) {
    int code = OK;
    KernelExecutor* op = Find(const_cast<void*>(executor), &code);
    if (op == nullptr || count == nullptr) {
        return op == nullptr ? code : Fail(ACLNN_ERR_PARAM_NULLPTR, "count is NULL");
    }
    const std::vector<Port>& ports = input ? op->inputs() : op->outputs();
    if (port >= ports.size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no parameter %zu", op->op_type().c_str(),
                    port);
    }
    *count = 0;
    for (const Instance& instance : ports[port].instances) {
        *count += instance.present ? 1 : 0;
    }
    return OK;
}

int DynamicAddresses(const void* executor, bool input, size_t port, void** addresses,
                     size_t capacity, uint32_t* count) {
    int code = CountAt(executor, input, port, count);
    if (code != OK || addresses == nullptr) {
        return code != OK ? code : Fail(ACLNN_ERR_PARAM_NULLPTR, "addresses is NULL");
    }
    KernelExecutor* op = Find(const_cast<void*>(executor), &code);
    const Port& list = (input ? op->inputs() : op->outputs())[port];
    if (list.kind != Port::kDynamic) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s: parameter %zu is not a list",
                    op->op_type().c_str(), port);
    }
    *count =
        static_cast<uint32_t>(list.instances.size() < capacity ? list.instances.size() : capacity);
    for (uint32_t i = 0; i < *count; ++i) {
        addresses[i] = list.instances[i].address;
    }
    return OK;
}

}  // namespace

extern "C" {

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
    nnopbase::Executor* live_executor = nnopbase::FindExecutor(executor);
    if (live_executor == nullptr) {
        return Fail(ACLNN_ERR_INNER_NULLPTR, "executor %p does not exist",
                    static_cast<void*>(executor));
    }
    live_executor->MakeRepeatable();
    return OK;
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
    nnopbase::Executor* live_executor = nnopbase::FindExecutor(executor);
    if (live_executor == nullptr) {
        return Fail(ACLNN_ERR_INNER_NULLPTR, "executor %p does not exist",
                    static_cast<void*>(executor));
    }
    KernelExecutor* op = dynamic_cast<KernelExecutor*>(live_executor);
    if (op != nullptr) {
        delete nnopbase::FindExecutor(op->view_copies().gather().executor);
        delete nnopbase::FindExecutor(op->view_copies().scatter_executor());
    }
    delete live_executor;
    return OK;
}

aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
    return SetTensor(executor, Side::kInput, index, tensor, addr, __func__);
}

aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
    return SetTensor(executor, Side::kOutput, index, tensor, addr, __func__);
}

aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr) {
    return SetTensor(executor, Side::kBoth, index, tensor, addr, __func__);
}

aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                         const size_t relativeIndex, aclTensorList* tensors,
                                         void* addr) {
    return SetMember(executor, Side::kInput, irIndex, relativeIndex, tensors, addr, __func__);
}

aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                          const size_t relativeIndex, aclTensorList* tensors,
                                          void* addr) {
    return SetMember(executor, Side::kOutput, irIndex, relativeIndex, tensors, addr, __func__);
}

aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t relativeIndex, aclTensorList* tensors,
                                    void* addr) {
    return SetMember(executor, Side::kBoth, irIndex, relativeIndex, tensors, addr, __func__);
}

aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                  void* addr) {
    return aclSetInputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                                   void* addr) {
    return aclSetOutputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index, aclTensor* tensor,
                             void* addr) {
    return aclSetTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                         const size_t relativeIndex, aclTensorList* tensors,
                                         void* addr) {
    return aclSetDynamicInputTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                          const size_t relativeIndex, aclTensorList* tensors,
                                          void* addr) {
    return aclSetDynamicOutputTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t relativeIndex, aclTensorList* tensors,
                                    void* addr) {
    return aclSetDynamicTensorAddr(executor, irIndex, relativeIndex, tensors, addr);
}

NNOPBASE_EXPORT void NnopbaseGetInputTensorAddr(void* executor, size_t index, void** addr) {
    if (addr != nullptr) {
        *addr = AddressAt(executor, true, index);
    }
}

NNOPBASE_EXPORT void NnopbaseGetOutputTensorAddr(void* executor, size_t index, void** addr) {
    if (addr != nullptr) {
        *addr = AddressAt(executor, false, index);
    }
}

NNOPBASE_EXPORT aclnnStatus NnopbaseGetInputTensorCount(const void* const executor,
                                                        const size_t irIndex,
                                                        uint32_t* const count) {
    return CountAt(executor, true, irIndex, count);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseGetOutputTensorCount(const void* const executor,
                                                         const size_t irIndex,
                                                         uint32_t* const count) {
    return CountAt(executor, false, irIndex, count);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseGetDynamicInputTensorAddrs(const void* const executor,
                                                               const size_t irIndex,
                                                               void** const addrs,
                                                               const size_t addrSize,
                                                               uint32_t* const count) {
    return DynamicAddresses(executor, true, irIndex, addrs, addrSize, count);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseGetDynamicOutputTensorAddrs(const void* const executor,
                                                                const size_t irIndex,
                                                                void** const addrs,
                                                                const size_t addrSize,
                                                                uint32_t* const count) {
    return DynamicAddresses(executor, false, irIndex, addrs, addrSize, count);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetInputTensorAddr(void* executor, const size_t index,
                                                       const void* const addr) {
    return SetAddress(executor, Side::kInput, index, const_cast<void*>(addr));
}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetOutputTensorAddr(void* executor, const size_t index,
                                                        const void* const addr) {
    return SetAddress(executor, Side::kOutput, index, const_cast<void*>(addr));
}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetDynamicInputTensorAddr(void* executor, size_t irIndex,
                                                              const size_t relativeIndex,
                                                              const void* const addr) {
    return SetDynamicAddress(executor, Side::kInput, irIndex, relativeIndex,
                             const_cast<void*>(addr));
}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetDynamicOutputTensorAddr(void* executor, size_t irIndex,
                                                               const size_t relativeIndex,
                                                               const void* const addr) {
    return SetDynamicAddress(executor, Side::kOutput, irIndex, relativeIndex,
                             const_cast<void*>(addr));
}
}
