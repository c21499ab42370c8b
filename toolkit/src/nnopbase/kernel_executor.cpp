#include "nnopbase/kernel_executor.h"

#include <optional>
#include <utility>

#include "aclnn/aclnn_base.h"
#include "exe_graph/host_call.h"
#include "nnopbase/kernel_choice.h"
#include "nnopbase/objects.h"
#include "runtime/error.h"

using runtime::Fail;

namespace nnopbase {
namespace {

constexpr size_t kMaxListLength = 256;

bool IsLikeNd(ge::Format format) {
    return format == ge::FORMAT_NCHW || format == ge::FORMAT_NHWC || format == ge::FORMAT_NCDHW ||
           format == ge::FORMAT_NDHWC || format == ge::FORMAT_DHWCN || format == ge::FORMAT_NCL ||
           format == ge::FORMAT_HWCN || format == ge::FORMAT_ND;
}

ge::Format ToFormat(ge::Format format) {
    return static_cast<int32_t>(format) == ACL_FORMAT_UNDEFINED ? ge::FORMAT_ND : format;
}

Instance FromTensor(const aclTensor& tensor, FormatMatch format_match) {
    Instance instance;
    instance.present = true;
    const Tensor& object = Of(tensor);
    instance.dims = DimsOf(object.view_shape);
    instance.offset = object.first();
    instance.dtype = object.dtype;
    const ge::Format format = ToFormat(object.view_format);
    instance.format =
        format_match == FormatMatch::kLikeNd && IsLikeNd(format) ? ge::FORMAT_ND : format;
    instance.address = FirstElement(tensor);
    instance.tensor = &tensor;
    return instance;
}

/// Ports of the given kinds.
std::vector<Port> PortsOf(const char* kinds, size_t count) {
    std::vector<Port> ports(count);
    for (size_t i = 0; i < count; ++i) {
        ports[i].kind = static_cast<Port::Kind>(kinds[i]);
    }
    return ports;
}

}  // namespace

KernelExecutor::KernelExecutor(Interface interface, const char* op_type, const char* inputs,
                               size_t input_num, const char* outputs, size_t output_num,
                               size_t attr_num)
    : operands_{op_type, PortsOf(inputs, input_num), PortsOf(outputs, output_num),
                std::vector<Attr>(attr_num), 0} {
    settings_.interface = interface;
}

int KernelExecutor::AddTensor(bool input, size_t index, const aclTensor* tensor,
                              bool check_contiguous) {
    std::vector<Port>& ports = input ? operands_.inputs : operands_.outputs;
    if (index >= ports.size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no %s %zu", op_type().c_str(),
                    input ? "input" : "output", index);
    }
    Port& port = ports[index];
    port.instances.assign(1, Instance());
    int code = CheckLiveOrNull(runtime::ObjectKind::kTensor, tensor, op_type().c_str());
    if (tensor == nullptr || code != OK || (code = CheckTensor(input, index, *tensor)) != OK) {
        return code;
    }
    port.instances[0] = FromTensor(*tensor, settings_.format_match);
    if (input && !IsContiguous(*tensor)) {
        AddView(*tensor, {index, 0}, check_contiguous);
    }
    return OK;
}

int KernelExecutor::CheckTensor(bool input, size_t index, const aclTensor& tensor) const {
    const std::string subject =
        op_type() + ": " + (input ? "input " : "output ") + std::to_string(index);
    const op::Shape& shape = Of(tensor).view_shape;
    const int code = CheckShape(&shape[0], shape.GetDimNum(), subject);
    if (code != OK || input || settings_.interface != Interface::kGenerated ||
        IsContiguous(tensor)) {
        return code;
    }
    // The view of an in-place input, which is copied back or which the kernel takes as it lies.
    for (const Port& port : operands_.inputs) {
        if (port.ref_output == index) {
            return OK;
        }
    }
    return Fail(ACLNN_ERR_PARAM_INVALID,
                "%s is not contiguous, and the kernel would write it as if it were: give the "
                "operator a contiguous tensor, and copy that (aclnnInplaceCopy)",
                subject.c_str());
}

void KernelExecutor::AddView(const aclTensor& tensor, const TensorLocation& location,
                             bool to_contiguous) {
    Instance& instance = operands_.inputs[location.port].instances[location.instance];
    if (to_contiguous) {
        instance.contiguous = false;
        view_copies_.Add(location);
    } else {
        const op::Strides& strides = Of(tensor).strides;
        instance.strides.assign(strides.begin(), strides.end());
    }
}

