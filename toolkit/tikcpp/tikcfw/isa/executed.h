// Which cores execute an instruction. The two kinds of cores of a split group run common code: each
// leaves out what it has no unit or memory for. Executors and observers ask here.
#pragma once

#include "detail/types/constants.h"
#include "isa/cube_fixpipe.h"
#include "isa/move.h"
#include "isa/records.h"

namespace AscendC::isa {

/// The vector cores of a split group have no cube.
inline bool HasCube(const Core& core) {
    return core.core_type != AIV;
}

/// The cube cores of a split group have no unified buffer and no vector unit.
inline bool HasUnifiedBuffer(const Core& core) {
    return core.core_type != AIC;
}

template <typename Record>
ASCENDC_ALWAYS_INLINE bool IsExecutedBy(const Record&, const Core& core) {
    if constexpr (IsVector(KindOf<Record>::value)) {
        return HasUnifiedBuffer(core);
    } else {
        return !IsCube(KindOf<Record>::value) || HasCube(core);
    }
}
inline bool IsExecutedBy(const MoveRecord& record, const Core& core) {
    return HasUnifiedBuffer(core) ||
           (record.src_memory != Hardware::UB && record.dst_memory != Hardware::UB);
}
inline bool IsExecutedBy(const LayoutRecord& record, const Core& core) {
    return HasUnifiedBuffer(core) ||
           (record.src_memory != Hardware::UB && record.dst_memory != Hardware::UB);
}
inline bool IsExecutedBy(const CubeFixpipe& record, const Core& core) {
    return HasCube(core) && (HasUnifiedBuffer(core) || record.dst_memory != Hardware::UB);
}

}  // namespace AscendC::isa
