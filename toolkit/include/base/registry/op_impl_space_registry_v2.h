// Functions of operators by type, of libraries that a program names (libopp_registry.so). Tests of
// operators call tiling and inference functions that they get here.
#ifndef INC_OP_IMPL_SPACE_REGISTRY_V2_H_
#define INC_OP_IMPL_SPACE_REGISTRY_V2_H_

#include <array>
#include <memory>

#include "base/registry/opp_package_utils.h"
#include "register/op_impl_kernel_registry.h"
#include "register/op_impl_registry.h"

namespace gert {
using char_t = char;
class OpImplSpaceRegistryImpl;

class GE_FUNC_HOST_VISIBILITY OpImplSpaceRegistryV2 {
public:
    OpImplSpaceRegistryV2();
    ~OpImplSpaceRegistryV2() = default;
    /// Loads libraries, which stay loaded. GRAPH_FAILED, and the reason on stderr, if one cannot
    /// be.
    ge::graphStatus AddSoToRegistry(const OppSoDesc& so_desc);
    /// Null if no library registered the type.
    const OpImplKernelRegistry::OpImplFunctionsV2* GetOpImpl(const char_t* op_type) const;

private:
    std::shared_ptr<OpImplSpaceRegistryImpl> impl_;
};

using OpImplSpaceRegistryV2Ptr = std::shared_ptr<OpImplSpaceRegistryV2>;
using OpImplSpaceRegistryV2Array =
    std::array<OpImplSpaceRegistryV2Ptr, static_cast<size_t>(OppImplVersionTag::kVersionEnd)>;

/// The registries of a process, by the kind of package.
class GE_FUNC_HOST_VISIBILITY DefaultOpImplSpaceRegistryV2 {
public:
    DefaultOpImplSpaceRegistryV2(const DefaultOpImplSpaceRegistryV2&) = delete;
    DefaultOpImplSpaceRegistryV2& operator=(const DefaultOpImplSpaceRegistryV2&) = delete;

    static DefaultOpImplSpaceRegistryV2& GetInstance();
    /// Null if none was set.
    const std::shared_ptr<OpImplSpaceRegistryV2> GetSpaceRegistry(
        gert::OppImplVersionTag opp_impl_version = gert::OppImplVersionTag::kOpp) const;
    ge::graphStatus SetSpaceRegistry(
        const std::shared_ptr<OpImplSpaceRegistryV2>& space_registry_v2,
        gert::OppImplVersionTag version_tag = gert::OppImplVersionTag::kOpp);
    void ClearSpaceRegistry();

private:
    DefaultOpImplSpaceRegistryV2() = default;
    ~DefaultOpImplSpaceRegistryV2() = default;

    OpImplSpaceRegistryV2Array registries_;
};
}  // namespace gert

#endif  // INC_OP_IMPL_SPACE_REGISTRY_V2_H_
