// Chooses the block of a launch that continues, so that cores meet in memory as concurrent ones do.
#pragma once

#include <cstdint>
#include <vector>

namespace observe::cycles {

/// Blocks run on one thread. Those of a launch that has a core for each are scheduled by model
/// time, so that what several cores read is fetched by the one that comes first in it. More blocks
/// than that run one after the other: each one begun holds the memories of a core.
class BlockOrder {
public:
    /// A block begins. `blocks`: of the launch; `side_by_side`: there is a core for each.
    void Begin(uint32_t unit, uint32_t blocks, bool concurrent);
    /// The block waits for others, or has ended: nobody waits for it to catch up.
    void Leave(uint32_t unit) { blocks_[unit].takes_part = false; }
    /// It goes on.
    void Return(uint32_t unit) { blocks_[unit].takes_part = true; }

    /// The block has come to `time`, in microseconds of the launch; true if it is to let others go
    /// first.
    bool IsAhead(uint32_t unit, double time);
    bool concurrent() const { return concurrent_; }

private:
    struct Block {
        bool takes_part = false;
        double time = 0;
    };
    std::vector<Block> blocks_;  ///< by unit
    uint32_t to_begin_ = 0;
    bool concurrent_ = false;
    double slice_end_ = 0;  ///< a block that reaches it looks for one that lags
};

}  // namespace observe::cycles
