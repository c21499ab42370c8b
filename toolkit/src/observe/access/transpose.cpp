// Transposing instructions.
#include "isa/vec_transpose.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

void Describe(const VecTranspose16& r, Regions* regions) {
    constexpr uint64_t kBytes = 16 * 16 * sizeof(uint16_t);
    regions->Bytes(Reads("src", r.src), kBytes);
    regions->Bytes(Writes("dst", r.dst), kBytes);
}

void Describe(const VecConv5Hd& r, Regions* regions) {
    // Of one-byte elements a half of each block.
    const uint64_t bytes = r.size == 1 ? kBlockBytes / 2 : kBlockBytes;
    const auto list = [&](AccessKind kind, const char* name, const uint64_t (&addresses)[16],
                          bool high, uint32_t stride) {
        for (const uint64_t address : addresses) {
            const Operand block = {kind, AscendC::Hardware::UB, name,
                                   reinterpret_cast<const void*>(address), 32};
            regions->Box(block, r.size == 1 && high ? 16 : 0, bytes,
                         {{r.repeat, int64_t{stride} * kBlockBytes}});
        }
    };
    list(AccessKind::kRead, "src", r.src, r.src_high, r.src_rep_stride);
    list(AccessKind::kWrite, "dst", r.dst, r.dst_high, r.dst_rep_stride);
}

void Describe(const VecPermute& r, Regions* regions) {
    const auto box = [&](const Operand& operand, const int64_t (&strides)[6]) {
        Axis axes[6];
        for (uint32_t i = 0; i < 6; ++i) {
            axes[i] = i < r.rank ? Axis{r.dims[i], strides[i] * r.size} : Axis{1, 0};
        }
        regions->Box(operand, r.size, {axes[0], axes[1], axes[2], axes[3], axes[4], axes[5]});
    };
    box(Reads("src", r.src), r.src_strides);
    box(Writes("dst", r.dst), r.dst_strides);
}

}  // namespace observe
