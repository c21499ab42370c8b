#include "observe/cycles/machine.h"

#include <algorithm>
#include <cstdlib>

namespace observe::cycles {
namespace {

uint32_t NumberOf(const platform::SocSpec& soc, const char* section, const char* key,
                  uint32_t fallback) {
    const std::string* const text = soc.Get(section, key);
    return text == nullptr ? fallback
                           : static_cast<uint32_t>(std::strtoul(text->c_str(), nullptr, 10));
}

constexpr double kHzPerMhz = 1e6;

}  // namespace

Machine::Machine(const Constants& constants, const platform::SocSpec& soc) {
    cube_cores_ = std::max(soc.cube_core_cnt, 1U);
    vector_cores_ = std::max(soc.vector_core_cnt, 1U);
    ai_cores_ = std::max(soc.ai_core_cnt, 1U);
    const auto live = static_cast<uint32_t>(constants("chip.live_mhz." + soc.soc_version));
    cube_clock_ = live > 0 ? live : std::max(soc.cube_freq_mhz, 1U);
    vector_clock_ = live > 0 ? live : NumberOf(soc, "VectorCoreSpec", "vec_freq", cube_clock_);
    bank_groups_ = std::clamp(NumberOf(soc, "AICoreSpec", "ubbank_group_num", 16), 1U, 16U);
    l2_size_ = soc.l2_size;
    // What the chip's memory gives: measured where a row says so, else what its cores ask of it.
    const double of_all_cores = NumberOf(soc, "AICoreMemoryRates", "ddr_rate", 16) *
                                static_cast<double>(ai_cores_) * cube_clock_ * kHzPerMhz;
    ddr_ = constants("chip.ddr_bytes_per_s");
    const double measured_on = constants("chip.ddr_memory");
    if (ddr_ > 0 && measured_on > 0 && soc.memory_size > 0) {
        ddr_ *= std::min(1.0, static_cast<double>(soc.memory_size) / measured_on);
    }
    ddr_ = ddr_ > 0 ? ddr_ : of_all_cores;
    l2_read_ = constants("chip.l2_read_bytes_per_s");
    l2_read_ = l2_read_ > 0 ? l2_read_ : 4 * ddr_;
    l2_write_ = l2_read_ * constants("chip.l2_write_of_read");
}

uint32_t Machine::AtATime(int32_t type, uint32_t launched) const {
    const uint32_t cores = type == kAic ? cube_cores_ : type == kAiv ? vector_cores_ : ai_cores_;
    return std::clamp(launched, 1U, cores);
}

BandwidthShare Machine::ShareOf(int32_t type, uint32_t cores) const {
    const double cycles = static_cast<double>(cores) * ClockOf(type) * kHzPerMhz;
    return {ddr_ / cycles, l2_read_ / cycles, l2_write_ / cycles};
}

}  // namespace observe::cycles
