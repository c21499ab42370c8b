// Operators of packages called by their type (aclop): what libascendcl opens this library for.
#include "acl/single_op.h"

#include <memory>
#include <vector>

#include "acl/op_attr.h"
#include "acl/tensor_desc.h"
#include "aclnn/acl_meta.h"
#include "aclnn/opdev/op_dfx.h"
#include "nnopbase/api_check.h"
#include "nnopbase/interface/call_objects.h"
#include "nnopbase/interface/host_operator_call.h"
#include "nnopbase/interface/kernel_step.h"
#include "nnopbase/interface/op_definition.h"
#include "nnopbase/package.h"
#include "runtime/call_task.h"
#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/stream_allocator.h"

using acl::SingleOpAction;
using acl::SingleOpCall;
using nnopbase::Of;
using nnopbase::Port;
using op::OpArg;
using op::OpArgList;
using runtime::Fail;

namespace {

/// One side of a call.
struct ArgumentSide {
    const char* name;
    int count;
    const aclTensorDesc* const* descs;
    const aclDataBuffer* const* buffers;
    const std::vector<nnopbase::PortDefinition>* ports;
    int mismatch;  ///< error code
};

/// How many descriptions, from `next` on, are a dynamic parameter's: those that say so, else all
/// that the other parameters leave.
size_t LengthOf(const ArgumentSide& side, size_t port, size_t next) {
    const size_t count = static_cast<size_t>(side.count);
    size_t named = 0;
    while (next + named < count &&
           side.descs[next + named]->dynamic_input == (*side.ports)[port].name) {
        ++named;
    }
    const size_t others = side.ports->size() - port - 1;
    return named > 0 ? named : count - std::min(count, next + others);
}

int AddSide(const ArgumentSide& side, const char* type, nnopbase::CallObjects* objects,
            OpArgList* arguments) {
    size_t next = 0;
    const size_t count = static_cast<size_t>(side.count);
    for (size_t port = 0; port < side.ports->size(); ++port) {
        const char kind = (*side.ports)[port].kind;
        const bool is_list = kind == Port::kDynamic;
        const size_t length = is_list ? LengthOf(side, port, next) : next < count ? 1 : 0;
        if (!is_list && (length == 0 || !nnopbase::IsPresent(*side.descs[next]))) {
            if (kind != Port::kOptional) {
                return Fail(side.mismatch, "%s: %s %s is missing", type, side.name,
                            (*side.ports)[port].name.c_str());
            }
            arguments->push_back(op::internal::MakeOpArg(static_cast<const aclTensor*>(nullptr)));
            next += length;
            continue;
        }
        std::vector<const aclTensor*> tensors;
        for (size_t i = 0; i < length; ++i) {
            tensors.push_back(
                objects->Checked(type, side.name, next, *side.descs[next],
                                 side.buffers == nullptr ? nullptr : side.buffers[next]));
            ++next;
            if (tensors.back() == nullptr) {
                return ACL_ERROR_INVALID_PARAM;
            }
        }
        arguments->push_back(is_list ? op::internal::MakeOpArg(objects->List(tensors))
                                     : op::internal::MakeOpArg(tensors[0]));
    }
    return next == count ? ACL_SUCCESS
                         : Fail(side.mismatch, "%s has %zu %ss, not %zu", type, side.ports->size(),
                                side.name, count);
}

int AddAttributes(const SingleOpCall& call, const nnopbase::OpDefinition& definition,
                  nnopbase::CallObjects* objects, OpArgList* arguments) {
    const aclopAttr none;
    const aclopAttr& attributes = call.attr == nullptr ? none : *call.attr;
    size_t used = 0;
    for (const nnopbase::AttrDefinition& attr : definition.attrs) {
        const auto value = attributes.values.find(attr.name);
        const bool is_given = value != attributes.values.end();
        used += is_given ? 1 : 0;
        if (is_given && value->second.kind == aclopAttr::Value::Kind::kOther) {
            return Fail(ACL_ERROR_API_NOT_SUPPORT,
                        "%s: attribute %s is a list of strings or of lists, which is not passed to "
                        "kernels of packages",
                        call.type, attr.name.c_str());
        }
        arguments->push_back(is_given ? objects->Attribute(value->second)
                                      : nnopbase::CallObjects::Default());
    }
    if (used == attributes.values.size()) {
        return ACL_SUCCESS;
    }
    std::string names;
    for (const nnopbase::AttrDefinition& attr : definition.attrs) {
        names += (names.empty() ? "" : ", ") + attr.name;
    }
    return Fail(ACL_ERROR_OP_ATTR_NOT_MATCH,
                "%s: an attribute is given that it does not have; its attributes: %s", call.type,
                names.empty() ? "none" : names.c_str());
}

int MakeArguments(const SingleOpCall& call, const nnopbase::OpDefinition& definition,
                  nnopbase::CallObjects* objects, op::OpArgContext* arguments) {
    int code = AddSide({"input", call.num_inputs, call.input_descs, call.inputs, &definition.inputs,
                        ACL_ERROR_OP_INPUT_NOT_MATCH},
                       call.type, objects, &arguments->lists[op::OP_INPUT_ARG]);
    if (code == ACL_SUCCESS) {
        code = AddSide({"output", call.num_outputs, call.output_descs, call.outputs,
                        &definition.outputs, ACL_ERROR_OP_OUTPUT_NOT_MATCH},
                       call.type, objects, &arguments->lists[op::OP_OUTPUT_ARG]);
    }
    for (size_t i = 0; i < definition.outputs.size(); ++i) {
        if (definition.outputs[i].shape_is_computed) {
            OpArg index;
            index.integer = static_cast<int64_t>(i);
            arguments->lists[op::OP_OUTSHAPE_ARG].push_back(index);
        }
    }
    return code != ACL_SUCCESS
               ? code
               : AddAttributes(call, definition, objects, &arguments->lists[op::OP_ATTR_ARG]);
}

/// An error of the aclnn layer, which has reported it, as one of this interface.
int Translated(int code) {
    return code == ACLNN_ERR_INNER_FIND_KERNEL_ERROR ? ACL_ERROR_OP_NOT_FOUND
           : code == ACLNN_ERR_PARAM_INVALID         ? ACL_ERROR_INVALID_PARAM
           : code == ACLNN_ERR_PARAM_NULLPTR         ? ACL_ERROR_INVALID_PARAM
           : code >= ACLNN_ERR_INNER                 ? ACL_ERROR_GE_FAILURE
                                                     : code;
}

bool HasOpenShape(int count, const aclTensorDesc* const* descs) {
    for (int i = 0; i < count; ++i) {
        for (const int64_t dim : descs[i]->dims) {
            if (dim < 0) {
                return true;
            }
        }
    }
    return false;
}

/// Writes the inferred dimensions into the descriptions of the outputs.
int Infer(const SingleOpCall& call, const nnopbase::OpDefinition& definition) {
    SingleOpCall unshaped = call;
    std::vector<aclTensorDesc> outputs;
    std::vector<const aclTensorDesc*> pointers;
    for (int i = 0; i < call.num_outputs; ++i) {
        outputs.push_back(*call.output_descs[i]);
        outputs.back().dims.clear();
    }
    for (const aclTensorDesc& output : outputs) {
        pointers.push_back(&output);
    }
    unshaped.output_descs = pointers.data();
    unshaped.outputs = nullptr;
    nnopbase::CallObjects objects;
    op::OpArgContext arguments;
    int code = MakeArguments(unshaped, definition, &objects, &arguments);
    if (code != ACL_SUCCESS) {
        return code;
    }
    code = op::internal::InferShapes(op::GenOpTypeId(call.type), arguments);
    if (code != OK) {
        return Translated(code);
    }
    size_t next = 0;
    for (const OpArg& arg : arguments.lists[op::OP_OUTPUT_ARG]) {
        std::vector<const aclTensor*> tensors = {static_cast<const aclTensor*>(arg.pointer)};
        if (arg.type == op::OpArgType::OPARG_ACLTENSOR_LIST) {
            tensors = nnopbase::TensorsOf(*static_cast<const aclTensorList*>(arg.pointer));
        }
        for (const aclTensor* tensor : tensors) {
            const_cast<aclTensorDesc*>(call.output_descs[next++])->dims =
                nnopbase::DimsOf(tensor->GetViewShape());
        }
    }
    return ACL_SUCCESS;
}

/// Writes the dimensions that a kernel has computed into the descriptions of its outputs.
void WriteComputedShapes(const SingleOpCall& call, const op::OpArgContext& arguments) {
    for (const OpArg& arg : arguments.lists[op::OP_OUTSHAPE_ARG]) {
        const size_t index = static_cast<size_t>(arg.integer);
        const auto* tensor =
            static_cast<const aclTensor*>(arguments.lists[op::OP_OUTPUT_ARG][index].pointer);
        if (tensor != nullptr) {
            const_cast<aclTensorDesc*>(call.output_descs[index])->dims =
                nnopbase::DimsOf(tensor->GetViewShape());
        }
    }
}

/// Runs a prepared kernel with a workspace from the allocator of the stream, which may give the
/// memory to later work of this stream only, and so gets it back at once.
int RunInBlock(nnopbase::KernelExecutor* executor, uint64_t bytes,
               const runtime::StreamAllocator& allocator, aclrtStream stream) {
    void* const block = allocator.allocate(allocator.object, bytes);
    if (block == nullptr) {
        return Fail(ACL_ERROR_BAD_ALLOC,
                    "the allocator that is registered for the stream gave no block of %llu bytes",
                    static_cast<unsigned long long>(bytes));
    }
    const int code = Translated(executor->Run({allocator.address(block), bytes}, stream));
    allocator.free(allocator.object, block);
    return code;
}

/// Runs a prepared kernel with a separate workspace, which is freed when the kernel has ended.
int RunOnce(nnopbase::KernelExecutor* executor, uint64_t bytes, aclrtStream stream_handle) {
    int code = 0;
    const std::shared_ptr<runtime::Stream> stream = runtime::FindStream(stream_handle, &code);
    if (stream == nullptr) {
        return code;
    }
    void* workspace = nullptr;
    if (bytes > 0) {
        if ((code = runtime::CheckNotCaptured(*stream, "aclopExecute with a workspace")) != 0) {
            return code;
        }
        const runtime::StreamAllocator own = runtime::AllocatorOf(stream_handle);
        if (own.allocate != nullptr) {
            return RunInBlock(executor, bytes, own, stream_handle);
        }
        if ((code = runtime::MallocDevice(&workspace, bytes)) != 0) {
            return code;
        }
    }
    code = Translated(executor->Run({workspace, bytes}, stream_handle));
    if (workspace != nullptr) {
        const int freed = runtime::SubmitTask(
            stream_handle, std::make_unique<runtime::CallTask>([workspace](std::string*) {
                return runtime::FreeDevice(workspace);
            }));
        code = code == 0 ? freed : code;
    }
    return code;
}

}  // namespace

