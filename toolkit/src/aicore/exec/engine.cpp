#include "aicore/exec/engine.h"

#include <vector>

#include "aicore/exec/half_blocks.h"
#include "aicore/exec/numeric.h"
#include "isa/core.h"
#include "isa/print.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr size_t kChunk = 1024;  // elements converted at a time

struct alignas(64) Buffer {
    uint8_t bytes[kChunk * 8];
};

uint8_t* At(const VecOperand& operand, uint32_t repeat) {
    return static_cast<uint8_t*>(operand.addr) + size_t{repeat} * operand.rep_stride * kBlockBytes;
}

/// True when writing `dst_bytes` at dst while reading at src cannot disturb what is still to be
/// read.
bool IsSafePair(const void* dst, size_t dst_bytes, const void* src, size_t src_bytes) {
    const uint8_t* d = static_cast<const uint8_t*>(dst);
    const uint8_t* s = static_cast<const uint8_t*>(src);
    const bool disjoint = d + dst_bytes <= s || s + src_bytes <= d;
    return disjoint || (d == s && dst_bytes <= src_bytes);
}

/// Repeats that are consecutive in memory.
bool IsDense(const Port& port, uint32_t lanes) {
    return port.at.blk_stride == 1 &&
           port.at.rep_stride * kBlockBytes == BytesFor(port.type, lanes);
}

bool IsSafe(const Program& p, const uint8_t* dst, const uint8_t* const* src, size_t n) {
    for (int i = 0; i < p.sources; ++i) {
        if (!IsSafePair(dst, BytesFor(p.dst.type, n), src[i], BytesFor(p.src[i].type, n))) {
            return false;
        }
    }
    return true;
}

/// `n` elements, contiguous in every operand; pairs of dst and a source must be safe.
void RunDense(const Program& p, uint8_t* dst, const uint8_t* const* src, size_t n) {
    bool direct = p.dst.type == p.out_type;
    for (int i = 0; i < p.sources; ++i) {
        direct = direct && p.src[i].type == p.in_type;
    }
    if (direct) {
        const void* in[3] = {src[0], src[1], src[2]};
        p.kernel(dst, in, n, p.args);
        return;
    }
    Buffer buffers[4];
    for (size_t start = 0; start < n; start += kChunk) {
        const size_t count = n - start < kChunk ? n - start : kChunk;
        const void* in[3] = {};
        for (int i = 0; i < p.sources; ++i) {
            const uint8_t* at = src[i] + BytesFor(p.src[i].type, start);
            in[i] = at;
            if (p.src[i].type != p.in_type) {
                LoadBlock(p.src[i].type, buffers[i].bytes, at, count);
                in[i] = buffers[i].bytes;
            }
        }
        uint8_t* out = dst + BytesFor(p.dst.type, start);
        if (p.dst.type == p.out_type) {
            p.kernel(out, in, count, p.args);
        } else {
            p.kernel(buffers[3].bytes, in, count, p.args);
            StoreBlock(p.out_type, p.dst.type, out, buffers[3].bytes, count);
        }
    }
}

/// The same for sources that dst overlaps, through copies of them.
void RunCopied(const Program& p, uint8_t* dst, const uint8_t* const* src, size_t n) {
    std::vector<uint8_t> copies[3];
    const uint8_t* at[3] = {};
    for (int i = 0; i < p.sources; ++i) {
        copies[i].assign(src[i], src[i] + BytesFor(p.src[i].type, n));
        at[i] = copies[i].data();
    }
    RunDense(p, dst, at, n);
}

/// One repeat through packed copies: all sources are read before dst is written.
void RunPacked(const Program& p, uint32_t repeat, uint32_t width, const LaneSet& lanes) {
    alignas(64) uint8_t packed[kRepeatBytes];
    alignas(64) uint8_t values[3][kRepeatBytes * 8];
    alignas(64) uint8_t result[kRepeatBytes * 8];
    const void* in[3] = {};
    for (int i = 0; i < p.sources; ++i) {
        std::memset(packed, 0, sizeof(packed));
        PackRepeat(packed, p.src[i].at, repeat, p.src[i].type, width, lanes);
        if (p.src[i].type == p.in_type) {
            std::memcpy(values[i], packed, BytesFor(p.in_type, width));
        } else {
            LoadBlock(p.src[i].type, values[i], packed, width);
        }
        in[i] = values[i];
    }
    p.kernel(result, in, width, p.args);
    StoreBlock(p.out_type, p.dst.type, packed, result, width);
    UnpackRepeat(p.dst.at, packed, repeat, p.dst.type, width, lanes);
}

