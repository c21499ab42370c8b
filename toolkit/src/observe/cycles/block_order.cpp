#include "observe/cycles/block_order.h"

#include <algorithm>

namespace observe::cycles {
namespace {

constexpr double kSlice = 0.25;  // us by which a block may be ahead: less than a tile takes to load

}  // namespace

void BlockOrder::Begin(uint32_t unit, uint32_t blocks, bool concurrent) {
    if (blocks_.empty()) {
        to_begin_ = blocks;
        blocks_.resize(blocks);
    }
    --to_begin_;
    blocks_[unit].takes_part = true;
    concurrent_ = concurrent;
}

bool BlockOrder::IsAhead(uint32_t unit, double time) {
    blocks_[unit].time = time;
    if (!concurrent_) {
        return false;
    }
    if (to_begin_ > 0) {
        return true;
    }
    if (time <= slice_end_) {
        return false;
    }
    double first = time;
    for (const Block& block : blocks_) {
        if (block.takes_part) {
            first = std::min(first, block.time);
        }
    }
    slice_end_ = first + kSlice;
    return time > slice_end_;
}

}  // namespace observe::cycles
