// REGIST_MATMUL_OBJ: gives Matmul objects their tilings, and decides which cores go on.
#pragma once

#include "detail/matmul/matmul.h"

namespace AscendC::isa {

/// Initialises the objects of a list "object, tiling, object, tiling..."; an object without a
/// tiling, or with a null pointer, has a constant one or is initialised later by Init().
inline void RegisterMatmul(TPipe*) {}
template <class Object>
inline void RegisterMatmul(TPipe* pipe, Object& object) {
    object.Attach(pipe, nullptr);
}
template <class Object, class Tiling, class... Rest>
inline void RegisterMatmul(TPipe* pipe, Object& object, Tiling&& tiling, Rest&&... rest) {
    object.Attach(pipe, (const TCubeTiling*)tiling);
    RegisterMatmul(pipe, rest...);
}

template <class Argument>
constexpr bool HasTwoMasters() {
    using Object = std::remove_reference_t<Argument>;
    if constexpr (std::is_class_v<Object>) {
        return Object::enableMixDualMaster;
    } else {
        return false;
    }
}
template <class... Arguments>
constexpr bool TwoMasters(Arguments&&...) {
    return (false || ... || HasTwoMasters<Arguments>());
}

/// Whether the core leaves the kernel at REGIST_MATMUL_OBJ: the cube core of a MIX launch only
/// serves its vector cores, unless both are masters.
inline bool ServesOnly() {
    const Core& core = CurrentCore();
    return core.is_mix && core.core_type == AIC;
}

}  // namespace AscendC::isa

#ifdef ASCENDC_CUBE_ONLY
#define REGIST_CUBE_OBJ(tpipe, workspace, ...)                     \
    if (::AscendC::isa::CurrentCore().core_type == AscendC::AIV) { \
        return;                                                    \
    }                                                              \
    ::AscendC::isa::RegisterMatmul(tpipe, __VA_ARGS__)
#else
// Vector and cube cores talk by the workspace, where the launch has none of the system's.
#define REGIST_CUBE_OBJ(tpipe, workspace, ...)                                      \
    ASCENDC_META(ASCENDC_META_VECTOR, 0, 0);                                        \
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);                                          \
    if (::AscendC::isa::ServesOnly() && !::AscendC::isa::TwoMasters(__VA_ARGS__)) { \
        return;                                                                     \
    }                                                                               \
    ::AscendC::SetSysWorkspace(workspace);                                          \
    ::AscendC::isa::RegisterMatmul(tpipe, __VA_ARGS__)
#endif
#define REGIST_MATMUL_OBJ REGIST_CUBE_OBJ
#define REGIST_MATMUL_OBJ_STATIC REGIST_CUBE_OBJ
#define REGIST_CUBE_OBJ_REMOTE(tpipe, workspace, ...)
