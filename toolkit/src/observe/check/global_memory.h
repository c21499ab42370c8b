// Global memory as a launch was given it: its arguments, and which of their bytes have a meaning.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "observe/check/defined_bytes.h"
#include "observe/observe.h"

namespace observe {

/// An argument of the launch in global memory.
struct Argument {
    std::string name;
    uint32_t role;   ///< AscendcArgumentRole
    uint64_t begin;  ///< address
    uint64_t end;    ///< exactly, not rounded

    /// Whether the launch finds bytes without a meaning there.
    bool starts_undefined;
};

/// What an access outside of all memory that it may touch missed.
struct OutsideGlobal {
    const Argument* argument;  ///< the nearest; null: an allocation that is no argument
    uint64_t begin, end;       ///< of the argument or allocation
    uint64_t first_outside;    ///< address of the first byte outside
};

class GlobalMemory {
public:
    explicit GlobalMemory(const AscendcObservedLaunch& launch);

    /// The argument that `address` is in; null if it is in none.
    const Argument* Find(uint64_t address) const;
    /// Whether the access of [begin, end) leaves the memory in which it begins, or begins beyond
    /// the end of an argument. What is not known is not reported.
    bool IsOutside(uint64_t begin, uint64_t end, OutsideGlobal* outside) const;

    void Define(uint64_t begin, uint64_t end);
    void Undefine(uint64_t begin, uint64_t end, uint32_t origin);
    /// `end` if all bytes are defined, or nothing is known of them.
    uint64_t FirstUndefined(uint64_t begin, uint64_t end) const;
    uint64_t FirstDefined(uint64_t begin, uint64_t end) const;
    uint32_t OriginOf(uint64_t address) const;

    const std::vector<Argument>& arguments() const { return arguments_; }

private:
    static constexpr uint64_t kPage = 65536;
    /// The distance after an argument up to which an access counts as one that missed it.
    static constexpr uint64_t kNear = uint64_t{1} << 20;

    /// The undefined bytes of one argument; pages come into being when they are written.
    struct Shadow {
        std::vector<std::unique_ptr<DefinedBytes>> pages;
    };
    size_t IndexOf(uint64_t address) const;
    template <typename Visit>
    void ForEachPage(uint64_t begin, uint64_t end, bool make, Visit visit) const;

    std::vector<Argument> arguments_;  ///< by address, none empty
    mutable std::vector<Shadow> shadows_;
    bool (*find_allocation_)(uint64_t, uint64_t*, uint64_t*);
};

}  // namespace observe
