// Operators of hand-written interfaces that run on the AI core, and their shape inference.
#include "nnopbase/interface/kernel_step.h"

#include <algorithm>
#include <sstream>

#include "aclnn/opdev/format_utils.h"
#include "aclnn/opdev/op_executor.h"
#include "nnopbase/interface/interface_executor.h"
#include "nnopbase/interface/op_definition.h"
#include "nnopbase/kernel_executor.h"
#include "nnopbase/package.h"
#include "runtime/error.h"

using op::OpArg;
using op::OpArgList;
using op::OpArgType;
using runtime::Fail;

namespace nnopbase {
namespace {

/// Where the memory of an argument is when the step runs.
struct Binding {
    bool input;
    size_t port;
    size_t instance;
    const Tensor* tensor;
};

/// The launch of one kernel.
class KernelStep : public Step {
public:
    KernelStep(std::unique_ptr<KernelExecutor> executor, std::vector<Binding> bindings,
               uint64_t bytes)
        : executor_(std::move(executor)), bindings_(std::move(bindings)), bytes_(bytes) {}

    uint64_t workspace_size() const override { return bytes_; }

    int Submit(void* workspace, const void* stream) override {
        for (const Binding& binding : bindings_) {
            std::vector<Port>& ports = binding.input ? executor_->inputs() : executor_->outputs();
            ports[binding.port].instances[binding.instance].MoveTo(binding.tensor->root().data);
        }
        return executor_->Run({workspace, bytes_}, stream);
    }

private:
    const std::unique_ptr<KernelExecutor> executor_;
    const std::vector<Binding> bindings_;
    const uint64_t bytes_;
};

/// Parameters as the package declares them; without a package as the arguments look.
std::vector<char> KindsOf(const std::vector<PortDefinition>* declared, const OpArgList& args) {
    std::vector<char> kinds;
    if (declared != nullptr) {
        for (const PortDefinition& port : *declared) {
            kinds.push_back(port.kind);
        }
        return kinds;
    }
    for (const OpArg& arg : args) {
        kinds.push_back(arg.type == OpArgType::OPARG_ACLTENSOR_LIST ? Port::kDynamic
                        : arg.pointer == nullptr                    ? Port::kOptional
                                                                    : Port::kRequired);
    }
    return kinds;
}

/// How the tensor lies in memory: generated interfaces know views only.
void Describe(const Tensor& tensor, FormatMatch format_match, Instance* instance) {
    if (format_match == FormatMatch::kExact) {
        instance->format = tensor.storage_format;
    }
    if (op::IsPrivateFormat(tensor.storage_format)) {
        instance->format = op::GetPrimaryFormat(tensor.storage_format);
        instance->dims = DimsOf(tensor.original_shape);
        instance->storage_dims = DimsOf(tensor.storage_shape);
        instance->origin_format = tensor.original_format;
    }
    if (tensor.root().on_host) {
        const uint64_t bytes = BytesOf(ElementCount(tensor.view_shape), tensor.dtype);
        const uint8_t* first = static_cast<const uint8_t*>(FirstElement(tensor));
        instance->host_data.emplace(first, first + bytes);
    }
}

int AddArguments(KernelExecutor* executor, bool input, const OpArgList& args,
                 FormatMatch format_match, std::vector<Binding>* bindings) {
    for (size_t i = 0; i < args.size(); ++i) {
        std::vector<const aclTensor*> tensors;
        int code = OK;
        if (args[i].type == OpArgType::OPARG_ACLTENSOR) {
            const aclTensor* tensor = static_cast<const aclTensor*>(args[i].pointer);
            tensors.push_back(tensor);
            code = executor->AddTensor(input, i, tensor, false);
        } else if (args[i].type == OpArgType::OPARG_ACLTENSOR_LIST) {
            const aclTensorList* list = static_cast<const aclTensorList*>(args[i].pointer);
            tensors = list == nullptr ? tensors : TensorsOf(*list);
            code = executor->AddTensorList(input, i, list, false);
        } else {
            code = Fail(ACLNN_ERR_PARAM_INVALID, "%s: %s %zu is no tensor",
                        executor->op_type().c_str(), input ? "input" : "output", i);
        }
        if (code != OK) {
            return code;
        }
        std::vector<Instance>& instances =
            (input ? executor->inputs() : executor->outputs())[i].instances;
        for (size_t k = 0; k < tensors.size(); ++k) {
            if (tensors[k] == nullptr) {
                continue;
            }
            Describe(Of(*tensors[k]), format_match, &instances[k]);
            if (!instances[k].on_host()) {
                bindings->push_back({input, i, k, &Of(*tensors[k])});
            }
        }
    }
    return OK;
}

template <typename T>
void SetBytes(Attr* attr, Attr::Type type, const T* values, size_t count, bool is_list) {
    const uint8_t* bytes = reinterpret_cast<const uint8_t*>(values);
    attr->bytes.assign(bytes, bytes + count * sizeof(T));
    attr->type = type;
    attr->is_list = is_list;
}

template <typename Array>
bool SetArray(Attr* attr, Attr::Type type, const void* pointer) {
    const Array* array = static_cast<const Array*>(pointer);
    if (array == nullptr) {
        return false;
    }
    SetBytes(attr, type, array->GetData(), array->Size(), true);
    return true;
}

void SetNumber(Attr* attr, const std::string& declared, double real, int64_t integer) {
    if (declared == "float") {
        const float value = static_cast<float>(real);
        SetBytes(attr, Attr::Type::kFloat, &value, 1, false);
    } else if (declared == "bool") {
        const bool value = integer != 0;
        SetBytes(attr, Attr::Type::kBool, &value, 1, false);
    } else {
        SetBytes(attr, Attr::Type::kInt, &integer, 1, false);
    }
}

/// The argument, converted to the declared type of the attribute where that is known.
bool SetAttr(Attr* attr, const OpArg& arg, const std::string& declared) {
    switch (arg.type) {
        case OpArgType::OPARG_STRING:
            SetBytes(attr, Attr::Type::kString, arg.text.c_str(), arg.text.size() + 1, false);
            return true;
        case OpArgType::OPARG_FLOAT:
        case OpArgType::OPARG_DOUBLE:
            SetNumber(attr, declared.empty() ? "float" : declared, arg.real,
                      static_cast<int64_t>(arg.real));
            return true;
        case OpArgType::OPARG_BOOL:
            SetNumber(attr, declared.empty() ? "bool" : declared, static_cast<double>(arg.integer),
                      arg.integer);
            return true;
        case OpArgType::OPARG_INT_LIST:
            return SetArray<aclIntArray>(attr, Attr::Type::kInt, arg.pointer);
        case OpArgType::OPARG_FLOAT_LIST:
            return SetArray<aclFloatArray>(attr, Attr::Type::kFloat, arg.pointer);
        case OpArgType::OPARG_BOOL_LIST:
            return SetArray<aclBoolArray>(attr, Attr::Type::kBool, arg.pointer);
        case OpArgType::OPARG_ACLSCALAR: {
            const aclScalar* scalar = static_cast<const aclScalar*>(arg.pointer);
            if (scalar != nullptr) {
                SetNumber(attr, declared.empty() ? "float" : declared, scalar->ToDouble(),
                          scalar->ToInt64());
            }
            return scalar != nullptr;
        }
        default:
            SetNumber(attr, declared, static_cast<double>(arg.integer), arg.integer);
            return true;
    }
}

template <typename T>
std::vector<T> Numbers(std::string text) {
    std::vector<T> numbers;
    for (char& letter : text) {
        letter = letter == '[' || letter == ']' || letter == ',' ? ' ' : letter;
    }
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        numbers.push_back(static_cast<T>(word == "true" ? 1 : std::strtod(word.c_str(), nullptr)));
    }
    return numbers;
}

/// The declared default of an attribute that the interface leaves out.
void SetDefault(Attr* attr, const AttrDefinition& definition) {
    const std::string& text = definition.default_value;
    if (definition.type == "str") {
        SetBytes(attr, Attr::Type::kString, text.c_str(), text.size() + 1, false);
    } else if (definition.type == "listInt") {
        const std::vector<int64_t> values = Numbers<int64_t>(text);
        SetBytes(attr, Attr::Type::kInt, values.data(), values.size(), true);
    } else if (definition.type == "listFloat") {
        const std::vector<float> values = Numbers<float>(text);
        SetBytes(attr, Attr::Type::kFloat, values.data(), values.size(), true);
    } else if (definition.type == "listBool") {
        const std::vector<uint8_t> values = Numbers<uint8_t>(text);
        SetBytes(attr, Attr::Type::kBool, values.data(), values.size(), true);
    } else {
        const double value = text == "true" ? 1 : std::strtod(text.c_str(), nullptr);
        SetNumber(attr, definition.type, value, std::strtoll(text.c_str(), nullptr, 10));
        if (text == "true") {
            SetNumber(attr, definition.type, 1, 1);
        }
    }
}

int AddAttrs(KernelExecutor* executor, const OpDefinition* definition, const OpArgList& args) {
    for (size_t i = 0; i < executor->attrs().size(); ++i) {
        Attr* attr = &executor->attrs()[i];
        const bool is_declared = definition != nullptr && i < definition->attrs.size();
        const AttrDefinition* declared = is_declared ? &definition->attrs[i] : nullptr;
        const bool is_set =
            i < args.size() && SetAttr(attr, args[i], declared == nullptr ? "" : declared->type);
        if (!is_set && declared != nullptr) {
            SetDefault(attr, *declared);
        }
    }
    return OK;
}

struct Call {
    std::unique_ptr<KernelExecutor> executor;
    std::vector<Binding> bindings;
};

int MakeCall(uint32_t op_type, const op::OpArgContext& args, FormatMatch format_match, Call* call) {
    const std::string name = op::OpTypeDict::ToString(op_type).GetString();
    const OpDefinition* definition = FindDefinition(name);
    const OpArgList& inputs = args.lists[op::OP_INPUT_ARG];
    const OpArgList& outputs = args.lists[op::OP_OUTPUT_ARG];
    const OpArgList& attrs = args.lists[op::OP_ATTR_ARG];
    const bool is_defined = definition != nullptr;
    const std::vector<char> in = KindsOf(is_defined ? &definition->inputs : nullptr, inputs);
    const std::vector<char> out = KindsOf(is_defined ? &definition->outputs : nullptr, outputs);
    // Functions of the operator see all that is given, also what its definition leaves out.
    const size_t attr_count = std::max(is_defined ? definition->attrs.size() : 0, attrs.size());
    call->executor =
        std::make_unique<KernelExecutor>(Interface::kHandWritten, name.c_str(), in.data(),
                                         in.size(), out.data(), out.size(), attr_count);
    call->executor->settings().format_match = format_match;
    int code = AddArguments(call->executor.get(), true, inputs, format_match, &call->bindings);
    if (code == OK) {
        code = AddArguments(call->executor.get(), false, outputs, format_match, &call->bindings);
    }
    return code != OK ? code : AddAttrs(call->executor.get(), definition, attrs);
}

bool HasKernel(const Call& call) {
    return PackageSet::Get().FindKernel(call.executor->operands().KernelKey()) != nullptr;
}

/// Most kernels take plain layouts as ND; some are declared for one alone, like NCHW.
int MakeLaunch(uint32_t op_type, const op::OpArgContext& args, Call* call) {
    const int code = MakeCall(op_type, args, FormatMatch::kLikeNd, call);
    if (code != OK || HasKernel(*call)) {
        return code;
    }
    Call strict;
    if (MakeCall(op_type, args, FormatMatch::kExact, &strict) == OK && HasKernel(strict)) {
        *call = std::move(strict);
    }
    return OK;
}

/// The shape goes to the output itself, not into the tensor that CANN keeps its numbers in.
int BindComputedShapes(const op::OpArgContext& args, KernelExecutor* executor) {
    for (const OpArg& arg : args.lists[op::OP_OUTSHAPE_ARG]) {
        const size_t index = static_cast<size_t>(arg.integer);
        const OpArgList& outputs = args.lists[op::OP_OUTPUT_ARG];
        if (index >= outputs.size() || outputs[index].type != op::OpArgType::OPARG_ACLTENSOR) {
            return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no output %zu whose shape it can compute",
                        executor->op_type().c_str(), index);
        }
        auto* const tensor = static_cast<aclTensor*>(const_cast<void*>(outputs[index].pointer));
        executor->outputs()[index].computed_shape =
            ComputedShape{tensor, runtime::SerialOf(runtime::ObjectKind::kTensor, tensor)};
    }
    return OK;
}

}  // namespace

