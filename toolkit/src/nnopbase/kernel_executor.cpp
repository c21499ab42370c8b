#include "nnopbase/kernel_executor.h"

#include <algorithm>
#include <cstring>

#include "aclnn/aclnn_base.h"
#include "nnopbase/contiguous_executor.h"
#include "nnopbase/scalar_value.h"
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

Instance FromTensor(const aclTensor& tensor, bool strict_format) {
    Instance instance;
    instance.present = true;
    const Tensor& object = Of(tensor);
    instance.dims = DimsOf(object.view_shape);
    instance.offset = object.first();
    instance.dtype = object.dtype;
    const ge::Format format = ToFormat(object.view_format);
    instance.format = !strict_format && IsLikeNd(format) ? ge::FORMAT_ND : format;
    instance.address = FirstElement(tensor);
    instance.tensor = &tensor;
    return instance;
}

}  // namespace

void Instance::MoveTo(void* data) {
    address = FirstElement(data, offset, dtype);
}

KernelExecutor::KernelExecutor(const char* op_type, const char* inputs, size_t input_num,
                               const char* outputs, size_t output_num, size_t attr_num)
    : op_type_(op_type), inputs_(input_num), outputs_(output_num), attrs_(attr_num) {
    for (size_t i = 0; i < input_num; ++i) {
        inputs_[i].kind = static_cast<Port::Kind>(inputs[i]);
    }
    for (size_t i = 0; i < output_num; ++i) {
        outputs_[i].kind = static_cast<Port::Kind>(outputs[i]);
    }
}

KernelExecutor::~KernelExecutor() {
    aclDestroyTensorList(stand_ins_);
}

int KernelExecutor::AddTensor(bool input, size_t index, const aclTensor* tensor,
                              bool check_contiguous) {
    std::vector<Port>& ports = input ? inputs_ : outputs_;
    if (index >= ports.size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no %s %zu", op_type_.c_str(),
                    input ? "input" : "output", index);
    }
    Port& port = ports[index];
    port.instances.assign(1, Instance());
    int code = CheckLiveOrNull(runtime::ObjectKind::kTensor, tensor, op_type_.c_str());
    if (tensor == nullptr || code != OK || (code = CheckTensor(input, index, *tensor)) != OK) {
        return code;
    }
    port.instances[0] = FromTensor(*tensor, strict_format_);
    if (input && !IsContiguous(*tensor)) {
        TakeView(*tensor, {index, 0}, check_contiguous);
    }
    return OK;
}

int KernelExecutor::CheckTensor(bool input, size_t index, const aclTensor& tensor) const {
    const std::string subject =
        op_type_ + ": " + (input ? "input " : "output ") + std::to_string(index);
    const op::Shape& shape = Of(tensor).view_shape;
    const int code = CheckShape(&shape[0], shape.GetDimNum(), subject);
    if (code != OK || input || !individual_ || IsContiguous(tensor)) {
        return code;
    }
    // The view of an in-place input, which is copied back or which the kernel takes as it lies.
    for (const Port& port : inputs_) {
        if (port.ref_output == static_cast<int>(index)) {
            return OK;
        }
    }
    return Fail(ACLNN_ERR_PARAM_INVALID,
                "%s is not contiguous, and the kernel would write it as if it were: give the "
                "operator a contiguous tensor, and copy that (aclnnInplaceCopy)",
                subject.c_str());
}

void KernelExecutor::TakeView(const aclTensor& tensor, const Location& place, bool to_contiguous) {
    Instance& instance = inputs_[place.port].instances[place.instance];
    if (to_contiguous) {
        instance.contiguous = false;
        non_contiguous_.push_back(place);
    } else {
        const op::Strides& strides = Of(tensor).strides;
        instance.strides.assign(strides.begin(), strides.end());
    }
}

