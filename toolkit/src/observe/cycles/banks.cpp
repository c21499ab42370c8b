#include "observe/cycles/banks.h"

#include <algorithm>

namespace observe::cycles {
namespace {

constexpr uint32_t kBlockBytes = 32;
constexpr uint32_t kBlocksPerRepeat = 8;
constexpr uint32_t kBlocksPerBankId = (1U << 16) / kBlockBytes;  // that lie in banks of one id
constexpr uint32_t kMaxGroups = 16;
// Strides are whole blocks, so the groups of the repeats follow a cycle of at most this length.
constexpr uint32_t kPeriod = kMaxGroups;
constexpr size_t kMostCached = 4096;

using Blocks = std::array<uint64_t, kBlocksPerRepeat>;

Blocks BlocksOf(const BlockStream& stream, uint32_t repeat) {
    Blocks blocks;
    for (uint32_t b = 0; b < kBlocksPerRepeat; ++b) {
        blocks[b] = stream.offset / kBlockBytes + uint64_t{repeat} * stream.rep_stride +
                    uint64_t{b} * stream.blk_stride;
    }
    return blocks;
}

/// How many blocks each group is asked for, and the most; a block that is named twice is served
/// once.
class Load {
public:
    explicit Load(uint32_t groups) : groups_(groups) {}

    void Add(const Blocks& blocks) {
        for (const uint64_t block : blocks) {
            if (std::find(blocks_.begin(), blocks_.begin() + count_, block) ==
                blocks_.begin() + count_) {
                blocks_[count_++] = block;
                most_ = std::max(most_, ++load_[block % groups_]);
            }
        }
    }
    uint32_t most() const { return most_; }

private:
    uint32_t groups_;
    std::array<uint64_t, 2 * kBlocksPerRepeat> blocks_{};
    uint32_t count_ = 0;
    std::array<uint32_t, kMaxGroups> load_{};
    uint32_t most_ = 0;
};

uint64_t Packed(const BlockStream& stream) {
    return stream.offset / kBlockBytes << 32 ^ uint64_t { stream.blk_stride } << 16 ^
           stream.rep_stride;
}

}  // namespace

double Banks::Cycles(const BlockStreams& sources, const BlockStream& target, uint32_t repeats) {
    Key key = {Packed(target), 0, 0, uint64_t{std::min(repeats, kPeriod)} << 8 | sources.count};
    for (uint32_t i = 0; i < sources.count; ++i) {
        key[1 + i] = Packed(sources.streams[i]);
    }
    const auto entry = cycles_.find(key);
    if (entry != cycles_.end()) {
        return entry->second;
    }
    if (cycles_.size() >= kMostCached) {
        cycles_.clear();
    }
    return cycles_[key] = Compute(sources, target, repeats);
}

double Banks::Compute(const BlockStreams& sources, const BlockStream& target,
                      uint32_t repeats) const {
    const uint32_t looked_at = std::min(repeats, kPeriod);
    double cycles = 0;
    for (uint32_t r = 0; r < looked_at; ++r) {
        Load reads(groups_);
        Load writes(groups_);
        writes.Add(BlocksOf(target, r));
        bool conflict = false;
        for (uint32_t i = 0; i < sources.count; ++i) {
            const Blocks read = BlocksOf(sources.streams[i], r);
            reads.Add(read);
            // Results are written while the next repeat is read.
            const Blocks next = BlocksOf(sources.streams[i], r + 1);
            const Blocks written = BlocksOf(target, r);
            conflict |= repeats > 1 && std::any_of(written.begin(), written.end(), [&](uint64_t w) {
                            return std::any_of(next.begin(), next.end(),
                                               [&](uint64_t b) { return SameBank(w, b); });
                        });
        }
        cycles += std::max(reads.most(), writes.most()) + (conflict ? read_write_conflict_ : 0);
    }
    return looked_at == 0 ? 0 : cycles / looked_at;
}

bool Banks::SameBank(uint64_t a, uint64_t b) const {
    return a % groups_ == b % groups_ && a / kBlocksPerBankId == b / kBlocksPerBankId;
}

}  // namespace observe::cycles
