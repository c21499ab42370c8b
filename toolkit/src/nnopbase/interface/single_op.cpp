// Operators of packages called by their type (aclop): what libascendcl opens this library for.
#include "acl/single_op.h"

#include <memory>
#include <vector>

#include "acl/op_attr.h"
#include "acl/tensor_desc.h"
#include "aclnn/acl_meta.h"
#include "aclnn/opdev/op_dfx.h"
#include "nnopbase/api_check.h"
#include "nnopbase/interface/kernel_step.h"
#include "nnopbase/interface/op_definition.h"
#include "nnopbase/package.h"
#include "runtime/call_task.h"
#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/memory.h"

using acl::SingleOpAction;
using acl::SingleOpCall;
using nnopbase::Of;
using nnopbase::Port;
using op::OpArg;
using op::OpArgList;
using runtime::Fail;

namespace {

/// The objects that a call is made of; they end with it.
class Objects {
public:
    ~Objects() {
        for (const aclTensorList* list : lists_) {
            aclDestroyTensorList(list);
        }
        for (const aclTensor* tensor : tensors_) {
            aclDestroyTensor(tensor);
        }
        for (const aclIntArray* array : ints_) {
            aclDestroyIntArray(array);
        }
        for (const aclFloatArray* array : floats_) {
            aclDestroyFloatArray(array);
        }
        for (const aclBoolArray* array : bools_) {
            aclDestroyBoolArray(array);
        }
    }

    const aclTensor* Tensor(const aclTensorDesc& desc, void* data) {
        const bool stored = desc.has_storage_shape;
        const std::vector<int64_t>& storage = stored ? desc.storage_dims : desc.dims;
        const aclFormat format =
            desc.storage_format == ACL_FORMAT_UNDEFINED ? desc.format : desc.storage_format;
        aclTensor* tensor = aclCreateTensor(desc.dims.data(), desc.dims.size(), desc.dtype, nullptr,
                                            0, format, storage.data(), storage.size(), data);
        if (tensor != nullptr) {
            tensors_.push_back(tensor);
            if (desc.is_const || desc.placement == ACL_MEMTYPE_HOST) {
                SetHostValue(desc, data, &Of(*tensor));
            }
        }
        return tensor;
    }

    /// The list owns its tensors.
    const aclTensorList* List(const std::vector<const aclTensor*>& tensors) {
        tensors_.resize(tensors_.size() - tensors.size());
        lists_.push_back(aclCreateTensorList(tensors.data(), tensors.size()));
        return lists_.back();
    }

    OpArg Attribute(const aclopAttr::Value& value) {
        using Kind = aclopAttr::Value::Kind;
        switch (value.kind) {
            case Kind::kBool:
                return op::internal::MakeOpArg(value.integers[0] != 0);
            case Kind::kInt:
                return op::internal::MakeOpArg(value.integers[0]);
            case Kind::kFloat:
                return op::internal::MakeOpArg(value.reals[0]);
            case Kind::kString:
                return op::internal::MakeOpArg(value.text);
            case Kind::kInts:
                ints_.push_back(aclCreateIntArray(value.integers.data(), value.integers.size()));
                return op::internal::MakeOpArg(ints_.back());
            case Kind::kFloats:
                floats_.push_back(aclCreateFloatArray(value.reals.data(), value.reals.size()));
                return op::internal::MakeOpArg(floats_.back());
            case Kind::kBools: {
                const std::unique_ptr<bool[]> flags(new bool[value.integers.size()]);
                std::copy(value.integers.begin(), value.integers.end(), flags.get());
                bools_.push_back(aclCreateBoolArray(flags.get(), value.integers.size()));
                return op::internal::MakeOpArg(bools_.back());
            }
            default:
                return Default();
        }
    }

    /// An attribute that is not given.
    static OpArg Default() {
        return op::internal::MakeOpArg(static_cast<const aclIntArray*>(nullptr));
    }

private:
    static void SetHostValue(const aclTensorDesc& desc, const void* data,
                             nnopbase::Tensor* tensor) {
        const size_t bytes =
            nnopbase::BytesOf(nnopbase::ElementCount(desc.dims), tensor->GetDataType());
        const uint8_t* const first = static_cast<const uint8_t*>(data);
        tensor->on_host = true;
        if (desc.is_const) {
            tensor->host_data = desc.const_data;
        } else if (first != nullptr) {
            tensor->host_data.assign(first, first + bytes);
        }
        tensor->host_data.resize(bytes);
        tensor->data = tensor->host_data.data();
    }