int KernelExecutor::AddTensorList(bool input, size_t index, const aclTensorList* list,
                                  bool check_contiguous) {
    std::vector<Port>& ports = input ? inputs_ : outputs_;
    if (index >= ports.size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no %s %zu", op_type_.c_str(),
                    input ? "input" : "output", index);
    }
    Port& port = ports[index];
    port.instances.clear();
    int code = CheckLiveOrNull(runtime::ObjectKind::kTensorList, list, op_type_.c_str());
    if (list == nullptr || code != OK) {
        return code;
    }
    const std::vector<const aclTensor*>& tensors = TensorsOf(*list);
    if (tensors.size() > kMaxListLength) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s: a list of %zu tensors, the limit is %zu",
                    op_type_.c_str(), tensors.size(), kMaxListLength);
    }
    for (size_t i = 0; i < tensors.size(); ++i) {
        const aclTensor* tensor = tensors[i];
        if (tensor != nullptr && runtime::SerialOf(runtime::ObjectKind::kTensor, tensor) !=
                                     static_cast<const TensorList*>(list)->serials[i]) {
            return Fail(ACLNN_ERR_PARAM_INVALID, "%s: tensor %zu of a list was destroyed",
                        op_type_.c_str(), i);
        }
        if (tensor != nullptr && (code = CheckTensor(input, index, *tensor)) != OK) {
            return code;
        }
        port.instances.push_back(tensor == nullptr ? Instance()
                                                   : FromTensor(*tensor, strict_format_));
        if (input && tensor != nullptr && !IsContiguous(*tensor)) {
            TakeView(*tensor, {index, i}, check_contiguous);
        }
    }
    return OK;
}

int KernelExecutor::AddHostArray(size_t index, const void* data, size_t count, ge::DataType dtype) {
    if (index >= inputs_.size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no input %zu", op_type_.c_str(), index);
    }
    Port& port = inputs_[index];
    port.instances.assign(1, Instance());
    Instance& instance = port.instances[0];
    instance.present = true;
    instance.dims = {static_cast<int64_t>(count)};
    instance.dtype = dtype;
    instance.on_host = true;
    const uint8_t* bytes = static_cast<const uint8_t*>(data);
    instance.host_data.assign(bytes, bytes + BytesOf(count, dtype));
    return OK;
}

int KernelExecutor::MaterializeScalars() {
    for (size_t index = 0; index < inputs_.size(); ++index) {
        Port& port = inputs_[index];
        if (port.scalars.empty()) {
            continue;
        }
        ge::DataType dtype = port.scalars[0].GetDataType() == ge::DT_DOUBLE
                                 ? ge::DT_FLOAT
                                 : port.scalars[0].GetDataType();
        if (port.scalar_source >= 0 && static_cast<size_t>(port.scalar_source) < inputs_.size()) {
            const Port& source = inputs_[static_cast<size_t>(port.scalar_source)];
            if (!source.instances.empty() && source.instances[0].present) {
                dtype = source.instances[0].dtype;
            }
        } else if (port.scalar_dtype != ge::DT_UNDEFINED) {
            dtype = port.scalar_dtype;
        }
        Instance instance;
        instance.present = true;
        instance.on_host = true;
        instance.dtype = dtype;
        // A single scalar is a tensor without dimensions, a list one with a single dimension.
        if (port.is_scalar_list) {
            instance.dims = {static_cast<int64_t>(port.scalars.size())};
        }
        for (const aclScalar& scalar : port.scalars) {
            if (!AppendScalar(scalar, dtype, &instance.host_data)) {
                return Fail(ACLNN_ERR_PARAM_INVALID,
                            "%s: input %zu, a scalar of type %d cannot become one of type %d",
                            op_type_.c_str(), index, scalar.GetDataType(), dtype);
            }
        }
        port.instances.assign(1, std::move(instance));
    }
    return OK;
}

const aclTensorList* KernelExecutor::NonContiguousInputs() {
    non_contiguous_list_.tensors.clear();
    for (const Location& location : non_contiguous_) {
        non_contiguous_list_.tensors.push_back(
            inputs_[location.port].instances[location.instance].tensor);
    }
    return non_contiguous_list_.tensors.empty() ? nullptr : &non_contiguous_list_;
}

void KernelExecutor::NonContiguousRefs(const aclTensorList** views,
                                       const aclTensorList** stand_ins) {
    *views = nullptr;
    *stand_ins = nullptr;
    ref_views_.tensors.clear();
    ref_locations_.clear();
    stand_in_tensors_.clear();
    aclDestroyTensorList(stand_ins_);
    stand_ins_ = nullptr;
    for (const Location& location : non_contiguous_) {
        const Port& port = inputs_[location.port];
        if (port.ref_output < 0) {
            continue;
        }
        const Tensor& view = Of(*port.instances[location.instance].tensor);
        ref_views_.tensors.push_back(&view);
        ref_locations_.push_back(location);
        const std::vector<int64_t> dims = DimsOf(view.view_shape);
        stand_in_tensors_.push_back(aclCreateTensor(
            dims.data(), dims.size(), static_cast<aclDataType>(view.dtype), nullptr, 0,
            static_cast<aclFormat>(view.view_format), dims.data(), dims.size(), nullptr));
    }
    if (!stand_in_tensors_.empty()) {
        stand_ins_ = aclCreateTensorList(stand_in_tensors_.data(), stand_in_tensors_.size());
        *views = &ref_views_;
        *stand_ins = stand_ins_;
    }
}

