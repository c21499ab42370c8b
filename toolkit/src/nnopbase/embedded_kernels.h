// Kernels that lie in the library of their aclnn functions (ASCEND_PACK_SHARED_LIBRARY).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "graph/ascend_string.h"
#include "nnopbase/package.h"

namespace nnopbase {

/// First and one past the last byte of an embedded file.
using EmbeddedFile = std::tuple<const uint8_t*, const uint8_t*>;
/// The list of kernels of an operator (<opFile>.json), then description (.json) and object (.o) of
/// each kernel, in the order of the list.
using EmbeddedFiles = std::vector<EmbeddedFile>;

/// The embedded kernels of one operator for the current SoC. Lives as long as the process.
class EmbeddedKernels {
public:
    /// Reads the kernel list. Where an operator type has kernels already, they stay.
    static void Add(uint32_t op_type_id, const std::string& op_type, const EmbeddedFiles& files);
    /// Null if the operator has none.
    static EmbeddedKernels* Find(uint32_t op_type_id);

    /// The kernel for a key like "AddCustom/d=0,p=0/1,2/1,2/1,2"; null if there is none.
    Kernel* FindKernel(const std::string& key) const;
    /// For messages: whose kernels these are, their keys, what is wrong with them.
    std::string Describe() const;

private:
    EmbeddedKernels(const std::string& library, const std::string& op_type,
                    const EmbeddedFiles& files);
    void ReadList(const std::string& op_type, const EmbeddedFiles& files);

    const Package package_;
    std::map<std::string, std::unique_ptr<Kernel>> kernels_;
    std::string problem_;
};

}  // namespace nnopbase

namespace op {

using OP_HOST_FUNC_HANDLE = std::vector<void*>;
using OP_RUNTIME_KB_RES = nnopbase::EmbeddedFiles;
using OP_RESOURCES =
    std::map<ge::AscendString,
             std::tuple<OP_HOST_FUNC_HANDLE, nnopbase::EmbeddedFiles, OP_RUNTIME_KB_RES>>;
using OP_SOC_RESOURCES =
    std::map<ge::AscendString,
             std::tuple<OP_HOST_FUNC_HANDLE, std::map<ge::AscendString, nnopbase::EmbeddedFiles>,
                        OP_RUNTIME_KB_RES>>;

/// Number of an operator type, whose kernels are in the caller's library: files for whatever SoC.
__attribute__((visibility("default"))) uint32_t GenOpTypeId(const char* opName,
                                                            const OP_RESOURCES& opResources);
/// The same with files by compute unit ("ascend910b").
__attribute__((visibility("default"))) uint32_t GenOpTypeId(const char* opName,
                                                            const OP_SOC_RESOURCES& opResources);

}  // namespace op