std::unique_ptr<KernelExecutor> PrepareKernel(const std::string& op_type,
                                              const op::OpArgContext& args, uint64_t* workspace,
                                              int* code) {
    Call call;
    *code = MakeLaunch(op::GenOpTypeId(op_type.c_str()), args, &call);
    if (*code == OK) {
        *code = BindComputedShapes(args, call.executor.get());
    }
    if (*code == OK) {
        *code = call.executor->Prepare(workspace);
    }
    return *code == OK ? std::move(call.executor) : nullptr;
}

namespace {

void SetShape(const std::vector<int64_t>& dims, const aclTensor* tensor) {
    Tensor& object = Of(const_cast<aclTensor&>(*tensor));
    object.SetViewShape(ShapeOf(dims.data(), dims.size()));
    object.original_shape = object.view_shape;
    object.storage_shape = object.view_shape;
}

}  // namespace
}  // namespace nnopbase

namespace op {
namespace internal {

aclnnStatus AddAiCoreKernel(uint32_t op_type, aclOpExecutor* executor, const OpArgContext& args) {
    nnopbase::InterfaceExecutor* owner = nnopbase::FindInterface(executor);
    if (owner == nullptr) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    nnopbase::Call call;
    int code = nnopbase::MakeLaunch(op_type, args, &call);
    if (code != OK) {
        return code;
    }
    if ((code = nnopbase::BindComputedShapes(args, call.executor.get())) != OK) {
        return code;
    }
    uint64_t bytes = 0;
    code = call.executor->Prepare(&bytes);
    if (code == OK) {
        owner->Add(std::make_unique<nnopbase::KernelStep>(std::move(call.executor),
                                                          std::move(call.bindings), bytes));
    }
    return code;
}

aclnnStatus InferShapes(uint32_t op_type, const OpArgContext& args) {
    nnopbase::Call call;
    const int code = nnopbase::MakeCall(op_type, args, nnopbase::FormatMatch::kLikeNd, &call);
    if (code != OK) {
        return code;
    }
    std::vector<std::vector<int64_t>> shapes;
    const int inferred = call.executor->InferShapes(&shapes);
    if (inferred != OK) {
        return inferred;
    }
    size_t next = 0;
    for (const OpArg& arg : args.lists[OP_OUTPUT_ARG]) {
        if (arg.type == OpArgType::OPARG_ACLTENSOR_LIST) {
            for (const aclTensor* tensor :
                 nnopbase::TensorsOf(*static_cast<const aclTensorList*>(arg.pointer))) {
                nnopbase::SetShape(shapes.at(next++), tensor);
            }
        } else if (next < shapes.size()) {
            const std::vector<int64_t>& dims = shapes[next++];
            if (arg.pointer != nullptr) {
                nnopbase::SetShape(dims, static_cast<const aclTensor*>(arg.pointer));
            }
        }
    }
    return OK;
}

}  // namespace internal
}  // namespace op
