// The matrix multiplication of the cube.
#include "isa/cube_load.h"
#include "isa/cube_mmad.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;
using AscendC::Hardware;

void Describe(const CubeMmad& r, Regions* regions) {
    if (r.m == 0 || r.n == 0 || r.k == 0) {
        return;
    }
    const Operand a = {AccessKind::kRead, Hardware::L0A, "fm", r.a, 512};
    const Operand b = {AccessKind::kRead, Hardware::L0B, "filter", r.b, 512};
    const uint32_t row_tiles = (r.m + 15U) / 16;
    const uint32_t column_tiles = (r.n + 15U) / 16;
    const uint64_t a_bytes = BytesFor(r.a_dtype, r.k);
    if (r.row_vector && r.index == nullptr) {
        regions->Bytes(a, a_bytes);
    } else {
        regions->Fractals(a, r.m, a_bytes, int64_t{r.a_blocks} * kFractalBytes, kFractalBytes);
    }
    // A sparse b stores half, 32 of 64 elements, and two bits for each of them.
    const uint32_t kept_blocks = (r.k + 63U) / 64;
    const uint64_t b_bytes =
        r.index != nullptr ? uint64_t{kept_blocks} * 32 : BytesFor(r.b_dtype, r.k);
    regions->Fractals(b, r.n, b_bytes, kFractalBytes, int64_t{column_tiles} * kFractalBytes);
    if (r.index != nullptr) {
        regions->Bytes({AccessKind::kRead, Hardware::L0B, "index", r.index, 128},
                       uint64_t{kept_blocks} * column_tiles * kFractalBytes / 4);
    }
    const uint32_t size = SizeOf(r.c_dtype);
    if (r.init == CubeInit::kBias) {
        const Hardware memory = regions->MemoryAt(r.bias);
        regions->Bytes({AccessKind::kRead, memory, "bias", r.bias, AlignmentOf(memory)},
                       uint64_t{r.n} * size);
    }
    const bool adds = r.init == CubeInit::kAccumulate;
    const Operand c = {adds ? AccessKind::kUpdate : AccessKind::kWrite, Hardware::L0C, "dst", r.c,
                       256 * size};
    regions->Tiles(c, r.m, r.n, size, int64_t{row_tiles} * 256 * size);
}

}  // namespace observe
