// Loads of fractals, and constants, into the cube's memories.
#include "isa/cube_load.h"

#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;
using AscendC::Hardware;

namespace {

/// Fractals that are transposed together.
uint32_t SquareFractals(uint32_t element_bits) {
    return element_bits == 16 ? 1 : element_bits == 4 ? 4 : 2;
}

}  // namespace

void Describe(const CubeLoad& r, Regions* regions) {
    const uint32_t fractals = r.transpose ? SquareFractals(r.element_bits) : 1;
    const Operand src = {AccessKind::kRead, r.src_memory, "src", r.src, AlignmentOf(r.src_memory)};
    const Operand dst = {AccessKind::kWrite, r.dst_memory, "dst", r.dst, AlignmentOf(r.dst_memory)};
    regions->Box(src, kFractalBytes, {{r.repeat, r.src_pitch}, {fractals, r.src_fractal_pitch}});
    regions->Box(dst, kFractalBytes, {{r.repeat, r.dst_pitch}, {fractals, r.dst_fractal_pitch}});
}

void Describe(const CubeFill& r, Regions* regions) {
    const Operand dst = {AccessKind::kWrite, r.memory, "dst", r.dst, AlignmentOf(r.memory)};
    regions->Rows(dst, r.repeat, r.bytes / r.element * r.element, static_cast<int64_t>(r.pitch));
}

}  // namespace observe
