// acl_op.h: operators called by their type. Their kernels come from installed packages.
#include "acl/single_op.h"

#include <dlfcn.h>

#include <atomic>
#include <new>
#include <string>
#include <vector>

#include "acl/check.h"
#include "acl/op_attr.h"
#include "acl/tensor_desc.h"
#include "runtime/lifecycle.h"
#include "support/file_system.h"

using acl::SingleOpAction;
using acl::SingleOpCall;
using runtime::Fail;

/// The arguments of aclopCreateHandle.
struct aclopHandle {
    std::string type;
    std::vector<aclTensorDesc> inputs;
    std::vector<aclTensorDesc> outputs;
    aclopAttr attr;
};

namespace acl {
namespace {

SingleOpFunction FindFunction() {
    const std::string path = runtime::HomeDirectory() + "/lib64/libnnopbase.so";
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    return library == nullptr
               ? nullptr
               : reinterpret_cast<SingleOpFunction>(dlsym(library, kSingleOpFunction));
}

template <typename T>
bool HasNull(int count, const T* const* pointers) {
    if (count < 0 || (count > 0 && pointers == nullptr)) {
        return true;
    }
    for (int i = 0; i < count; ++i) {
        if (pointers[i] == nullptr) {
            return true;
        }
    }
    return false;
}

std::vector<const aclTensorDesc*> Pointers(const std::vector<aclTensorDesc>& descs) {
    std::vector<const aclTensorDesc*> pointers;
    for (const aclTensorDesc& desc : descs) {
        pointers.push_back(&desc);
    }
    return pointers;
}

}  // namespace

int CallSingleOp(const SingleOpCall& call, SingleOpAction action, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(call.type);
    const bool runs = action == SingleOpAction::kRun;
    if (HasNull(call.num_inputs, call.input_descs) ||
        HasNull(call.num_outputs, call.output_descs) ||
        (runs &&
         (HasNull(call.num_inputs, call.inputs) || HasNull(call.num_outputs, call.outputs)))) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "%s: a description or a buffer is NULL, or their number is negative",
                    call.type);
    }
    static const SingleOpFunction function = FindFunction();
    return function != nullptr
               ? function(&call, action, stream)
               : Fail(ACL_ERROR_INTERNAL_ERROR, "%s/lib64/libnnopbase.so cannot be opened",
                      runtime::HomeDirectory().c_str());
}

}  // namespace acl

extern "C" {

aclError aclopSetModelDir(const char* modelDir) {
    static std::atomic<bool> named{false};
    ACL_REQUIRE_NOT_NULL(modelDir);
    if (!support::IsDirectory(modelDir)) {
        return Fail(ACL_ERROR_READ_MODEL_FAILURE, "%s is not a directory", modelDir);
    }
    if (named.exchange(true)) {
        return Fail(ACL_ERROR_REPEAT_INITIALIZE, "the model directory was set already");
    }
    return ACL_SUCCESS;
}

aclError aclopLoad(const void* model, size_t modelSize) {
    ACL_REQUIRE_NOT_NULL(model);
    ACL_REQUIRE_NOT_ZERO(modelSize);
    return Fail(ACL_ERROR_API_NOT_SUPPORT,
                "aclopLoad: offline models (.om) are a closed format; call aclopExecuteV2 alone: "
                "it runs the kernel of the operator's installed package");
}

aclError aclopExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                        aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                        aclDataBuffer* outputs[], aclopAttr* attr, aclrtStream stream) {
    return acl::CallSingleOp(
        {opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr},
        SingleOpAction::kRun, stream);
}

aclError aclopExecute(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                      const aclDataBuffer* const inputs[], int numOutputs,
                      const aclTensorDesc* const outputDesc[], aclDataBuffer* const outputs[],
                      const aclopAttr* attr, aclrtStream stream) {
    return acl::CallSingleOp(
        {opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr},
        SingleOpAction::kRun, stream);
}

aclError aclopUpdateParams(const char* opType, int numInputs,
                           const aclTensorDesc* const inputDesc[], int numOutputs,
                           const aclTensorDesc* const outputDesc[], const aclopAttr* attr) {
    return acl::CallSingleOp(
        {opType, numInputs, inputDesc, nullptr, numOutputs, outputDesc, nullptr, attr},
        SingleOpAction::kCheck, nullptr);
}

