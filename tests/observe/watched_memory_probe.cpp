// Executes made-up instructions in a watched memory, and prints what is wrong with each.
#include <cstdio>
#include <cstring>
#include <functional>

#include "observe/verify/watched_memory.h"

namespace {

using observe::AccessKind;
using observe::Region;

alignas(64) uint8_t g_memory[256];

Region RegionOf(AccessKind kind, uint64_t offset, uint64_t bytes) {
    Region region = {};
    region.kind = kind;
    region.memory = AscendC::Hardware::UB;
    region.base = reinterpret_cast<uint64_t>(g_memory) + offset;
    region.run = bytes;
    return region;
}

/// Bytes 0..15 are said to be read, 64..79 to be written.
void Verify(const char* name, const std::function<void()>& execute) {
    for (unsigned i = 0; i < sizeof(g_memory); ++i) {
        g_memory[i] = static_cast<uint8_t>(i * 7);
    }
    observe::WatchedMemory watched;
    watched.Watch(AscendC::Hardware::UB, g_memory, sizeof(g_memory), 0);
    watched.Mark(RegionOf(AccessKind::kRead, 0, 16));
    watched.Mark(RegionOf(AccessKind::kWrite, 64, 16));
    watched.Begin();
    execute();
    observe::Violation violation = {};
    if (!watched.OnlyWritesChanged(&violation)) {
        std::printf("%s: first %llu\n", name, static_cast<unsigned long long>(violation.offset));
        return;
    }
    watched.Disturb();
    execute();
    if (!watched.HasSameResults(&violation)) {
        std::printf("%s: second %llu\n", name, static_cast<unsigned long long>(violation.offset));
        return;
    }
    watched.Finish();
    std::printf("%s: right, then %d\n", name, g_memory[64] == g_memory[0] && g_memory[65] == 1);
}

}  // namespace

int main() {
    const auto copy = [](unsigned from, unsigned bytes) {
        std::memcpy(g_memory + 64, g_memory + from, bytes);
    };
    const auto right = [&] {
        copy(0, 16);
        g_memory[65] = 1;
    };
    Verify("as said", right);
    Verify("writes before", [&] {
        right();
        g_memory[20] ^= 1;
    });
    Verify("writes after", [&] {
        right();
        g_memory[80] ^= 1;
    });
    Verify("writes far away", [&] {
        right();
        g_memory[255] ^= 1;
    });
    Verify("reads more", [&] { copy(1, 16); });
    Verify("writes less", [&] { copy(0, 15); });
    Verify("writes where a byte differs", [&] {
        right();
        if (g_memory[200] != static_cast<uint8_t>(200 * 7)) {
            g_memory[100] ^= 1;
        }
    });
    return 0;
}
