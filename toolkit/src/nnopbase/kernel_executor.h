// The executor of one call of an operator from a package.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "exe_graph/tiling_context_builder.h"
#include "nnopbase/call_settings.h"
#include "nnopbase/enqueued_call.h"
#include "nnopbase/executor.h"
#include "nnopbase/operands.h"
#include "nnopbase/prepared_call.h"
#include "nnopbase/view_copies.h"

namespace nnopbase {

/// Collects the operands of one call, prepares the call (phase 1), and launches it (phase 2).
class KernelExecutor : public Executor {
public:
    /// `inputs` and `outputs`: the Port::Kind of each parameter.
    KernelExecutor(Interface interface, const char* op_type, const char* inputs, size_t input_num,
                   const char* outputs, size_t output_num, size_t attr_num);

    const std::string& op_type() const { return operands_.op_type; }
    std::vector<Port>& inputs() { return operands_.inputs; }
    std::vector<Port>& outputs() { return operands_.outputs; }
    std::vector<Attr>& attrs() { return operands_.attrs; }
    const Operands& operands() const { return operands_; }
    CallSettings& settings() { return settings_; }
    ViewCopies& view_copies() { return view_copies_; }

    void set_user_handle(void* handle) { user_handle_ = handle; }
    void* user_handle() const { return user_handle_; }

    /// Adds a tensor or a list to a port; 161002 for a bad index or too many tensors.
    int AddTensor(bool input, size_t index, const aclTensor* tensor, bool check_contiguous);
    int AddTensorList(bool input, size_t index, const aclTensorList* list, bool check_contiguous);
    int AddHostArray(size_t index, const void* data, size_t count, ge::DataType dtype);
    /// Adds a group of collective communication, whose context the kernel gets.
    void AddGroup() { ++operands_.groups; }

    /// Gives an input's tensor other memory, where its data begins, and the output in place of it.
    void MoveInput(size_t port, size_t instance, void* data);
    void MoveOutput(size_t port, size_t instance, void* data);

    /// End of phase 1: finds the kernel, runs tiling, gives the workspace size in bytes.
    int Prepare(uint64_t* workspace_size);
    /// Shapes of the outputs by the operator's shape inference, one per tensor.
    int InferShapes(std::vector<std::vector<int64_t>>* shapes) const;
    /// Phase 2.
    int Run(const Workspace& workspace, const void* stream);
    void MakeRepeatable() override;

    /// The result of tiling, or null before it and in a call without a launch.
    const gert::TilingResult* tiling() const;

private:
    /// Phase 1 did not run, or failed.
    struct Unprepared {};
    /// Nothing to launch: all outputs are empty.
    struct EmptyCall {};

    /// 161002 for an impossible shape, or for an output view, which the kernel cannot write.
    int CheckTensor(bool input, size_t index, const aclTensor& tensor) const;
    /// Has an input that is not contiguous copied, or gives its strides to tiling.
    void AddView(const aclTensor& tensor, const TensorLocation& location, bool to_contiguous);

    Operands operands_;
    CallSettings settings_;
    ViewCopies view_copies_;
    void* user_handle_ = nullptr;
    std::variant<Unprepared, EmptyCall, PreparedCall> call_;
};

}  // namespace nnopbase
