// Operators of hand-written interfaces that run on AI CPUs.
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "aclnn/opdev/aicpu/aicpu_task.h"
#include "aicpu/kernel_call.h"
#include "base/alog_pub.h"
#include "nnopbase/interface/interface_executor.h"
#include "nnopbase/package.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/launch_results.h"
#include "runtime/memory.h"
#include "runtime/memory_contents.h"

using aicpu_call::AttrArgument;
using aicpu_call::AttrKind;
using aicpu_call::KernelCall;
using aicpu_call::TensorArgument;
using op::OpArg;
using op::OpArgList;
using op::OpArgType;
using runtime::Fail;

namespace nnopbase {
namespace {

/// The last error that a kernel logged on this thread.
std::string& LoggedError() {
    static thread_local std::string text;
    return text;
}

bool KeepsLog(int level) {
    return level >= DLOG_ERROR ||
           (AlogCheckDebugLevel != nullptr && AlogCheckDebugLevel(AICPU, level) == 1);
}

void WriteLog(int level, const char* function, const char* text) {
    if (level >= DLOG_ERROR) {
        LoggedError() = text;
    }
    if (AlogRecord != nullptr) {
        AlogRecord(AICPU, DLOG_TYPE_DEBUG, level, "[%s] %s", function, text);
    }
}

/// The value of an attribute: `bytes` holds `count` values.
struct AicpuAttr {
    std::string name;
    AttrKind kind = AttrKind::kInt;
    std::vector<uint8_t> bytes;
    uint64_t count = 0;

    template <typename T>
    void Set(AttrKind type, const T* values, uint64_t number) {
        kind = type;
        count = number;
        const auto* const first = reinterpret_cast<const uint8_t*>(values);
        bytes.assign(first, first + number * sizeof(T));
    }
};

template <typename Array>
bool SetArray(const void* pointer, AttrKind kind, AicpuAttr* attr) {
    const auto* const array = static_cast<const Array*>(pointer);
    if (array != nullptr) {
        attr->Set(kind, array->GetData(), array->Size());
    }
    return array != nullptr;
}

/// False for what cannot be an attribute.
bool SetValue(const OpArg& arg, AicpuAttr* attr) {
    switch (arg.type) {
        case OpArgType::OPARG_INT:
        case OpArgType::OPARG_UINT:
            attr->Set(AttrKind::kInt, &arg.integer, 1);
            return true;
        case OpArgType::OPARG_DATATYPE:
            attr->Set(AttrKind::kDataType, &arg.integer, 1);
            return true;
        case OpArgType::OPARG_BOOL: {
            const uint8_t value = arg.integer != 0 ? 1 : 0;
            attr->Set(AttrKind::kBool, &value, 1);
            return true;
        }
        case OpArgType::OPARG_FLOAT:
        case OpArgType::OPARG_DOUBLE: {
            const auto value = static_cast<float>(arg.real);
            attr->Set(AttrKind::kFloat, &value, 1);
            return true;
        }
        case OpArgType::OPARG_STRING:
            attr->Set(AttrKind::kString, arg.text.data(), arg.text.size());
            return true;
        case OpArgType::OPARG_INT_LIST:
            return SetArray<aclIntArray>(arg.pointer, AttrKind::kInts, attr);
        case OpArgType::OPARG_FLOAT_LIST:
            return SetArray<aclFloatArray>(arg.pointer, AttrKind::kFloats, attr);
        case OpArgType::OPARG_BOOL_LIST:
            return SetArray<aclBoolArray>(arg.pointer, AttrKind::kBools, attr);
        default:
            return false;
    }
}

/// A tensor as the kernel gets it. Values of the host are copied.
struct AicpuTensor {
    std::vector<int64_t> dims;
    std::vector<uint8_t> host_data;
    void* data = nullptr;
    uint64_t bytes = 0;
    int32_t format = 0;
    int32_t dtype = 0;
    bool on_host = false;

