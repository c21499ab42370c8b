// Phase 2: a prepared call in a stream.
#pragma once

#include <cstdint>
#include <optional>

#include "nnopbase/operands.h"
#include "nnopbase/prepared_call.h"

namespace nnopbase {

/// Device memory that the caller gives to a launch.
struct Workspace {
    void* address;
    uint64_t bytes;
};

/// A kernel that a stream runs, or will run.
struct EnqueuedCall {
    /// Where the kernel writes the shapes that it computes; null if it computes none.
    const uint64_t* computed_shapes;
};

/// Enqueues the kernel, after tasks that give outputs their initial values. Null with the error
/// reported and in `*code` if that fails.
std::optional<EnqueuedCall> EnqueueCall(const PreparedCall& call, const Operands& operands,
                                        const Workspace& workspace, const void* stream, int* code);

/// Waits for the kernel and writes the shapes that it has computed into the output tensors.
int ReadComputedShapes(const EnqueuedCall& call, const Operands& operands, const void* stream);

}  // namespace nnopbase