void KernelExecutor::MoveInput(size_t port, size_t instance, void* data) {
    const Location moved = {port, instance};
    inputs_[port].instances[instance].MoveTo(data);
    MoveView(contiguous_executor_, non_contiguous_, moved, data);
    MoveView(view_copy_executor_, ref_locations_, moved, data);
    const int ref = inputs_[port].ref_output;
    if (ref >= 0 && instance < outputs_[static_cast<size_t>(ref)].instances.size()) {
        MoveOutput(static_cast<size_t>(ref), instance, data);
    }
}

void KernelExecutor::MoveOutput(size_t port, size_t instance, void* data) {
    outputs_[port].instances[instance].MoveTo(data);
}

void KernelExecutor::MoveView(aclOpExecutor* copies, const std::vector<Location>& views,
                              const Location& moved, void* data) {
    auto* executor = dynamic_cast<ContiguousExecutor*>(FindExecutor(copies));
    const auto view = std::find(views.begin(), views.end(), moved);
    if (executor != nullptr && view != views.end()) {
        executor->SetViewData(static_cast<size_t>(view - views.begin()), data);
    }
}

const aclTensorList* KernelExecutor::ReleaseStandIns() {
    if (repeatable_) {
        return nullptr;
    }
    const aclTensorList* released = stand_ins_;
    stand_ins_ = nullptr;
    return released;
}

void KernelExecutor::SetContiguousExecutor(aclOpExecutor* executor, size_t workspace) {
    contiguous_executor_ = executor;
    contiguous_workspace_ = workspace;
    contiguous_offsets_.clear();
    const auto* copies = dynamic_cast<const ContiguousExecutor*>(FindExecutor(executor));
    if (copies != nullptr) {
        contiguous_offsets_ = copies->offsets();
    }
}

void KernelExecutor::GetContiguousExecutor(aclOpExecutor** executor, size_t* workspace) const {
    *executor = contiguous_executor_;
    *workspace = contiguous_workspace_;
}

void KernelExecutor::MakeRepeatable() {
    Executor::MakeRepeatable();
    for (aclOpExecutor* copies : {contiguous_executor_, view_copy_executor_}) {
        Executor* found = FindExecutor(copies);
        if (found != nullptr) {
            found->MakeRepeatable();
        }
    }
}

bool KernelExecutor::AllOutputsEmpty() const {
    bool any = false;
    for (const Port& port : outputs_) {
        for (const Instance& instance : port.instances) {
            if (instance.present && ElementCount(instance.dims) > 0) {
                return false;
            }
            any = any || instance.present;
        }
    }
    return any;
}

int KernelExecutor::CheckContiguity() const {
    if (non_contiguous_.empty() || contiguous_executor_ != nullptr) {
        return OK;
    }
    const Port& port = inputs_[non_contiguous_[0].port];
    return Fail(ACLNN_ERR_PARAM_INVALID,
                "%s: input %zu%s%s is not contiguous, and the operator does not ask for copies "
                "(AutoContiguous)",
                op_type_.c_str(), non_contiguous_[0].port, port.name.empty() ? "" : " ",
                port.name.c_str());
}

std::string KernelExecutor::DescribeArguments() const {
    std::string text;
    for (const std::vector<Port>* ports : {&inputs_, &outputs_}) {
        text += ports == &inputs_ ? "inputs" : "; outputs";
        for (const Port& port : *ports) {
            text += port.name.empty() ? " " : " " + port.name;
            for (const Instance& instance : port.instances) {
                text +=
                    instance.present ? DescribeType(instance.dtype, instance.format) : "(absent)";
                text += '[';
                for (size_t i = 0; i < instance.dims.size(); ++i) {
                    text += (i == 0 ? "" : ",") + std::to_string(instance.dims[i]);
                }
                text += ']';
            }
        }
    }
    return text;
}

uint64_t KernelExecutor::ShapeBufferBytes() const {
    uint64_t bytes = 0;
    for (const Port& port : outputs_) {
        // Per output: the number of dimensions and up to eight of them.
        bytes += port.shape_tensor != nullptr ? 9 * sizeof(uint64_t) : 0;
    }
    return bytes;
}

}  // namespace nnopbase
