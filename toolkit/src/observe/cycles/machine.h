// The chip as the cycle model sees it.
#pragma once

#include <cstdint>

#include "observe/cycles/constants.h"
#include "observe/cycles/memory_system.h"
#include "platform/soc_table.h"

namespace observe::cycles {

/// Core types as in isa::Core::core_type.
constexpr int32_t kMix = 0, kAic = 1, kAiv = 2;

/// Figures of the chip.
class Machine {
public:
    Machine(const Constants& constants, const platform::SocSpec& soc);

    /// How many of `launched` cores of a type work at a time.
    uint32_t AtATime(int32_t type, uint32_t launched) const;
    /// Clock in MHz.
    uint32_t ClockOf(int32_t type) const { return type == kAiv ? vector_clock_ : cube_clock_; }
    /// What each of `cores` cores of a type gets.
    BandwidthShare ShareOf(int32_t type, uint32_t cores) const;
    uint32_t bank_groups() const { return bank_groups_; }
    uint64_t l2_size() const { return l2_size_; }

private:
    uint32_t cube_cores_, vector_cores_, ai_cores_;
    uint32_t cube_clock_, vector_clock_;
    uint32_t bank_groups_;
    uint64_t l2_size_;
    double ddr_, l2_read_, l2_write_;  ///< bytes per second of the chip
};

}  // namespace observe::cycles