int KernelExecutor::AddTensorList(bool input, size_t index, const aclTensorList* list,
                                  bool check_contiguous) {
    std::vector<Port>& ports = input ? operands_.inputs : operands_.outputs;
    if (index >= ports.size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no %s %zu", op_type().c_str(),
                    input ? "input" : "output", index);
    }
    Port& port = ports[index];
    port.instances.clear();
    int code = CheckLiveOrNull(runtime::ObjectKind::kTensorList, list, op_type().c_str());
    if (list == nullptr || code != OK) {
        return code;
    }
    const std::vector<const aclTensor*>& tensors = TensorsOf(*list);
    if (tensors.size() > kMaxListLength) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s: a list of %zu tensors, the limit is %zu",
                    op_type().c_str(), tensors.size(), kMaxListLength);
    }
    for (size_t i = 0; i < tensors.size(); ++i) {
        const aclTensor* tensor = tensors[i];
        if (tensor != nullptr && runtime::SerialOf(runtime::ObjectKind::kTensor, tensor) !=
                                     static_cast<const TensorList*>(list)->serials[i]) {
            return Fail(ACLNN_ERR_PARAM_INVALID, "%s: tensor %zu of a list was destroyed",
                        op_type().c_str(), i);
        }
        if (tensor != nullptr && (code = CheckTensor(input, index, *tensor)) != OK) {
            return code;
        }
        port.instances.push_back(tensor == nullptr ? Instance()
                                                   : FromTensor(*tensor, settings_.format_match));
        if (input && tensor != nullptr && !IsContiguous(*tensor)) {
            AddView(*tensor, {index, i}, check_contiguous);
        }
    }
    return OK;
}

int KernelExecutor::AddHostArray(size_t index, const void* data, size_t count, ge::DataType dtype) {
    if (index >= operands_.inputs.size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no input %zu", op_type().c_str(), index);
    }
    Port& port = operands_.inputs[index];
    port.instances.assign(1, Instance());
    Instance& instance = port.instances[0];
    instance.present = true;
    instance.dims = {static_cast<int64_t>(count)};
    instance.dtype = dtype;
    const uint8_t* bytes = static_cast<const uint8_t*>(data);
    instance.host_data.emplace(bytes, bytes + BytesOf(count, dtype));
    return OK;
}

void KernelExecutor::MoveInput(size_t port, size_t instance, void* data) {
    operands_.inputs[port].instances[instance].MoveTo(data);
    view_copies_.MoveView({port, instance}, data);
    const std::optional<size_t> ref = operands_.inputs[port].ref_output;
    if (ref.has_value() && instance < operands_.outputs[*ref].instances.size()) {
        MoveOutput(*ref, instance, data);
    }
}

void KernelExecutor::MoveOutput(size_t port, size_t instance, void* data) {
    operands_.outputs[port].instances[instance].MoveTo(data);
}

int KernelExecutor::Prepare(uint64_t* workspace_size) {
    *workspace_size = 0;
    call_.emplace<Unprepared>();
    int code = ConvertScalars(&operands_);
    if (code != OK || (code = view_copies_.Check(operands_)) != OK) {
        return code;
    }
    if (settings_.empty_outputs == EmptyOutputs::kSkipLaunch && operands_.HaveOnlyEmptyOutputs()) {
        call_.emplace<EmptyCall>();
        return OK;
    }
    std::optional<KernelChoice> choice = ChooseKernel(settings_, &operands_, &code);
    if (!choice.has_value()) {
        return code;
    }
    std::optional<PreparedCall> prepared =
        PrepareCall(settings_.interface, *std::move(choice), operands_, &code);
    if (!prepared.has_value()) {
        return code;
    }
    RecordPrepared(*prepared, operands_);
    *workspace_size = prepared->workspace;
    call_.emplace<PreparedCall>(*std::move(prepared));
    return OK;
}

int KernelExecutor::InferShapes(std::vector<std::vector<int64_t>>* shapes) const {
    const std::string& op_type = operands_.op_type;
    const gert::OpImplFunctions* functions = PackageSet::Get().FindShapeInference(op_type);
    if (functions == nullptr) {
        return Fail(ACLNN_ERR_INNER_INFERSHAPE_ERROR,
                    "no installed package has a shape inference of %s", op_type.c_str());
    }
    const ge::graphStatus status =
        gert::RunInferShape(*functions, operands_.HostArguments(), shapes);
    if (status == ge::GRAPH_SUCCESS) {
        return OK;
    }
    const std::string& failure = gert::HostCall::Failure();
    const std::string text = failure.empty() ? "the shape inference of " + op_type + " returned " +
                                                   gert::StatusName(status)
                                             : failure;
    return Fail(ACLNN_ERR_INNER_INFERSHAPE_ERROR, "%s for %s", text.c_str(),
                operands_.Describe().c_str());
}

int KernelExecutor::Run(const Workspace& workspace, const void* stream) {
    if (std::holds_alternative<EmptyCall>(call_)) {
        return OK;
    }
    const PreparedCall* const prepared = std::get_if<PreparedCall>(&call_);
    if (prepared == nullptr) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s: phase 1 of this call failed or did not run",
                    op_type().c_str());
    }
    view_copies_.SetAddresses(static_cast<char*>(workspace.address) + workspace.bytes, &operands_);
    int code = OK;
    const std::optional<EnqueuedCall> enqueued =
        EnqueueCall(*prepared, operands_, workspace, stream, &code);
    return enqueued.has_value() ? ReadComputedShapes(*enqueued, operands_, stream) : code;
}

void KernelExecutor::MakeRepeatable() {
    Executor::MakeRepeatable();
    view_copies_.MakeRepeatable();
}

const gert::TilingResult* KernelExecutor::tiling() const {
    const PreparedCall* const prepared = std::get_if<PreparedCall>(&call_);
    return prepared == nullptr ? nullptr : prepared->tiling.get();
}

}  // namespace nnopbase
