// How an interface wants the kernel of its call to be chosen and launched.
#pragma once

#include <cstdint>

#include "nnopbase/support_list.h"

namespace nnopbase {

class EmbeddedKernels;

/// The kind of interface that makes a call. As in CANN, their error codes differ.
enum class Interface : uint8_t {
    kGenerated,   ///< made by op_build
    kHandWritten  ///< of a user, with kernels as steps
};

/// How formats of tensors choose a kernel.
enum class FormatMatch : uint8_t {
    kLikeNd,  ///< plain layouts like NCHW count as ND
    kExact
};

/// What happens in a call whose outputs have no elements.
enum class EmptyOutputs : uint8_t { kSkipLaunch, kLaunch };

struct CallSettings {
    Interface interface = Interface::kHandWritten;
    FormatMatch format_match = FormatMatch::kLikeNd;
    EmptyOutputs empty_outputs = EmptyOutputs::kSkipLaunch;
    EmbeddedKernels* embedded_kernels = nullptr;  ///< of the calling library; taken first
    SupportList support_list;
};

}  // namespace nnopbase
