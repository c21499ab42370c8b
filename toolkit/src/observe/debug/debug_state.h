// What a debugger reads of the launch that runs. Nobody else uses it: the layout is known to
// custom_compiler/debug, which checks `version`.
#pragma once

#include <cstdint>

namespace observe {

/// A flag that was set and not waited for.
struct DebugFlag {
    uint8_t pipe;        ///< pipe_t of the producer
    uint8_t other_pipe;  ///< of the consumer
    uint16_t reserved;
    int32_t id;
    int32_t count;  ///< sets less waits
};

struct DebugBlock {
    static constexpr int kFlags = 64;
    enum State : uint32_t { kNotBegun = 0, kBegun = 1, kEnded = 2 };

    uint32_t unit;
    uint32_t block;
    int32_t core_type;
    uint32_t state;
    const void* core;  ///< AscendC::isa::Core; null: not begun
    uint64_t records;  ///< handed over so far
    const char* last;  ///< name of the last one
    uint32_t flag_count;
    uint32_t reserved;
    DebugFlag flags[kFlags];
};

struct DebugLaunch {
    uint32_t version;
    uint32_t block_count;
    uint64_t index;
    const char* kernel;
    DebugBlock* blocks;  ///< null: no launch
    const DebugBlock* current;
};

}  // namespace observe