    std::vector<const aclTensor*> tensors_;
    std::vector<const aclTensorList*> lists_;
    std::vector<const aclIntArray*> ints_;
    std::vector<const aclFloatArray*> floats_;
    std::vector<const aclBoolArray*> bools_;
};

/// One side of a call.
struct ArgumentSide {
    const char* name;
    int count;
    const aclTensorDesc* const* descs;
    const aclDataBuffer* const* buffers;
    const std::vector<nnopbase::PortDefinition>* ports;
    int mismatch;  ///< error code
};

bool IsGiven(const aclTensorDesc& desc) {
    return desc.dtype != ACL_DT_UNDEFINED;
}

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

/// The tensor of a description; null with an error reported if its buffer is too small.
const aclTensor* MakeTensor(const ArgumentSide& side, size_t index, const char* type,
                            Objects* objects) {
    const aclTensorDesc& desc = *side.descs[index];
    const aclDataBuffer* buffer = side.buffers == nullptr ? nullptr : side.buffers[index];
    const size_t bytes =
        nnopbase::BytesOf(nnopbase::ElementCount(desc.dims), static_cast<ge::DataType>(desc.dtype));
    if (buffer != nullptr && !desc.is_const && buffer->size < bytes) {
        Fail(ACL_ERROR_INVALID_PARAM, "%s: the buffer of %s %zu has %zu bytes, its tensor %zu",
             type, side.name, index, buffer->size, bytes);
        return nullptr;
    }
    return objects->Tensor(desc, buffer == nullptr ? nullptr : buffer->data);
}

int AddSide(const ArgumentSide& side, const char* type, Objects* objects, OpArgList* arguments) {
    size_t next = 0;
    const size_t count = static_cast<size_t>(side.count);
    for (size_t port = 0; port < side.ports->size(); ++port) {
        const char kind = (*side.ports)[port].kind;
        const bool is_list = kind == Port::kDynamic;
        const size_t length = is_list ? LengthOf(side, port, next) : next < count ? 1 : 0;
        if (!is_list && (length == 0 || !IsGiven(*side.descs[next]))) {
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
            tensors.push_back(MakeTensor(side, next++, type, objects));
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
                  Objects* objects, OpArgList* arguments) {
    const aclopAttr none;
    const aclopAttr& given = call.attr == nullptr ? none : *call.attr;
    size_t used = 0;
    for (const nnopbase::AttrDefinition& attr : definition.attrs) {
        const auto found = given.values.find(attr.name);
        const bool is_given = found != given.values.end();
        used += is_given ? 1 : 0;
        if (is_given && found->second.kind == aclopAttr::Value::Kind::kOther) {
            return Fail(ACL_ERROR_API_NOT_SUPPORT,
                        "%s: attribute %s is a list of strings or of lists, which is not passed to "
                        "kernels of packages",
                        call.type, attr.name.c_str());
        }
        arguments->push_back(is_given ? objects->Attribute(found->second) : Objects::Default());
    }
    if (used == given.values.size()) {
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
                  Objects* objects, op::OpArgContext* arguments) {
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
    Objects objects;
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

/// Runs a prepared kernel with a workspace of its own, which is freed when it has ended.
int RunOnce(nnopbase::KernelExecutor* executor, uint64_t bytes, aclrtStream stream_handle) {
    int code = 0;
    const std::shared_ptr<runtime::Stream> stream = runtime::FindStream(stream_handle, &code);
    if (stream == nullptr) {
        return code;
    }
    void* workspace = nullptr;
    if (bytes > 0) {
        if ((code = runtime::CheckNotCaptured(*stream, "aclopExecute with a workspace")) != 0 ||
            (code = runtime::MallocDevice(&workspace, bytes)) != 0) {
            return code;
        }
    }
    code = Translated(executor->Run(workspace, bytes, stream_handle));
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
    if (definition == nullptr) {
        return Fail(ACL_ERROR_OP_NOT_FOUND,
                    "no installed package has the operator %s for this SoC; searched: %s; set "
                    "ASCEND_CUSTOM_OPP_PATH to its package (<directory>/vendors/<vendor>). Offline "
                    "models (.om) are a closed format and are not read",
                    call->type, nnopbase::PackageSet::Get().SearchedRoots().c_str());
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
    Objects objects;
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
