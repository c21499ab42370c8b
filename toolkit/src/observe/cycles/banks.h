// Conflicts of a vector instruction's operands in the unified buffer.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <tuple>

namespace observe::cycles {

/// An operand: 8 blocks of 32 bytes per repeat.
struct BlockStream {
    uint64_t offset = 0;      ///< bytes from the start of the buffer
    uint32_t blk_stride = 0;  ///< blocks
    uint32_t rep_stride = 0;  ///< blocks
};

/// The operands that an instruction reads.
struct BlockStreams {
    std::array<BlockStream, 2> streams;
    uint32_t count = 0;

    void Add(const BlockStream& stream) { streams[count++] = stream; }
};

/// The unified buffer, cut up: a block lies in the bank group of its number, which serves one block
/// per cycle, and with the same group of the same 64 KB in one bank.
class Banks {
public:
    /// `read_write_conflict`: cycles per repeat that writes a bank which the next repeat reads.
    Banks(uint32_t groups, double read_write_conflict)
        : groups_(groups), read_write_conflict_(read_write_conflict) {}

    /// Cycles per repeat that the buffer needs at least, on average over the repeats.
    double Cycles(const BlockStreams& sources, const BlockStream& target, uint32_t repeats);

private:
    using Key = std::array<uint64_t, 4>;

    double Compute(const BlockStreams& sources, const BlockStream& target, uint32_t repeats) const;
    bool SameBank(uint64_t a, uint64_t b) const;

    uint32_t groups_;
    double read_write_conflict_;
    std::map<Key, double> cycles_;
};

}  // namespace observe::cycles
