#include "aicore/exec/engine.h"
#include "aicore/exec/types.h"
#include "aicore/instruction_executor.h"
#include "isa/vec_transpose.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

void RunTranspose16(const VecTranspose16* record) {
    uint16_t in[16][16];
    uint16_t out[16][16];
    std::memcpy(in, record->src, sizeof(in));
    for (int row = 0; row < 16; ++row) {
        for (int col = 0; col < 16; ++col) {
            out[col][row] = in[row][col];
        }
    }
    std::memcpy(record->dst, out, sizeof(out));
}

uint8_t* BlockAt(uint64_t address, uint32_t repeat, uint32_t stride) {
    return reinterpret_cast<uint8_t*>(address) + size_t{repeat} * stride * kBlockBytes;
}

/// Row i of the source list, column j -> row j of the result, column i.
void ConvBytes(const VecConv5Hd& r, uint32_t repeat) {
    uint8_t in[16][16];
    for (int i = 0; i < 16; ++i) {
        std::memcpy(in[i], BlockAt(r.src[i], repeat, r.src_rep_stride) + (r.src_high ? 16 : 0), 16);
    }
    for (int j = 0; j < 16; ++j) {
        uint8_t out[16];
        for (int i = 0; i < 16; ++i) {
            out[i] = in[i][j];
        }
        std::memcpy(BlockAt(r.dst[j], repeat, r.dst_rep_stride) + (r.dst_high ? 16 : 0), out, 16);
    }
}

void ConvShorts(const VecConv5Hd& r, uint32_t repeat) {
    uint16_t in[16][16];
    for (int i = 0; i < 16; ++i) {
        std::memcpy(in[i], BlockAt(r.src[i], repeat, r.src_rep_stride), kBlockBytes);
    }
    for (int j = 0; j < 16; ++j) {
        uint16_t out[16];
        for (int i = 0; i < 16; ++i) {
            out[i] = in[i][j];
        }
        std::memcpy(BlockAt(r.dst[j], repeat, r.dst_rep_stride), out, kBlockBytes);
    }
}

/// Blocks hold 8 words: column j of the 16 rows fills the two blocks 2j and 2j + 1.
void ConvWords(const VecConv5Hd& r, uint32_t repeat) {
    uint32_t in[16][8];
    for (int i = 0; i < 16; ++i) {
        std::memcpy(in[i], BlockAt(r.src[i], repeat, r.src_rep_stride), kBlockBytes);
    }
    for (int j = 0; j < 16; ++j) {
        uint32_t out[8];
        for (int i = 0; i < 8; ++i) {
            out[i] = in[(j % 2) * 8 + i][j / 2];
        }
        std::memcpy(BlockAt(r.dst[j], repeat, r.dst_rep_stride), out, kBlockBytes);
    }
}

void RunConv5Hd(const VecConv5Hd* record) {
    for (uint32_t repeat = 0; repeat < record->repeat; ++repeat) {
        switch (record->size) {
            case 1:
                ConvBytes(*record, repeat);
                break;
            case 2:
                ConvShorts(*record, repeat);
                break;
            default:
                ConvWords(*record, repeat);
                break;
        }
    }
}

template <typename T>
void PermuteAxis(const VecPermute& r, uint32_t axis, T* dst, const T* src) {
    if (axis == r.rank) {
        *dst = *src;
        return;
    }
    if (axis + 1 == r.rank) {
        for (uint32_t i = 0; i < r.dims[axis]; ++i) {
            dst[i * r.dst_strides[axis]] = src[i * r.src_strides[axis]];
        }
        return;
    }
    for (uint32_t i = 0; i < r.dims[axis]; ++i) {
        PermuteAxis<T>(r, axis + 1, dst + i * r.dst_strides[axis], src + i * r.src_strides[axis]);
    }
}

void RunPermute(const VecPermute* record) {
    VisitSize(record->size, [&](auto tag) {
        using T = typename decltype(tag)::type;
        PermuteAxis<T>(*record, 0, static_cast<T*>(record->dst),
                       static_cast<const T*>(record->src));
    });
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_transpose16, VecTranspose16, RunTranspose16)
AICORE_EXECUTOR(aicore_vec_conv_5hd, VecConv5Hd, RunConv5Hd)
AICORE_EXECUTOR(aicore_vec_permute, VecPermute, RunPermute)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
