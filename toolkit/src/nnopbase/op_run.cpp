// Phase 2: enqueues the kernel.
#include <cstring>

#include "acl/acl_rt.h"
#include "aclnn/aclnn_base.h"
#include "nnopbase/argument_layout.h"
#include "nnopbase/kernel_executor.h"
#include "nnopbase/scalar_value.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/memory.h"
#include "runtime/memory_contents.h"

using runtime::Fail;

namespace nnopbase {
namespace {

constexpr size_t kMaxComputedDims = 8;

/// Fills an output with one value.
class FillElementsTask : public runtime::Task {
public:
    FillElementsTask(void* address, uint64_t count, std::vector<uint8_t> element)
        : address_(static_cast<uint8_t*>(address)), count_(count), element_(std::move(element)) {}

    int Run(runtime::Stream*, std::string* error) override {
        const uint64_t bytes = count_ * element_.size();
        if (!runtime::IsUsable(address_, bytes)) {
            *error = "an output that is initialised before its kernel leaves its device buffer";
            return ACL_ERROR_RT_DEVICE_MEM_ERROR;
        }
        if (bytes == 0) {
            return 0;
        }
        memcpy(address_, element_.data(), element_.size());
        // Doubles what is filled until all is.
        for (uint64_t done = element_.size(); done < bytes;) {
            const uint64_t step = done < bytes - done ? done : bytes - done;
            memcpy(address_ + done, address_, step);
            done += step;
        }
        runtime::NoteHostWrite(address_, bytes);
        return 0;
    }

private:
    uint8_t* const address_;
    const uint64_t count_;
    const std::vector<uint8_t> element_;
};

bool IsDeviceVisible(const void* address) {
    runtime::Device* device = runtime::Process::Get().DeviceOfAddress(address);
    return device != nullptr ? device->memory().Covers(address, 1) : runtime::IsPinned(address);
}

}  // namespace

int KernelExecutor::CheckAddresses() const {
    for (const std::vector<Port>* ports : {&inputs_, &outputs_}) {
        for (size_t i = 0; i < ports->size(); ++i) {
            for (const Instance& instance : (*ports)[i].instances) {
                if (!instance.present || instance.on_host || ElementCount(instance.dims) == 0 ||
                    IsDeviceVisible(instance.address)) {
                    continue;
                }
                return Fail(ACLNN_ERR_PARAM_INVALID,
                            "%s: %s %zu %s is at %p, which is not in an allocated device buffer "
                            "(host data is copied with "
                            "aclrtMemcpy first)",
                            op_type_.c_str(), ports == &inputs_ ? "input" : "output", i,
                            (*ports)[i].name.c_str(), instance.address);
            }
        }
    }
    return OK;
}

void KernelExecutor::PlaceContiguousCopies(void* workspace_end) {
    if (contiguous_offsets_.size() != non_contiguous_.size()) {
        return;
    }
    for (size_t i = 0; i < non_contiguous_.size(); ++i) {
        Instance& instance =
            inputs_[non_contiguous_[i].port].instances[non_contiguous_[i].instance];
        instance.address = static_cast<char*>(workspace_end) + contiguous_offsets_[i];
    }
    // An in-place result is computed in the copy and goes back to the view afterwards.
    for (size_t i = 0; i < ref_locations_.size(); ++i) {
        const Location& location = ref_locations_[i];
        const Instance& input = inputs_[location.port].instances[location.instance];
        Port& output = outputs_[static_cast<size_t>(inputs_[location.port].ref_output)];
        if (location.instance < output.instances.size()) {
            output.instances[location.instance].address = input.address;
        }
        Of(*stand_in_tensors_[i]).data = input.address;
    }
}

int KernelExecutor::FillInitialValues(const void* stream) {
    if (!tiling_->need_atomic) {
        return OK;
    }
    for (const InitValue& value : kernel_->init_values()) {
        if (value.parameter < inputs_.size() ||
            value.parameter - inputs_.size() >= outputs_.size()) {
            continue;
        }
        std::vector<uint8_t> element;
        AppendNumber(value.real, value.integer, value.dtype, &element);
        for (const Instance& instance : outputs_[value.parameter - inputs_.size()].instances) {
            if (!instance.present || element.empty()) {
                continue;
            }
            const uint64_t bytes = BytesOf(ElementCount(instance.dims), instance.dtype);
            const int code =
                runtime::SubmitTask(stream, std::make_unique<FillElementsTask>(
                                                instance.address, bytes / element.size(), element));
            if (code != 0) {
                return code;
            }
        }
    }
    return OK;
}

int KernelExecutor::ReadBackShapes(void* shape_buffer, const void* stream) {
    const int code = runtime::SynchronizeStream(stream, -1);
    if (code != 0) {
        return Fail(ACLNN_ERR_RUNTIME_ERROR,
                    "%s: its kernel failed with %d, so the shapes that it computes are missing",
                    op_type_.c_str(), code);
    }
    const uint64_t* words = static_cast<const uint64_t*>(shape_buffer);
    for (const Port& port : outputs_) {
        if (port.shape_tensor == nullptr) {
            continue;
        }
        // The upper bits say how wide the dimensions were written.
        const size_t count = static_cast<size_t>(words[0] & 0x7FU);
        if (count > kMaxComputedDims) {
            return Fail(ACLNN_ERR_PARAM_INVALID,
                        "%s: its kernel gave an output %zu dimensions, the limit is %zu",
                        op_type_.c_str(), count, kMaxComputedDims);
        }
        aclTensor* tensor = port.shape_tensor;
        if (runtime::SerialOf(runtime::ObjectKind::kTensor, tensor) != port.shape_tensor_serial) {
            return Fail(ACLNN_ERR_PARAM_INVALID,
                        "%s: the tensor of output %s, whose shape the kernel computes, was "
                        "destroyed before phase 2",
                        op_type_.c_str(), port.name.c_str());
        }
        tensor->SetViewShape(ShapeOf(reinterpret_cast<const int64_t*>(words + 1), count));
        tensor->SetStorageShape(tensor->GetViewShape());
        words += 1 + kMaxComputedDims;
    }
    return OK;
}

int KernelExecutor::Run(void* workspace, uint64_t workspace_size, const void* stream) {
    if (!prepared_) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s: phase 1 of this call failed or did not run",
                    op_type_.c_str());
    }
    if (workspace_size < workspace_size_) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s needs %llu bytes of workspace, %llu were passed",
                    op_type_.c_str(), static_cast<unsigned long long>(workspace_size_),
                    static_cast<unsigned long long>(workspace_size));
    }
    if (skip_) {
        return OK;
    }
    if (workspace_size_ > 0 && !runtime::IsUsable(workspace, workspace_size_)) {
        return Fail(ACLNN_ERR_PARAM_INVALID,
                    "%s: the workspace %p of %llu bytes is not inside an allocated device buffer",
                    op_type_.c_str(), workspace, static_cast<unsigned long long>(workspace_size_));
    }
    PlaceContiguousCopies(static_cast<char*>(workspace) + workspace_size);
    int code = CheckAddresses();
    if (code != OK || (code = FillInitialValues(stream)) != OK) {
        return code;
    }
    void* kernel_workspace = workspace_size_ > 0 ? workspace : nullptr;
    void* shape_buffer = nullptr;
    if (ShapeBufferBytes() > 0) {
        shape_buffer = static_cast<char*>(workspace) + workspace_size_ - ShapeBufferBytes();
        if ((code = runtime::FillAsync(shape_buffer, ShapeBufferBytes(), 0, ShapeBufferBytes(),
                                       stream)) != 0) {
            return code;
        }
    }
    runtime::LaunchOptions options;
    options.all_blocks_at_once = tiling_->schedule_mode == 1;
    options.unified_buffer_bytes = tiling_->local_memory_size;
    code = runtime::SubmitTask(
        stream, std::make_unique<runtime::LaunchTask>(
                    binary_, *function_, tiling_->block_dim,
                    ArgumentLayout(*this).Build(kernel_workspace, shape_buffer), options));
    if (code != 0 || shape_buffer == nullptr) {
        return code;
    }
    return ReadBackShapes(shape_buffer, stream);
}

}  // namespace nnopbase
