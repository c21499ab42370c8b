// Loads from global memory wait for it. On some CPUs it helps to read several places at a time, and
// ahead, which keeps more line buffers busy; others have instructions for long copies that nothing
// beats, and memcpy uses them. Which is faster is found out while kernels run. Stores to global
// memory go past the caches, so that lines are not read only to be overwritten and the on-chip
// memories stay cached.
#include "aicore/move/long_copy.h"

#include "aicore/exec/intrinsics.h"
#include "aicore/exec/simd.h"
#include "aicore/instruction_executor.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr size_t kLine = 64;
constexpr size_t kStreams = 4;
#if defined(__AVX512F__)
constexpr size_t kLinesAtOnce = 2;
#else
constexpr size_t kLinesAtOnce = 1;
#endif
constexpr size_t kStep = kLinesAtOnce * kLine;
constexpr size_t kAhead = 512;

#if defined(__AVX512F__)
struct Line {
    __m512i a;
    void Load(const uint8_t* from) { a = _mm512_loadu_si512(from); }
    void Store(uint8_t* to) const { _mm512_storeu_si512(to, a); }
    void StorePastCaches(uint8_t* to) const {
        _mm512_stream_si512(reinterpret_cast<__m512i*>(to), a);
    }
};
#elif defined(__AVX__)
struct Line {
    __m256i a, b;
    void Load(const uint8_t* from) {
        a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
        b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from) + 1);
    }
    void Store(uint8_t* to) const {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), a);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to) + 1, b);
    }
    void StorePastCaches(uint8_t* to) const {
        _mm256_stream_si256(reinterpret_cast<__m256i*>(to), a);
        _mm256_stream_si256(reinterpret_cast<__m256i*>(to) + 1, b);
    }
};
#else
struct Line {
    uint64_t words[kLine / 8];
    void Load(const uint8_t* from) { std::memcpy(words, from, kLine); }
    void Store(uint8_t* to) const { std::memcpy(to, words, kLine); }
    void StorePastCaches(uint8_t* to) const {
#if defined(__SSE2__)
        for (size_t i = 0; i < 4; ++i) {
            _mm_stream_si128(reinterpret_cast<__m128i*>(to) + i,
                             _mm_loadu_si128(reinterpret_cast<const __m128i*>(words) + i));
        }
#else
        Store(to);
#endif
    }
};
#endif

/// Orders stores past the caches before what follows.
void Drain() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

/// `bytes` is a multiple of kStreams * kStep. The places are often a multiple of 4096 apart, and
/// CPUs confuse a load with an older store to such an address: all loads come first.
void LoadInWays(uint8_t* dst, const uint8_t* src, size_t bytes) {
    const size_t chunk = bytes / kStreams;
    for (size_t i = 0; i < chunk; i += kStep) {
        Line lines[kStreams][kLinesAtOnce];
        for (size_t w = 0; w < kStreams; ++w) {
            for (size_t line = 0; line < kLinesAtOnce; ++line) {
                const uint8_t* from = src + w * chunk + i + line * kLine;
                __builtin_prefetch(from + kAhead);
                lines[w][line].Load(from);
            }
        }
        for (size_t w = 0; w < kStreams; ++w) {
            for (size_t line = 0; line < kLinesAtOnce; ++line) {
                lines[w][line].Store(dst + w * chunk + i + line * kLine);
            }
        }
    }
}

#if defined(__SSE2__)
enum Kind : uint32_t { kInWays, kMemcpy };

/// Which kind of load a thread takes: the one that was faster lately. That depends on the CPU, and
/// on whether what is loaded comes from the caches. Both are timed at first, and now and then.
struct Choice {
    uint32_t loads;
    uint32_t average[2];  ///< ticks per KiB, of the last ones more than of those before
};
constexpr uint32_t kTimedFirst = 16;
constexpr uint32_t kTimedEvery = 128;  ///< one load of each kind in as many
/// Slower than that is a page fault or another thread's turn; in ticks per KiB.
constexpr uint64_t kSlowest = 2048;
__thread Choice t_choice __attribute__((tls_model("initial-exec"))) = {};

void LoadAs(Kind kind, uint8_t* dst, const uint8_t* src, size_t bytes) {
    if (kind == kMemcpy) {
        std::memcpy(dst, src, bytes);
    } else {
        LoadInWays(dst, src, bytes);
    }
}

void Load(uint8_t* dst, const uint8_t* src, size_t bytes) {
    Choice& choice = t_choice;
    const uint32_t number = choice.loads++;
    if (number >= kTimedFirst && number % kTimedEvery >= 2) {
        const bool copies = choice.average[kMemcpy] < choice.average[kInWays];
        LoadAs(copies ? kMemcpy : kInWays, dst, src, bytes);
        return;
    }
    const Kind kind = number % 2 == 0 ? kInWays : kMemcpy;
    const uint64_t start = __rdtsc();
    LoadAs(kind, dst, src, bytes);
    const uint64_t measured = (__rdtsc() - start) * 1024 / bytes;
    const uint32_t ticks = static_cast<uint32_t>(measured < kSlowest ? measured : kSlowest);
    uint32_t& average = choice.average[kind];
    average = number < 2 ? ticks : (average * 3 + ticks) / 4;
}
#else
void Load(uint8_t* dst, const uint8_t* src, size_t bytes) {
    LoadInWays(dst, src, bytes);
}
#endif

/// `dst` is aligned to a line, `bytes` a multiple of it.
void Store(uint8_t* dst, const uint8_t* src, size_t bytes) {
    for (size_t i = 0; i < bytes; i += kLine) {
        Line line;
        line.Load(src + i);
        line.StorePastCaches(dst + i);
    }
    Drain();
}

void RunLongCopy(const LongCopyRecord* record) {
    uint8_t* dst = record->dst;
    const uint8_t* src = record->src;
    size_t bytes = record->bytes;
    const size_t unit = record->to_global ? kLine : kStreams * kStep;
    const size_t offset = record->to_global ? reinterpret_cast<uintptr_t>(dst) % kLine : 0;
    const size_t head = offset == 0 ? 0 : kLine - offset;
    if (bytes < head + unit) {
        std::memcpy(dst, src, bytes);
        return;
    }
    std::memcpy(dst, src, head);
    const size_t body = (bytes - head) / unit * unit;
    if (record->to_global) {
        Store(dst + head, src + head, body);
    } else {
        Load(dst, src, body);
    }
    const size_t done = head + body;
    std::memcpy(dst + done, src + done, bytes - done);
}

}  // namespace
AICORE_PART(aicore_long_copy, LongCopyRecord, RunLongCopy)
}  // namespace AscendC::isa::exec::AICORE_ISA_NS