void RunRepeats(const Program& p, const VecShape& shape, uint32_t width) {
    bool contiguous = p.dst.at.blk_stride == 1;
    for (int i = 0; i < p.sources; ++i) {
        contiguous = contiguous && p.src[i].at.blk_stride == 1;
    }
    const uint32_t repeats = RepeatsOf(shape, width);
    for (uint32_t r = 0; r < repeats; ++r) {
        const LaneSet lanes = LanesOfRepeat(shape, r, width);
        if (contiguous && lanes.is_prefix) {
            const uint8_t* src[3] = {};
            for (int i = 0; i < p.sources; ++i) {
                src[i] = At(p.src[i].at, r);
            }
            if (IsSafe(p, At(p.dst.at, r), src, lanes.prefix)) {
                RunDense(p, At(p.dst.at, r), src, lanes.prefix);
                continue;
            }
        }
        RunPacked(p, r, width, lanes);
    }
}

template <typename Move>
void ForEachBlock(const VecOperand& operand, uint32_t repeat, DType type, uint32_t width,
                  const LaneSet& lanes, const Move& move) {
    const uint32_t bits = BitsOf(type);
    const uint32_t per_block = kBlockBytes * 8 / bits;
    uint8_t* base = At(operand, repeat);
    for (uint32_t first = 0; first < width; first += per_block) {
        if (lanes.is_prefix && first >= lanes.prefix) {
            return;
        }
        const uint32_t count = width - first < per_block ? width - first : per_block;
        move(base + size_t{first / per_block} * operand.blk_stride * kBlockBytes, first, count);
    }
}

template <typename T>
void MoveLanes(uint8_t* to, const uint8_t* from, uint32_t first, uint32_t count,
               const LaneSet& lanes) {
    for (uint32_t i = 0; i < count; ++i) {
        if (HasLane(lanes, first + i)) {
            std::memcpy(to + i * sizeof(T), from + i * sizeof(T), sizeof(T));
        }
    }
}

void MoveNibbles(uint8_t* to, const uint8_t* from, uint32_t first, uint32_t count,
                 const LaneSet& lanes) {
    for (uint32_t i = 0; i < count; ++i) {
        if (HasLane(lanes, first + i)) {
            const uint8_t keep = i % 2 == 0 ? 0xf0 : 0x0f;
            to[i / 2] = static_cast<uint8_t>((to[i / 2] & keep) | (from[i / 2] & ~keep));
        }
    }
}

bool SelectsAll(const LaneSet& lanes, uint32_t first, uint32_t count) {
    return lanes.is_prefix && first + count <= lanes.prefix;
}

bool SelectsAny(const LaneSet& lanes, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (HasLane(lanes, first + i)) {
            return true;
        }
    }
    return false;
}

}  // namespace

void UnknownType() {
    aicore_trap("an instruction got elements of a type that it does not have on this core");
}

uint32_t RepeatsOf(const VecShape& shape, uint32_t lanes) {
    return shape.mode == VecMode::kMask ? shape.repeat : (shape.count + lanes - 1) / lanes;
}

LaneSet LanesOfRepeat(const VecShape& shape, uint32_t r, uint32_t lanes) {
    LaneSet set = {{0, 0}, 0, true};
    if (shape.mode != VecMode::kMask) {
        const uint32_t remaining = shape.count - r * lanes;
        set.prefix = remaining < lanes ? remaining : lanes;
        return set;
    }
    const uint64_t low = lanes >= 64 ? ~uint64_t{0} : (uint64_t{1} << lanes) - 1;
    set.bits[0] = shape.mask[0] & low;
    set.bits[1] = lanes > 64 ? shape.mask[1] : 0;
    const uint32_t head = set.bits[0] == ~uint64_t{0} ? 64 : __builtin_ctzll(~set.bits[0]);
    const uint32_t tail = set.bits[1] == ~uint64_t{0} ? 64 : __builtin_ctzll(~set.bits[1]);
    set.prefix = head == 64 ? 64 + tail : head;
    const uint32_t total = static_cast<uint32_t>(__builtin_popcountll(set.bits[0]) +
                                                 __builtin_popcountll(set.bits[1]));
    set.is_prefix = set.prefix == total;
    if (lanes > 128 && set.prefix == 128) {
        set.prefix = lanes;  // 8-bit elements: a full register selects all 256 lanes
    }
    return set;
}

bool IsFull(const VecShape& shape, uint32_t lanes) {
    if (shape.mode != VecMode::kMask) {
        return true;
    }
    const LaneSet set = LanesOfRepeat(shape, 0, lanes);
    return set.is_prefix && set.prefix >= lanes;
}

void PackRepeat(void* packed, const VecOperand& from, uint32_t repeat, DType type, uint32_t width,
                const LaneSet& lanes) {
    ForEachBlock(from, repeat, type, width, lanes,
                 [&](uint8_t* at, uint32_t first, uint32_t count) {
                     // A block without selected lanes may lie outside the memory.
                     if (SelectsAny(lanes, first, count)) {
                         std::memcpy(static_cast<uint8_t*>(packed) + BytesFor(type, first), at,
                                     BytesFor(type, count));
                     }
                 });
}

