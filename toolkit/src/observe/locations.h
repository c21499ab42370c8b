// Where in a kernel's sources its records come from.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "observe/observe.h"

namespace observe {

/// A call on the way to a location. Inlined functions have separate frames.
struct Frame {
    std::string function;
    std::string file;  ///< as the debug information has it; empty: not known
    uint32_t line = 0;
    bool toolkit = false;  ///< in the headers of the kernel language, not in the user's sources
};

/// A location's number; locations of a launch are numbered from 0.
using LocationId = uint32_t;

/// The locations of one launch: the calls within the kernel's object that lead to a record.
class Locations {
public:
    explicit Locations(const AscendcObservedLaunch& launch);

    /// The location that the frame of a record belongs to (AscendcObserver::issue). Costs a walk
    /// over a few frames and a look into a table.
    LocationId At(const AscendcBlock& block, const void* const* frame);
    /// A number for the location that other launches of the object have, too.
    uint64_t KeyOf(LocationId location) const;
    /// The location of return addresses, innermost first, ended by 0: of a fault.
    LocationId OfCalls(const uint64_t* calls);

    /// Looks all locations up, at once. Where neither a file of lines nor addr2line of binutils
    /// says anything, frames have no file.
    void Resolve();

    /// After Resolve: innermost first.
    const std::vector<Frame>& FramesOf(LocationId location) const { return frames_[location]; }
    /// After Resolve: the innermost frame in the user's sources; the innermost of all if none is.
    const Frame& LineOf(LocationId location) const;
    uint32_t size() const { return static_cast<uint32_t>(chains_.size()); }

private:
    static constexpr int kMost = 12;
    struct Chain {
        uint32_t offsets[kMost];  ///< of the calls in the object
        int count = 0;
        bool operator==(const Chain& other) const;
    };
    struct Hash {
        size_t operator()(const Chain& chain) const;
    };
    LocationId Intern(const Chain& chain);

    static constexpr size_t kRecent = 64;

    std::string object_;
    uintptr_t base_ = 0;
    uintptr_t code_begin_ = 0;
    uintptr_t code_end_ = 0;
    std::unordered_map<Chain, LocationId, Hash> locations_;
    LocationId recent_[kRecent] = {};  ///< by the innermost call: loops come to few locations
    std::vector<Chain> chains_;
    std::vector<std::vector<Frame>> frames_;
};

}  // namespace observe
