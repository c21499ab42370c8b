#include "nnopbase/enqueued_call.h"

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "aclnn/aclnn_base.h"
#include "nnopbase/argument_layout.h"
#include "nnopbase/objects.h"
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
        // Each step doubles the filled bytes.
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

int CheckAddresses(const Operands& operands) {
    for (const std::vector<Port>* ports : {&operands.inputs, &operands.outputs}) {
        for (size_t i = 0; i < ports->size(); ++i) {
            for (const Instance& instance : (*ports)[i].instances) {
                if (!instance.present || instance.on_host() || ElementCount(instance.dims) == 0 ||
                    IsDeviceVisible(instance.address)) {
                    continue;
                }
                return Fail(ACLNN_ERR_PARAM_INVALID,
                            "%s: %s %zu %s is at %p, which is not in an allocated device buffer "
                            "(host data is copied with "
                            "aclrtMemcpy first)",
                            operands.op_type.c_str(),
                            ports == &operands.inputs ? "input" : "output", i,
                            (*ports)[i].name.c_str(), instance.address);
            }
        }
    }
    return OK;
}

int FillInitialValues(const PreparedCall& call, const Operands& operands, const void* stream) {
    if (!call.tiling->need_atomic) {
        return OK;
    }
    const size_t inputs = operands.inputs.size();
    for (const InitValue& value : call.choice.kernel->init_values()) {
        if (value.parameter < inputs || value.parameter - inputs >= operands.outputs.size()) {
            continue;
        }
        std::vector<uint8_t> element;
        AppendNumber(value.real, value.integer, value.dtype, &element);
        for (const Instance& instance : operands.outputs[value.parameter - inputs].instances) {
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

int CheckWorkspace(const PreparedCall& call, const std::string& op_type,
                   const Workspace& workspace) {
    const auto needed = static_cast<unsigned long long>(call.workspace);
    if (workspace.bytes < call.workspace) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s needs %llu bytes of workspace, %llu were passed",
                    op_type.c_str(), needed, static_cast<unsigned long long>(workspace.bytes));
    }
    if (call.workspace > 0 && !runtime::IsUsable(workspace.address, call.workspace)) {
        return Fail(ACLNN_ERR_PARAM_INVALID,
                    "%s: the workspace %p of %llu bytes is not inside an allocated device buffer",
                    op_type.c_str(), workspace.address, needed);
    }
    return OK;
}

}  // namespace

std::optional<EnqueuedCall> EnqueueCall(const PreparedCall& call, const Operands& operands,
                                        const Workspace& workspace, const void* stream, int* code) {
    *code = CheckWorkspace(call, operands.op_type, workspace);
    if (*code != OK || (*code = CheckAddresses(operands)) != OK ||
        (*code = FillInitialValues(call, operands, stream)) != OK) {
        return std::nullopt;
    }
    const uint64_t shape_bytes = operands.ShapeBufferBytes();
    void* shapes = nullptr;
    if (shape_bytes > 0) {
        shapes = static_cast<char*>(workspace.address) + call.workspace - shape_bytes;
        *code = runtime::FillAsync(shapes, shape_bytes, 0, shape_bytes, stream);
        if (*code != OK) {
            return std::nullopt;
        }
    }
    runtime::LaunchOptions options;
    options.all_blocks_at_once = call.tiling->schedule_mode == 1;
    options.unified_buffer_bytes = call.tiling->local_memory_size;
    void* const kernel_workspace = call.workspace > 0 ? workspace.address : nullptr;
    *code = runtime::SubmitTask(
        stream, std::make_unique<runtime::LaunchTask>(
                    call.binary, *call.function, call.tiling->block_dim,
                    ArgumentLayout(call, operands).Build(kernel_workspace, shapes), options));
    if (*code != OK) {
        return std::nullopt;
    }
    return EnqueuedCall{static_cast<const uint64_t*>(shapes)};
}

int ReadComputedShapes(const EnqueuedCall& call, const Operands& operands, const void* stream) {
    if (call.computed_shapes == nullptr) {
        return OK;
    }
    const int code = runtime::SynchronizeStream(stream, -1);
    if (code != 0) {
        return Fail(ACLNN_ERR_RUNTIME_ERROR,
                    "%s: its kernel failed with %d, so the shapes that it computes are missing",
                    operands.op_type.c_str(), code);
    }
    const uint64_t* words = call.computed_shapes;
    for (const Port& port : operands.outputs) {
        if (!port.computed_shape.has_value()) {
            continue;
        }
        // The upper bits say how wide the dimensions were written.
        const size_t count = static_cast<size_t>(words[0] & 0x7FU);
        if (count > kMaxComputedDims) {
            return Fail(ACLNN_ERR_PARAM_INVALID,
                        "%s: its kernel gave an output %zu dimensions, the limit is %zu",
                        operands.op_type.c_str(), count, kMaxComputedDims);
        }
        aclTensor* const tensor = port.computed_shape->tensor;
        if (runtime::SerialOf(runtime::ObjectKind::kTensor, tensor) !=
            port.computed_shape->serial) {
            return Fail(ACLNN_ERR_PARAM_INVALID,
                        "%s: the tensor of output %s, whose shape the kernel computes, was "
                        "destroyed before phase 2",
                        operands.op_type.c_str(), port.name.c_str());
        }
        tensor->SetViewShape(ShapeOf(reinterpret_cast<const int64_t*>(words + 1), count));
        tensor->SetStorageShape(tensor->GetViewShape());
        words += 1 + kMaxComputedDims;
    }
    return OK;
}

}  // namespace nnopbase