    TensorArgument Argument() const {
        void* const first = on_host ? const_cast<uint8_t*>(host_data.data()) : data;
        return {dims.data(), first, bytes, static_cast<uint32_t>(dims.size()), format, dtype};
    }
    /// Whether all of it is in live device memory.
    bool IsComplete() const {
        return on_host || bytes == 0 || (data != nullptr && runtime::IsUsable(data, bytes));
    }
    bool Overlaps(uintptr_t begin, size_t size) const {
        const auto first = reinterpret_cast<uintptr_t>(data);
        return !on_host && first < begin + size && begin < first + bytes;
    }
};

AicpuTensor Described(const aclTensor* tensor) {
    AicpuTensor described;
    if (tensor == nullptr) {
        return described;
    }
    const Tensor& object = Of(*tensor);
    described.dims = DimsOf(object.original_shape);
    described.format = object.original_format;
    described.dtype = object.dtype;
    described.bytes = BytesOf(ElementCount(object.original_shape), object.dtype);
    described.on_host = object.root().on_host;
    described.data = FirstElement(*tensor);
    if (described.on_host) {
        const auto* const first = static_cast<const uint8_t*>(described.data);
        described.host_data.assign(first, first + described.bytes);
    }
    return described;
}

/// What a launch knows before its tensors have addresses.
struct AicpuOperator {
    std::string type;
    std::string library;
    AicpuKernel::Function function;
    std::vector<AicpuAttr> attrs;
};

/// Shapes of the outputs, which the kernel may change.
using Shapes = std::vector<std::vector<int64_t>>;

class AicpuTask : public runtime::Task {
public:
    AicpuTask(std::shared_ptr<const AicpuOperator> op, std::vector<AicpuTensor> inputs,
              std::vector<AicpuTensor> outputs, std::shared_ptr<Shapes> shapes)
        : op_(std::move(op)),
          inputs_(std::move(inputs)),
          outputs_(std::move(outputs)),
          shapes_(std::move(shapes)) {}

    int Run(runtime::Stream*, std::string* error) override {
        for (const std::vector<AicpuTensor>* tensors : {&inputs_, &outputs_}) {
            for (size_t i = 0; i < tensors->size(); ++i) {
                if (!(*tensors)[i].IsComplete()) {
                    *error = op_->type + ": " + (tensors == &inputs_ ? "input " : "output ") +
                             std::to_string(i) + " is not in an allocated device buffer";
                    return ACL_ERROR_RT_DEVICE_MEM_ERROR;
                }
            }
        }
        runtime::ForgetResults();
        const bool succeeded = CallKernel(error);
        for (const std::vector<AicpuTensor>* tensors : {&inputs_, &outputs_}) {
            for (const AicpuTensor& tensor : *tensors) {
                if (!tensor.on_host && tensor.bytes > 0) {
                    // Kernels write inputs, too.
                    runtime::NoteKernelWrite(reinterpret_cast<uint64_t>(tensor.data), tensor.bytes);
                }
            }
        }
        return succeeded ? 0 : ACL_ERROR_RT_AICPU_EXCEPTION;
    }
    bool NeedsWorker() const override { return true; }
    std::string Name() const override { return op_->type; }
    bool Uses(uintptr_t begin, size_t size) const override {
        for (const std::vector<AicpuTensor>* tensors : {&inputs_, &outputs_}) {
            for (const AicpuTensor& tensor : *tensors) {
                if (tensor.Overlaps(begin, size)) {
                    return true;
                }
            }
        }
        return false;
    }

private:
    static std::vector<TensorArgument> Arguments(const std::vector<AicpuTensor>& tensors) {
        std::vector<TensorArgument> arguments;
        for (const AicpuTensor& tensor : tensors) {
            arguments.push_back(tensor.Argument());
        }
        return arguments;
    }

    bool CallKernel(std::string* error) const {
        const std::vector<TensorArgument> inputs = Arguments(inputs_);
        const std::vector<TensorArgument> outputs = Arguments(outputs_);
        std::vector<AttrArgument> attrs;
        for (const AicpuAttr& attr : op_->attrs) {
            attrs.push_back({attr.name.c_str(), attr.bytes.data(), attr.count, attr.kind});
        }
        KernelCall call = {aicpu_call::kMagic,
                           aicpu_call::kVersion,
                           op_->type.c_str(),
                           inputs.data(),
                           outputs.data(),
                           attrs.data(),
                           static_cast<uint32_t>(inputs.size()),
                           static_cast<uint32_t>(outputs.size()),
                           static_cast<uint32_t>(attrs.size()),
                           &KeepsLog,
                           &WriteLog,
                           &ReceiveShape,
                           shapes_.get()};
        LoggedError().clear();
        std::string reason;
        try {
            const uint32_t status = op_->function(&call);
            if (status == 0) {
                return true;
            }
            reason = "returned " + std::to_string(status);
        } catch (const std::exception& exception) {
            reason = std::string("threw an exception: ") + exception.what();
        }
        const std::string& logged = LoggedError();
        *error = op_->type + ": its kernel of the AI CPU in " + op_->library + " " + reason +
                 (logged.empty() ? "" : "; its last error: " + logged);
        return false;
    }

    static void ReceiveShape(void* receiver, uint32_t output, const int64_t* dims,
                             uint32_t dim_count) {
        auto* const shapes = static_cast<Shapes*>(receiver);
        if (output < shapes->size()) {
            (*shapes)[output].assign(dims, dims + dim_count);
        }
    }

