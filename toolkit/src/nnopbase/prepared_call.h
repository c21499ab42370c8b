// The result of phase 1: a loaded kernel with its tiling.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "exe_graph/tiling_context_builder.h"
#include "nnopbase/call_settings.h"
#include "nnopbase/kernel_choice.h"
#include "nnopbase/operands.h"
#include "runtime/binary.h"

namespace nnopbase {

/// All that a launch needs besides the operands. Launches can repeat it.
struct PreparedCall {
    KernelChoice choice;
    std::shared_ptr<runtime::Binary> binary;
    std::shared_ptr<runtime::Function> function;
    std::shared_ptr<const gert::TilingResult> tiling;
    uint64_t kernel_workspace;  ///< bytes that the tiling function asked for
    uint64_t workspace;         ///< bytes that the launch needs: with the buffer for shapes

    /// Whether tiling data are an argument of the kernel, and no constants in it.
    bool TakesTilingData() const { return choice.fixed == nullptr; }
};

/// Loads the kernel and runs tiling, unless its results are constants of the kernel. Null with the
/// error reported and in `*code` if that fails.
std::optional<PreparedCall> PrepareCall(Interface interface, KernelChoice choice,
                                        const Operands& operands, int* code);

/// Writes the call into the logs and dumps that are on.
void RecordPrepared(const PreparedCall& call, const Operands& operands);

}  // namespace nnopbase