void UnpackRepeat(const VecOperand& to, const void* packed, uint32_t repeat, DType type,
                  uint32_t width, const LaneSet& lanes) {
    ForEachBlock(to, repeat, type, width, lanes, [&](uint8_t* at, uint32_t first, uint32_t count) {
        const uint8_t* from = static_cast<const uint8_t*>(packed) + BytesFor(type, first);
        if (SelectsAll(lanes, first, count)) {
            std::memcpy(at, from, BytesFor(type, count));
            return;
        }
        switch (BitsOf(type)) {
            case 4:
                MoveNibbles(at, from, first, count, lanes);
                break;
            case 8:
                MoveLanes<uint8_t>(at, from, first, count, lanes);
                break;
            case 16:
                MoveLanes<uint16_t>(at, from, first, count, lanes);
                break;
            case 32:
                MoveLanes<uint32_t>(at, from, first, count, lanes);
                break;
            default:
                MoveLanes<uint64_t>(at, from, first, count, lanes);
                break;
        }
    });
}

void LoadBlock(DType type, void* dst, const void* src, size_t n) {
    switch (type) {
        case DType::kF16:
            HalfToFloatBlock(static_cast<float*>(dst), static_cast<const uint16_t*>(src), n);
            return;
        case DType::kBF16:
            BfloatToFloatBlock(static_cast<float*>(dst), static_cast<const uint16_t*>(src), n);
            return;
        case DType::kI4:
            for (size_t i = 0; i < n; ++i) {
                const uint8_t pair = static_cast<const uint8_t*>(src)[i / 2];
                const uint8_t nibble = i % 2 == 0 ? pair & 0xf : pair >> 4;
                static_cast<int8_t*>(dst)[i] =
                    static_cast<int8_t>(nibble < 8 ? nibble : nibble - 16);
            }
            return;
        default:
            std::memcpy(dst, src, BytesFor(type, n));
            return;
    }
}

void StoreBlock(DType from, DType to, void* dst, const void* src, size_t n) {
    if (to == from) {
        std::memcpy(dst, src, BytesFor(to, n));
    } else if (to == DType::kF16) {
        StoreHalf(static_cast<uint16_t*>(dst), static_cast<const float*>(src), n,
                  Saturates(CurrentCore()));
    } else if (to == DType::kBF16) {
        StoreBfloat(static_cast<uint16_t*>(dst), static_cast<const float*>(src), n,
                    Saturates(CurrentCore()));
    } else if (to == DType::kI4) {
        StoreNibbles(static_cast<uint8_t*>(dst), static_cast<const int8_t*>(src), n);
    } else if (TruncatesCasts(CurrentCore())) {
        ConvertToLowBits(from, to, dst, src, n);
    } else {
        ConvertSaturating(from, to, dst, src, n);
    }
}

uint64_t LoadScalar(DType type, uint64_t bits) {
    uint64_t value = 0;
    LoadBlock(type, &value, &bits, 1);
    return value;
}

void Run(const Program& p, const VecShape& shape) {
    uint32_t widest = BitsOf(p.dst.type);
    for (int i = 0; i < p.sources; ++i) {
        widest = BitsOf(p.src[i].type) > widest ? BitsOf(p.src[i].type) : widest;
    }
    const uint32_t lanes = kRepeatBytes * 8 / widest;
    Program program = p;
    const bool counted = shape.mode == VecMode::kCount;
    bool dense = counted || (IsFull(shape, lanes) && IsDense(p.dst, lanes));
    for (int i = 0; i < p.sources; ++i) {
        dense = dense && (counted || IsDense(p.src[i], lanes));
        if (counted) {
            program.src[i].at = {p.src[i].at.addr, 1, lanes * BitsOf(p.src[i].type) / 256};
        }
    }
    if (counted) {
        program.dst.at = {p.dst.at.addr, 1, lanes * BitsOf(p.dst.type) / 256};
    }
    if (dense) {
        const size_t n = shape.mode == VecMode::kMask ? size_t{shape.repeat} * lanes : shape.count;
        const uint8_t* src[3] = {};
        for (int i = 0; i < p.sources; ++i) {
            src[i] = static_cast<const uint8_t*>(p.src[i].at.addr);
        }
        uint8_t* dst = static_cast<uint8_t*>(p.dst.at.addr);
        if (IsSafe(p, dst, src, n)) {
            RunDense(program, dst, src, n);
            return;
        }
        if (p.reads_first) {
            RunCopied(program, dst, src, n);
            return;
        }
    }
    RunRepeats(program, shape, lanes);
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
