// The output of the cores of a launch, printed after its end: core by core, as CANN prints it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace aicore {

class Launch;
struct Unit;

/// Each core writes records into separate memory, which the host reads when all have ended.
class Output {
public:
    /// Adds what a core prints; it is lost if no `record_bytes` are left of the core's memory.
    void Add(const Launch& launch, const Unit& unit, const char* text, size_t size,
             size_t record_bytes);
    /// Hands the texts to the launch's reader: vector cores, then cube cores, each in the order of
    /// the blocks.
    void Deliver(const Launch& launch);

private:
    static constexpr uint32_t kCoreBytes = 1 << 20;
    static constexpr uint32_t kHeadBytes = 48;

    struct CoreOutput {
        std::string text;
        uint32_t free_bytes = kCoreBytes - kHeadBytes;
        bool incomplete = false;
    };

    static std::string HeadOf(const Launch& launch, int32_t core_type, uint32_t block,
                              const CoreOutput& core);

    std::mutex mutex_;
    std::map<std::pair<bool, uint32_t>, CoreOutput> cores_;  // by: is it a cube core, which block
};

}  // namespace aicore
