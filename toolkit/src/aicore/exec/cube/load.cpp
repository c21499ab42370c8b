// Executes loads of fractals.
#include <algorithm>

#include "aicore/exec/cube/transpose.h"
#include "aicore/exec/types.h"
#include "aicore/instruction_executor.h"
#include "isa/cube_load.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

void TransposeGroup(const CubeLoad& r, uint8_t* dst, const uint8_t* src) {
    switch (r.element_bits) {
        case 4:
            return TransposeNibbles(dst, r.dst_fractal_pitch, src, r.src_fractal_pitch);
        case 8:
            return TransposeSquare<uint8_t, 32, 2>(dst, r.dst_fractal_pitch, src,
                                                   r.src_fractal_pitch);
        case 16:
            return TransposeFractal(dst, src);
        default:
            return TransposeSquare<uint32_t, 8, 2>(dst, r.dst_fractal_pitch, src,
                                                   r.src_fractal_pitch);
    }
}

void RunLoad(const CubeLoad* record) {
    const CubeLoad& r = *record;
    if (!r.transpose && r.src_pitch == kFractalBytes && r.dst_pitch == kFractalBytes) {
        std::memmove(r.dst, r.src, uint64_t{r.repeat} * kFractalBytes);
        return;
    }
    for (uint32_t i = 0; i < r.repeat; ++i) {
        uint8_t* dst = r.dst + i * r.dst_pitch;
        const uint8_t* src = r.src + i * r.src_pitch;
        if (r.transpose) {
            TransposeGroup(r, dst, src);
        } else {
            std::memcpy(dst, src, kFractalBytes);
        }
    }
}

void RunFill(const CubeFill* record) {
    const CubeFill& r = *record;
    VisitSize(r.element, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T value = FromBits<T>(r.value);
        for (uint32_t i = 0; i < r.repeat; ++i) {
            T* dst = reinterpret_cast<T*>(r.dst + i * r.pitch);
            std::fill(dst, dst + r.bytes / sizeof(T), value);
        }
    });
}

}  // namespace

AICORE_EXECUTOR(aicore_cube_load, CubeLoad, RunLoad)
AICORE_EXECUTOR(aicore_cube_fill, CubeFill, RunFill)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
