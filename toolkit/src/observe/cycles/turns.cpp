#include "observe/cycles/turns.h"

#include <algorithm>

namespace observe::cycles {
namespace {

constexpr double kTurn = 0.25;  // us by which a block may be ahead: less than a tile takes to load

}  // namespace

void Turns::Begin(uint32_t unit, uint32_t blocks, bool side_by_side) {
    if (blocks_.empty()) {
        to_begin_ = blocks;
        blocks_.resize(blocks);
    }
    --to_begin_;
    blocks_[unit].takes_part = true;
    side_by_side_ = side_by_side;
}

bool Turns::IsAhead(uint32_t unit, double time) {
    blocks_[unit].time = time;
    if (!side_by_side_) {
        return false;
    }
    if (to_begin_ > 0) {
        return true;
    }
    if (time <= turn_ends_) {
        return false;
    }
    double first = time;
    for (const Block& block : blocks_) {
        if (block.takes_part) {
            first = std::min(first, block.time);
        }
    }
    turn_ends_ = first + kTurn;
    return time > turn_ends_;
}

}  // namespace observe::cycles