    const std::shared_ptr<const AicpuOperator> op_;
    const std::vector<AicpuTensor> inputs_;
    const std::vector<AicpuTensor> outputs_;
    const std::shared_ptr<Shapes> shapes_;
};

/// A tensor, and whether it is still the same one in phase 2.
struct AicpuPort {
    const aclTensor* tensor;
    uint64_t serial;
};

class AicpuStep : public Step {
public:
    AicpuStep(AicpuOperator op, std::vector<AicpuPort> inputs, std::vector<AicpuPort> outputs,
              bool computes_shapes)
        : op_(std::make_shared<const AicpuOperator>(std::move(op))),
          inputs_(std::move(inputs)),
          outputs_(std::move(outputs)),
          computes_shapes_(computes_shapes) {}

    int Submit(void*, const void* stream) override {
        const auto shapes = std::make_shared<Shapes>(outputs_.size());
        std::vector<AicpuTensor> inputs;
        std::vector<AicpuTensor> outputs;
        int code = Describe(inputs_, "input", &inputs);
        code = code != OK ? code : Describe(outputs_, "output", &outputs);
        if (code == OK) {
            code = runtime::SubmitTask(
                stream,
                std::make_unique<AicpuTask>(op_, std::move(inputs), std::move(outputs), shapes));
        }
        return code != OK || !computes_shapes_ ? code : TakeShapes(*shapes, stream);
    }

private:
    int Describe(const std::vector<AicpuPort>& ports, const char* side,
                 std::vector<AicpuTensor>* tensors) const {
        for (size_t i = 0; i < ports.size(); ++i) {
            if (ports[i].tensor != nullptr &&
                runtime::SerialOf(runtime::ObjectKind::kTensor, ports[i].tensor) !=
                    ports[i].serial) {
                return Fail(ACLNN_ERR_PARAM_INVALID, "%s: %s %zu was destroyed before phase 2",
                            op_->type.c_str(), side, i);
            }
            tensors->push_back(Described(ports[i].tensor));
        }
        return OK;
    }

    /// Waits for the kernel: what follows in phase 2 may need the shapes.
    int TakeShapes(const Shapes& shapes, const void* stream) const {
        const int code = runtime::SynchronizeStream(stream, -1);
        if (code != 0) {
            return Fail(ACLNN_ERR_RUNTIME_ERROR,
                        "%s: its kernel failed with %d, so the shapes that it computes are missing",
                        op_->type.c_str(), code);
        }
        for (size_t i = 0; i < outputs_.size(); ++i) {
            Tensor& object = Of(const_cast<aclTensor&>(*outputs_[i].tensor));
            object.SetViewShape(ShapeOf(shapes[i].data(), shapes[i].size()));
            object.original_shape = object.view_shape;
            object.storage_shape = object.view_shape;
        }
        return OK;
    }

