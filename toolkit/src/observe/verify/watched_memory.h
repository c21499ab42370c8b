// A piece of memory around one execution of an instruction.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/core.h"
#include "observe/access/access.h"

namespace observe {

/// A byte of the memory, and what is wrong with it.
struct Violation {
    AscendC::Hardware memory;
    uint64_t offset;  ///< from the start of the memory
    const char* problem;
};

/// Remembers the memory before and after an execution, and which of its bytes are accessed.
class WatchedMemory {
public:
    /// Watches `bytes` bytes from `begin` on, of which `front` lie before offset 0, in place of
    /// what it watched before.
    void Watch(AscendC::Hardware memory, uint8_t* begin, uint64_t bytes, uint64_t front);

    AscendC::Hardware memory() const { return memory_; }
    bool Contains(const Extent& extent) const {
        const uint64_t begin = reinterpret_cast<uint64_t>(begin_);
        return extent.begin >= begin && extent.end <= begin + bytes_;
    }

    /// Marks the bytes of a region, which lies within the memory.
    void Mark(const Region& region);
    /// Takes down the contents before the execution.
    void Begin();
    /// After the execution: whether nothing but written bytes has changed.
    bool OnlyWritesChanged(Violation* violation) const;
    /// Takes down the contents after the execution, and puts back those before it, with all bytes
    /// inverted that are not read.
    void Disturb();
    /// After the second execution: whether it had the same results.
    bool HasSameResults(Violation* violation) const;
    /// Puts back the contents after the first execution.
    void Finish();

private:
    enum ByteMark : uint8_t { kRead = 1, kWritten = 2 };

    bool Fails(uint64_t at, const char* problem, Violation* violation) const;
    /// Whether the unmarked bytes are as in `expected`; `at` gets the first that is not.
    bool IsUnchanged(const uint8_t* expected, uint64_t begin, uint64_t end, uint64_t* at) const;

    AscendC::Hardware memory_ = AscendC::Hardware::MAX;
    uint8_t* begin_ = nullptr;
    uint64_t bytes_ = 0;
    uint64_t front_ = 0;
    // What is marked lies in [marked_begin_, marked_end_); nothing if they are equal.
    uint64_t marked_begin_ = 0;
    uint64_t marked_end_ = 0;
    std::vector<uint8_t> marks_;
    std::vector<uint8_t> before_;
    std::vector<uint8_t> after_;
    std::vector<uint8_t> disturbed_;
};

}  // namespace observe
