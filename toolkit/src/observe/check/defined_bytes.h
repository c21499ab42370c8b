// Which bytes of a memory have a meaning, and where those that have none came from.
#pragma once

#include <cstdint>
#include <vector>

namespace observe {

/// One bit per byte, and per 32 bytes the site that first made something of undefined bytes. At
/// first nothing is defined. Ranges must lie in the memory.
class DefinedBytes {
public:
    explicit DefinedBytes(uint64_t size)
        : bits_((size + 63) / 64, 0), origins_((size + kCell - 1) / kCell, 0) {}

    void Define(uint64_t begin, uint64_t end);
    /// Bytes that were computed from undefined ones; `origin`: 0 if nobody wrote them.
    void Undefine(uint64_t begin, uint64_t end, uint32_t origin);

    bool IsDefined(uint64_t byte) const { return (bits_[byte / 64] >> byte % 64 & 1) != 0; }
    /// `end` if all are defined.
    uint64_t FirstUndefined(uint64_t begin, uint64_t end) const;
    /// `end` if none is.
    uint64_t FirstDefined(uint64_t begin, uint64_t end) const;
    uint32_t OriginOf(uint64_t byte) const { return origins_[byte / kCell]; }

private:
    static constexpr uint64_t kCell = 32;
    uint64_t First(uint64_t begin, uint64_t end, uint64_t inverted) const;

    std::vector<uint64_t> bits_;
    std::vector<uint32_t> origins_;
};

}  // namespace observe
