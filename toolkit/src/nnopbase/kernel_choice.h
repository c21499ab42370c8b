// Which of several kernels serves a call: rebuilt for debugging, made for its signature, of a
// library or a package.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "nnopbase/call_settings.h"
#include "nnopbase/operands.h"
#include "nnopbase/package.h"
#include "nnopbase/static_kernels.h"

namespace nnopbase {

/// The kernel of a call. Operands and this choice determine the tiling.
struct KernelChoice {
    enum class Origin : uint8_t { kDynamic, kEmbedded, kStatic, kDebug };

    Origin origin;
    Kernel* kernel;
    const PackageSet* packages;          ///< those that were searched
    std::shared_ptr<KernelIndex> index;  ///< owns the kernel; null for one of a package or library
    const StaticKernel* fixed;           ///< a kernel with constant tiling; null: tiling must run
    std::string why_not_static;          ///< why a static kernel was rejected, if one was

    /// Functions that the operator registered, those of the kernel's package first; null if there
    /// are none, where `*error`, unless null, says why.
    const gert::OpImplFunctions* Functions(const std::string& op_type, std::string* error) const {
        return packages->FindFunctions(op_type, kernel->package(), error);
    }
};

/// Chooses the kernel, and copies the values that its tiling reads into `operands`. Null with the
/// error reported and in `*code` if there is no kernel or these values cannot be read.
std::optional<KernelChoice> ChooseKernel(const CallSettings& settings, Operands* operands,
                                         int* code);

}  // namespace nnopbase
