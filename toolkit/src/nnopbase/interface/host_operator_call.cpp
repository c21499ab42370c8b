#include "nnopbase/interface/host_operator_call.h"

#include <cstring>
#include <string>

#include "nnopbase/api_library.h"
#include "nnopbase/host_operator.h"
#include "nnopbase/interface/call_objects.h"
#include "nnopbase/package.h"

using acl::SingleOpAction;
using acl::SingleOpCall;
using runtime::Fail;

namespace nnopbase {
namespace {

/// Whether libopapi has the type.
bool IsKnown(const char* type) {
    const std::string names = std::string(", ") + HostOperatorTypes() + ",";
    return names.find(std::string(", ") + type + ",") != std::string::npos;
}

/// Tensors of one side; an error if a buffer is too small or a shape is open.
int Collect(const SingleOpCall& call, bool inputs, CallObjects* objects,
            std::vector<const aclTensor*>* tensors) {
    const int count = inputs ? call.num_inputs : call.num_outputs;
    const aclTensorDesc* const* const descs = inputs ? call.input_descs : call.output_descs;
    const aclDataBuffer* const* const buffers = inputs ? call.inputs : call.outputs;
    for (int i = 0; i < count; ++i) {
        if (!IsPresent(*descs[i])) {
            tensors->push_back(nullptr);
            continue;
        }
        for (const int64_t dim : descs[i]->dims) {
            if (dim < 0) {
                return Fail(ACL_ERROR_API_NOT_SUPPORT,
                            "%s: %s %d has a dimension that is not known; this operator is "
                            "computed by the toolkit itself, which takes known shapes only",
                            call.type, inputs ? "input" : "output", i);
            }
        }
        const size_t index = static_cast<size_t>(i);
        tensors->push_back(objects->Checked(call.type, inputs ? "input" : "output", index,
                                            *descs[i], buffers == nullptr ? nullptr : buffers[i]));
        if (tensors->back() == nullptr) {
            return ACL_ERROR_INVALID_PARAM;
        }
    }
    return ACL_SUCCESS;
}

}  // namespace

const char* HostOperatorTypes() {
    static const auto names =
        reinterpret_cast<HostOperatorNames>(FindApiFunction(kHostOperatorNames));
    return names == nullptr ? "" : names();
}

bool HasKernelFor(const SingleOpCall& call, bool outputs_are_known) {
    if (!IsKnown(call.type)) {
        return true;
    }
    std::string key = std::string(call.type) + "/d=0,p=0";
    const bool by_inputs = !outputs_are_known && call.num_inputs > 0;
    const aclTensorDesc& whole = by_inputs ? *call.input_descs[0] : *call.output_descs[0];
    for (int i = 0; i < call.num_inputs + call.num_outputs; ++i) {
        const bool is_input = i < call.num_inputs;
        const aclTensorDesc& desc =
            is_input ? *call.input_descs[i] : *call.output_descs[i - call.num_inputs];
        const bool fits =
            desc.dims == whole.dims || ElementCount(desc.dims) == 1 || (by_inputs && !is_input);
        if (!IsPresent(desc) || !fits) {
            return false;
        }
        key += "/" + std::to_string(desc.dtype) + "," + std::to_string(ge::FORMAT_ND);
    }
    return PackageSet::Get().FindKernel(key) != nullptr;
}

bool CallHostOperator(const SingleOpCall& call, SingleOpAction action, aclrtStream stream,
                      int* code) {
    if (!IsKnown(call.type)) {
        return false;
    }
    if (action == SingleOpAction::kInfer) {
        *code = Fail(ACL_ERROR_API_NOT_SUPPORT,
                     "%s: its shapes are not inferred, since the toolkit itself computes it",
                     call.type);
        return true;
    }
    static const auto function =
        reinterpret_cast<HostOperatorFunction>(FindApiFunction(kHostOperatorFunction));
    CallObjects objects;
    HostOperatorCall host = {call.type, {}, {}, call.attr};
    *code = Collect(call, true, &objects, &host.inputs);
    *code = *code != ACL_SUCCESS ? *code : Collect(call, false, &objects, &host.outputs);
    if (*code == ACL_SUCCESS) {
        *code = function(host, action == SingleOpAction::kRun, stream);
    }
    return true;
}

}  // namespace nnopbase