aclError aclopInferShape(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                         aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                         aclopAttr* attr) {
    return acl::CallSingleOp(
        {opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, nullptr, attr},
        SingleOpAction::kInfer, nullptr);
}

aclError aclopCreateHandle(const char* opType, int numInputs,
                           const aclTensorDesc* const inputDesc[], int numOutputs,
                           const aclTensorDesc* const outputDesc[], const aclopAttr* opAttr,
                           aclopHandle** handle) {
    ACL_REQUIRE_NOT_NULL(handle);
    const int code =
        aclopUpdateParams(opType, numInputs, inputDesc, numOutputs, outputDesc, opAttr);
    if (code != ACL_SUCCESS) {
        return code;
    }
    aclopHandle* created = new (std::nothrow) aclopHandle{opType, {}, {}, {}};
    if (created == nullptr) {
        return Fail(ACL_ERROR_BAD_ALLOC, "no memory for a handle of %s", opType);
    }
    for (int i = 0; i < numInputs; ++i) {
        created->inputs.push_back(*inputDesc[i]);
    }
    for (int i = 0; i < numOutputs; ++i) {
        created->outputs.push_back(*outputDesc[i]);
    }
    created->attr = opAttr == nullptr ? aclopAttr() : *opAttr;
    *handle = runtime::Remembered(runtime::ObjectKind::kOpHandle, created);
    return ACL_SUCCESS;
}

void aclopDestroyHandle(aclopHandle* handle) {
    if (handle != nullptr && !runtime::DestroyLive(runtime::ObjectKind::kOpHandle, handle)) {
        Fail(ACL_ERROR_INVALID_PARAM, "aclopDestroyHandle: %p was destroyed, or never made",
             static_cast<void*>(handle));
    }
}

aclError aclopExecWithHandle(aclopHandle* handle, int numInputs,
                             const aclDataBuffer* const inputs[], int numOutputs,
                             aclDataBuffer* const outputs[], aclrtStream stream) {
    ACL_REQUIRE_LIVE(kOpHandle, handle);
    if (static_cast<size_t>(numInputs) != handle->inputs.size() ||
        static_cast<size_t>(numOutputs) != handle->outputs.size()) {
        return Fail(ACL_ERROR_OP_INPUT_NOT_MATCH,
                    "%s: the handle was made for %zu inputs and %zu outputs", handle->type.c_str(),
                    handle->inputs.size(), handle->outputs.size());
    }
    const std::vector<const aclTensorDesc*> input_descs = acl::Pointers(handle->inputs);
    const std::vector<const aclTensorDesc*> output_descs = acl::Pointers(handle->outputs);
    return acl::CallSingleOp({handle->type.c_str(), numInputs, input_descs.data(), inputs,
                              numOutputs, output_descs.data(), outputs, &handle->attr},
                             SingleOpAction::kRun, stream);
}

aclError aclopCreateHandleForCast(aclTensorDesc* srcDesc, aclTensorDesc* dstDesc, uint8_t,
                                  aclopHandle** handle) {
    ACL_REQUIRE_NOT_NULL(srcDesc);
    ACL_REQUIRE_NOT_NULL(dstDesc);
    aclopAttr attr;
    attr.values["dst_type"] = {aclopAttr::Value::Kind::kInt, {dstDesc->dtype}, {}, ""};
    return aclopCreateHandle("Cast", 1, &srcDesc, 1, &dstDesc, &attr, handle);
}

aclError aclopCast(const aclTensorDesc* srcDesc, const aclDataBuffer* srcBuffer,
                   const aclTensorDesc* dstDesc, aclDataBuffer* dstBuffer, uint8_t,
                   aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(dstDesc);
    aclopAttr attr;
    attr.values["dst_type"] = {aclopAttr::Value::Kind::kInt, {dstDesc->dtype}, {}, ""};
    return acl::CallSingleOp({"Cast", 1, &srcDesc, &srcBuffer, 1, &dstDesc, &dstBuffer, &attr},
                             SingleOpAction::kRun, stream);
}

aclError aclopSetMaxOpQueueNum(uint64_t maxOpNum) {
    ACL_REQUIRE_NOT_ZERO(maxOpNum);
    return ACL_SUCCESS;  // kernels of packages stay loaded
}
}