extern "C" NNOPBASE_EXPORT int NnopbaseCallSingleOp(const SingleOpCall* call, SingleOpAction action,
                                                    aclrtStream stream) {
    const nnopbase::OpDefinition* definition = nnopbase::FindDefinition(call->type);
    const bool outputs_are_known =
        action != SingleOpAction::kInfer && !HasOpenShape(call->num_outputs, call->output_descs);
    if (definition == nullptr ||
        (definition->built_in && !nnopbase::HasKernelFor(*call, outputs_are_known))) {
        int code = ACL_ERROR_OP_NOT_FOUND;
        if (nnopbase::CallHostOperator(*call, action, stream, &code)) {
            return code;
        }
    }
    if (definition == nullptr) {
        return Fail(ACL_ERROR_OP_NOT_FOUND,
                    "no installed package has the operator %s for this SoC; searched: %s; set "
                    "ASCEND_CUSTOM_OPP_PATH to its package (<directory>/vendors/<vendor>), or do "
                    "without it: by their type this toolkit itself has %s. Offline models (.om) "
                    "are a closed format and are not read",
                    call->type, nnopbase::PackageSet::Get().SearchedRoots().c_str(),
                    nnopbase::HostOperatorTypes());
    }
    if (action == SingleOpAction::kInfer ||
        (action == SingleOpAction::kRun && HasOpenShape(call->num_outputs, call->output_descs))) {
        const int code = Infer(*call, *definition);
        if (code != ACL_SUCCESS || action == SingleOpAction::kInfer) {
            return code;
        }
    }
    if (action == SingleOpAction::kCheck && (HasOpenShape(call->num_inputs, call->input_descs) ||
                                             HasOpenShape(call->num_outputs, call->output_descs))) {
        return ACL_SUCCESS;  // shapes come with the call
    }
    nnopbase::CallObjects objects;
    op::OpArgContext arguments;
    int code = MakeArguments(*call, *definition, &objects, &arguments);
    if (code != ACL_SUCCESS) {
        return code;
    }
    uint64_t workspace = 0;
    const std::unique_ptr<nnopbase::KernelExecutor> executor =
        nnopbase::PrepareKernel(call->type, arguments, &workspace, &code);
    if (executor == nullptr || action == SingleOpAction::kCheck) {
        return Translated(code);
    }
    code = RunOnce(executor.get(), workspace, stream);
    if (code == ACL_SUCCESS) {
        WriteComputedShapes(*call, arguments);
    }
    return code;
}
