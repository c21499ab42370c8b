#include <algorithm>

#include "aicore/exec/engine.h"
#include "aicore/exec/types.h"
#include "aicore/instruction_executor.h"
#include "isa/core.h"
#include "isa/vec_gather.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

/// Byte address of lane `lane` of repeat `repeat`; contiguous when the shape is a count.
uint8_t* LaneAt(const VecOperand& at, bool dense, uint32_t repeat, uint32_t lane, uint32_t size) {
    const uint32_t lanes = kRepeatBytes / size;
    if (dense) {
        return static_cast<uint8_t*>(at.addr) + (size_t{repeat} * lanes + lane) * size;
    }
    const uint32_t per_block = kBlockBytes / size;
    const size_t blocks = size_t{repeat} * at.rep_stride + size_t{lane / per_block} * at.blk_stride;
    return static_cast<uint8_t*>(at.addr) + blocks * kBlockBytes + size_t{lane % per_block} * size;
}

/// Calls move(position of the lane in the operand, running index) for every selected lane.
template <typename Move>
void ForEachLane(const VecShape& shape, const VecOperand& at, uint32_t size, const Move& move) {
    const uint32_t lanes = kRepeatBytes / size;
    const bool dense = shape.mode == VecMode::kCount;
    const uint32_t repeats = RepeatsOf(shape, lanes);
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        const LaneSet set = LanesOfRepeat(shape, repeat, lanes);
        for (uint32_t lane = 0; lane < lanes; ++lane) {
            if (HasLane(set, lane)) {
                move(LaneAt(at, dense, repeat, lane, size), size_t{repeat} * lanes + lane);
            }
        }
    }
}

/// Reads all lanes of a repeat before it writes the first: in place, neighbours change places.
void RunGather(const VecGather* record) {
    const VecGather& r = *record;
    const uint8_t* src = static_cast<const uint8_t*>(r.src) + r.base;
    VisitSize(r.size, [&](auto tag) {
        using T = typename decltype(tag)::type;
        constexpr uint32_t kLanes = kRepeatBytes / sizeof(T);
        T lanes_read[kLanes];
        if (r.shape.mode == VecMode::kCount) {
            T* dst = static_cast<T*>(r.dst.addr);
            for (size_t begin = 0; begin < r.shape.count; begin += kLanes) {
                const size_t lanes = std::min<size_t>(kLanes, r.shape.count - begin);
                for (size_t i = 0; i < lanes; ++i) {
                    std::memcpy(lanes_read + i, src + r.offsets[begin + i], sizeof(T));
                }
                std::memcpy(dst + begin, lanes_read, lanes * sizeof(T));
            }
            return;
        }
        uint8_t* destinations[kLanes];
        uint32_t lanes = 0;
        size_t repeat = 0;
        const auto write = [&] {
            for (uint32_t i = 0; i < lanes; ++i) {
                std::memcpy(destinations[i], lanes_read + i, sizeof(T));
            }
            lanes = 0;
        };
        ForEachLane(r.shape, r.dst, r.size, [&](uint8_t* at, size_t index) {
            if (index / kLanes != repeat) {
                write();
                repeat = index / kLanes;
            }
            destinations[lanes] = at;
            std::memcpy(lanes_read + lanes++, src + r.offsets[index], sizeof(T));
        });
        write();
    });
}

void RunScatter(const VecScatter* record) {
    const VecScatter& r = *record;
    uint8_t* dst = static_cast<uint8_t*>(r.dst) + r.base;
    VisitSize(r.size, [&](auto tag) {
        using T = typename decltype(tag)::type;
        ForEachLane(r.shape, r.src, r.size, [&](const uint8_t* at, size_t index) {
            std::memcpy(dst + r.offsets[index], at, sizeof(T));
        });
    });
}

void RunGatherBlocks(const VecGatherBlocks* record) {
    const VecGatherBlocks& r = *record;
    const uint32_t blk_stride = r.dst.blk_stride == 0 ? 1 : r.dst.blk_stride;
    for (uint32_t repeat = 0; repeat < r.repeat; ++repeat) {
        for (uint32_t block = 0; block < 8; ++block) {
            const size_t to = size_t{repeat} * r.dst.rep_stride + size_t{block} * blk_stride;
            std::memmove(static_cast<uint8_t*>(r.dst.addr) + to * kBlockBytes,
                         static_cast<const uint8_t*>(r.src) + r.offsets[size_t{repeat} * 8 + block],
                         kBlockBytes);
        }
    }
}

/// Built-in patterns: 1 even, 2 odd, 3..6 every fourth from 0..3, 7 all.
bool PatternKeeps(uint8_t pattern, uint32_t index) {
    switch (pattern) {
        case 1:
            return index % 2 == 0;
        case 2:
            return index % 2 == 1;
        case 3:
        case 4:
        case 5:
        case 6:
            return index % 4 == pattern - 3U;
        default:
            return true;
    }
}

void RunGatherMask(const VecGatherMask* record) {
    const VecGatherMask& r = *record;
    uint64_t gathered = 0;
    VisitSize(r.size, [&](auto tag) {
        using T = typename decltype(tag)::type;
        constexpr uint32_t kPerBlock = kBlockBytes / sizeof(T);
        T* dst = static_cast<T*>(r.dst);
        for (uint32_t repeat = 0; repeat < r.repeat; ++repeat) {
            const uint8_t* bits =
                static_cast<const uint8_t*>(r.bits) + size_t{repeat} * r.bits_stride * kBlockBytes;
            const uint8_t* base = static_cast<const uint8_t*>(r.src.addr) +
                                  size_t{repeat} * r.src.rep_stride * kBlockBytes;
            const uint32_t elements = repeat + 1 == r.repeat ? r.last : r.per_repeat;
            for (uint32_t i = 0; i < elements; ++i) {
                const bool keep = r.pattern != 0 ? PatternKeeps(r.pattern, i)
                                                 : ((bits[i / 8] >> (i % 8)) & 1) != 0;
                if (keep) {
                    const size_t block = size_t{i / kPerBlock} * r.src.blk_stride * kBlockBytes;
                    std::memcpy(dst + gathered, base + block + (i % kPerBlock) * sizeof(T),
                                sizeof(T));
                    ++gathered;
                }
            }
        }
    });
    CurrentCore().gather_count = gathered;
    *r.gathered = gathered;
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_gather, VecGather, RunGather)
AICORE_EXECUTOR(aicore_vec_scatter, VecScatter, RunScatter)
AICORE_EXECUTOR(aicore_vec_gather_blocks, VecGatherBlocks, RunGatherBlocks)
AICORE_EXECUTOR(aicore_vec_gather_mask, VecGatherMask, RunGatherMask)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
