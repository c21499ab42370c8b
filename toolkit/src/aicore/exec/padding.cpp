#include "aicore/exec/engine.h"
#include "aicore/exec/types.h"
#include "aicore/instruction_executor.h"
#include "isa/vec_fill.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

/// The padding beyond one end of a block of `n` elements.
template <typename T>
void PadBlock(T* dst, const T* src, uint32_t n, PadMode mode, bool is_after) {
    for (uint32_t i = 0; i < n; ++i) {
        switch (mode) {
            case PadMode::kRepeat:
                dst[i] = is_after ? src[n - 1] : src[0];
                break;
            case PadMode::kMirror:
                dst[i] = src[n - 1 - i];
                break;
            default:
                dst[i] =
                    is_after ? (i + 1 < n ? src[n - 2 - i] : T{0}) : (i > 0 ? src[n - i] : T{0});
                break;
        }
    }
}

void RunPadBlocks(const VecPadBlocks* record) {
    const VecPadBlocks& r = *record;
    const bool dense = r.shape.mode == VecMode::kCount;
    const VecOperand to = dense ? Flat(r.dst.addr) : r.dst;
    const VecOperand from = dense ? Flat(r.src.addr) : r.src;
    VisitSize(r.size, [&](auto tag) {
        using T = typename decltype(tag)::type;
        constexpr uint32_t kLanes = kRepeatBytes / sizeof(T);
        constexpr uint32_t kPerBlock = kBlockBytes / sizeof(T);
        constexpr DType kRaw = sizeof(T) == 2 ? DType::kU16 : DType::kU32;
        const uint32_t repeats = RepeatsOf(r.shape, kLanes);
        for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
            T source[kLanes];
            T padded[kLanes];
            const LaneSet all = {{}, kLanes, true};
            PackRepeat(source, from, repeat, kRaw, kLanes, all);
            for (uint32_t block = 0; block < kLanes; block += kPerBlock) {
                PadBlock<T>(padded + block, source + block, kPerBlock, r.mode, r.is_after);
            }
            UnpackRepeat(to, padded, repeat, kRaw, kLanes, LanesOfRepeat(r.shape, repeat, kLanes));
        }
    });
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_pad_blocks, VecPadBlocks, RunPadBlocks)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