    const std::shared_ptr<const AicpuOperator> op_;
    const std::vector<AicpuPort> inputs_;
    const std::vector<AicpuPort> outputs_;
    const bool computes_shapes_;
};

/// The tensors of an argument: members of lists one after the other, scalars and integers as
/// tensors.
bool AppendTensors(const OpArg& arg, aclOpExecutor* executor,
                   std::vector<const aclTensor*>* tensors) {
    switch (arg.type) {
        case OpArgType::OPARG_ACLTENSOR:
            tensors->push_back(static_cast<const aclTensor*>(arg.pointer));
            return true;
        case OpArgType::OPARG_ACLTENSOR_LIST:
            if (arg.pointer != nullptr) {
                const auto& members = TensorsOf(*static_cast<const aclTensorList*>(arg.pointer));
                tensors->insert(tensors->end(), members.begin(), members.end());
            }
            return true;
        case OpArgType::OPARG_ACLSCALAR: {
            const auto* const scalar = static_cast<const aclScalar*>(arg.pointer);
            tensors->push_back(scalar == nullptr
                                   ? nullptr
                                   : executor->ConvertToTensor(scalar, scalar->GetDataType()));
            return scalar == nullptr || tensors->back() != nullptr;
        }
        case OpArgType::OPARG_INT_LIST: {
            const auto* const array = static_cast<const aclIntArray*>(arg.pointer);
            tensors->push_back(array == nullptr ? nullptr
                                                : executor->ConvertToTensor(array, ge::DT_INT64));
            return array == nullptr || tensors->back() != nullptr;
        }
        default:
            return false;
    }
}

int CollectPorts(const std::string& op_type, bool inputs, const OpArgList& args,
                 aclOpExecutor* executor, std::vector<AicpuPort>* ports) {
    const char* const side = inputs ? "input" : "output";
    std::vector<const aclTensor*> tensors;
    for (size_t i = 0; i < args.size(); ++i) {
        if (!AppendTensors(args[i], executor, &tensors)) {
            return Fail(ACLNN_ERR_PARAM_INVALID, "%s: %s %zu is no tensor", op_type.c_str(), side,
                        i);
        }
    }
    for (size_t i = 0; i < tensors.size(); ++i) {
        const int code = CheckLiveOrNull(runtime::ObjectKind::kTensor, tensors[i], op_type.c_str());
        if (code != OK) {
            return code;
        }
        if (tensors[i] == nullptr && !inputs) {
            return Fail(ACLNN_ERR_PARAM_NULLPTR, "%s: output %zu is null", op_type.c_str(), i);
        }
        if (tensors[i] != nullptr && !IsContiguous(*tensors[i])) {
            return Fail(ACLNN_ERR_PARAM_INVALID,
                        "%s: %s %zu is not contiguous, and kernels of AI CPUs know no strides: "
                        "make it contiguous first (l0op::Contiguous)",
                        op_type.c_str(), side, i);
        }
        ports->push_back({tensors[i], runtime::SerialOf(runtime::ObjectKind::kTensor, tensors[i])});
    }
    return OK;
}

int CollectAttrs(const OpArgList& args, const op::FVector<std::string>& names, AicpuOperator* op) {
    if (args.size() != names.size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s: %zu attributes have %zu names", op->type.c_str(),
                    args.size(), names.size());
    }
    for (size_t i = 0; i < args.size(); ++i) {
        AicpuAttr attr;
        attr.name = names[i];
        if (!SetValue(args[i], &attr)) {
            return Fail(ACLNN_ERR_PARAM_INVALID,
                        "%s: attribute %s is neither a number, a text nor an array",
                        op->type.c_str(), names[i].c_str());
        }
        op->attrs.push_back(std::move(attr));
    }
    return OK;
}

int FindFunction(const op::internal::AicpuTaskSpace& space, AicpuOperator* op) {
    const char* const type = space.OpType().c_str();
    constexpr char kOtherwise[] = "call it with types and shapes that its AI core kernel takes";
    if (space.IsTf()) {
        return Fail(ACLNN_ERR_PARAM_INVALID,
                    "%s asks for a kernel of the AI CPU that is TensorFlow's, which only CANN has: "
                    "%s",
                    type, kOtherwise);
    }
    const PackageSet& packages = PackageSet::Get();
    AicpuKernel* const kernel = packages.FindAicpuKernel(op->type);
    if (kernel == nullptr) {
        return Fail(ACLNN_ERR_PARAM_INVALID,
                    "%s asks for a kernel of the AI CPU, which no installed package has: %s. "
                    "Install one that has it, or %s",
                    type, packages.SearchedAicpuTables().c_str(), kOtherwise);
    }
    if (space.UnknownType() == ge::DEPEND_COMPUTE) {
        return Fail(ACLNN_ERR_PARAM_INVALID,
                    "%s: its kernel of the AI CPU allocates its outputs (DEPEND_COMPUTE), which is "
                    "not simulated: have it write outputs of the largest size "
                    "(DEPEND_SHAPE_RANGE)",
                    type);
    }
    std::string error;
    op->library = kernel->library();
    op->function = kernel->Load(&error);
    return op->function != nullptr
               ? OK
               : Fail(ACLNN_ERR_PARAM_INVALID, "%s: the library of its kernel of the AI CPU: %s",
                      type, error.c_str());
}

}  // namespace
}  // namespace nnopbase

namespace op {
namespace internal {

aclnnStatus AddAicpuKernel(const AicpuTaskSpace& space, aclOpExecutor* executor,
                           const FVector<std::string>& attr_names, const OpArgContext& args) {
    nnopbase::InterfaceExecutor* const owner = nnopbase::FindInterface(executor);
    if (owner == nullptr) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    nnopbase::AicpuOperator op;
    op.type = space.OpType();
    std::vector<nnopbase::AicpuPort> inputs;
    std::vector<nnopbase::AicpuPort> outputs;
    int code = nnopbase::FindFunction(space, &op);
    code = code != OK ? code : nnopbase::CollectAttrs(args.lists[OP_ATTR_ARG], attr_names, &op);
    code = code != OK
               ? code
               : nnopbase::CollectPorts(op.type, true, args.lists[OP_INPUT_ARG], executor, &inputs);
    code = code != OK ? code
                      : nnopbase::CollectPorts(op.type, false, args.lists[OP_OUTPUT_ARG], executor,
                                               &outputs);
    if (code == OK) {
        owner->Add(std::make_unique<nnopbase::AicpuStep>(
            std::move(op), std::move(inputs), std::move(outputs),
            space.UnknownType() == ge::DEPEND_SHAPE_RANGE));
    }
    return code;
}

}  // namespace internal
}  // namespace op
