#include "support/sha256.h"

#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace support {
namespace {

constexpr size_t kBlockBytes = 64;
constexpr size_t kLengthBytes = 8;

using State = std::array<uint32_t, 8>;
/// Adds `count` blocks to the state.
using Compress = void (*)(State* state, const uint8_t* blocks, size_t count);

constexpr State kInitialState = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

alignas(16) constexpr uint32_t kRoundConstants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t RotatedRight(uint32_t value, int bits) {
    return (value >> bits) | (value << (32 - bits));
}

uint32_t BigEndianWord(const uint8_t* bytes) {
    return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

void CompressPortably(State* state, const uint8_t* blocks, size_t count) {
    for (; count > 0; --count, blocks += kBlockBytes) {
        uint32_t w[64];
        for (int i = 0; i < 16; ++i) {
            w[i] = BigEndianWord(blocks + 4 * i);
        }
        for (int i = 16; i < 64; ++i) {
            const uint32_t early = w[i - 15];
            const uint32_t late = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] +
                   (RotatedRight(early, 7) ^ RotatedRight(early, 18) ^ (early >> 3)) +
                   (RotatedRight(late, 17) ^ RotatedRight(late, 19) ^ (late >> 10));
        }
        State s = *state;
        for (int i = 0; i < 64; ++i) {
            const uint32_t mixed_e =
                RotatedRight(s[4], 6) ^ RotatedRight(s[4], 11) ^ RotatedRight(s[4], 25);
            const uint32_t chosen = (s[4] & s[5]) ^ (~s[4] & s[6]);
            const uint32_t first = s[7] + mixed_e + chosen + kRoundConstants[i] + w[i];
            const uint32_t mixed_a =
                RotatedRight(s[0], 2) ^ RotatedRight(s[0], 13) ^ RotatedRight(s[0], 22);
            const uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
            s = {first + mixed_a + majority, s[0], s[1], s[2], s[3] + first, s[4], s[5], s[6]};
        }
        for (size_t i = 0; i < s.size(); ++i) {
            (*state)[i] += s[i];
        }
    }
}

#if defined(__x86_64__)

bool CpuHasSha() {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned kShaBit = 1U << 29;
    return __builtin_cpu_supports("sse4.1") != 0 && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 &&
           (b & kShaBit) != 0;
}

__attribute__((target("sha,sse4.1,ssse3"))) void CompressWithSha(State* state,
                                                                 const uint8_t* blocks,
                                                                 size_t count) {
    // The instructions take the words of the state as (a, b, e, f) and (c, d, g, h), highest first.
    const auto lane = [state](int i) { return static_cast<int>((*state)[i]); };
    __m128i abef = _mm_set_epi32(lane(0), lane(1), lane(4), lane(5));
    __m128i cdgh = _mm_set_epi32(lane(2), lane(3), lane(6), lane(7));
    const __m128i byte_order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const auto* const constants = reinterpret_cast<const __m128i*>(kRoundConstants);
    for (; count > 0; --count, blocks += kBlockBytes) {
        const __m128i abef_before = abef;
        const __m128i cdgh_before = cdgh;
        __m128i w[4];
        for (int i = 0; i < 16; ++i) {
            __m128i& next = w[i % 4];
            if (i < 4) {
                next = _mm_shuffle_epi8(
                    _mm_loadu_si128(reinterpret_cast<const __m128i*>(blocks) + i), byte_order);
            } else {
                const __m128i& last = w[(i + 3) % 4];
                const __m128i seven_before = _mm_alignr_epi8(last, w[(i + 2) % 4], 4);
                next = _mm_sha256msg2_epu32(
                    _mm_add_epi32(_mm_sha256msg1_epu32(next, w[(i + 1) % 4]), seven_before), last);
            }
            const __m128i added = _mm_add_epi32(next, _mm_load_si128(constants + i));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0E));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    alignas(16) uint32_t low_first[8];
    _mm_store_si128(reinterpret_cast<__m128i*>(low_first), abef);
    _mm_store_si128(reinterpret_cast<__m128i*>(low_first + 4), cdgh);
    *state = {low_first[3], low_first[2], low_first[7], low_first[6],
              low_first[1], low_first[0], low_first[5], low_first[4]};
}

#endif

Compress BestCompress() {
#if defined(__x86_64__)
    static const Compress best = CpuHasSha() ? CompressWithSha : CompressPortably;
    return best;
#else
    return CompressPortably;
#endif
}

Sha256Digest DigestOf(const void* data, size_t size, Compress compress) {
    const auto* const bytes = static_cast<const uint8_t*>(data);
    State state = kInitialState;
    const size_t whole = size / kBlockBytes;
    compress(&state, bytes, whole);
    // The rest, a bit, and the length in bits at the end of a block.
    uint8_t tail[2 * kBlockBytes] = {};
    const size_t rest = size % kBlockBytes;
    if (rest > 0) {
        memcpy(tail, bytes + whole * kBlockBytes, rest);
    }
    tail[rest] = 0x80;
    const size_t blocks = rest + 1 + kLengthBytes > kBlockBytes ? 2 : 1;
    const uint64_t bits = uint64_t{size} * 8;
    for (size_t i = 0; i < kLengthBytes; ++i) {
        tail[blocks * kBlockBytes - 1 - i] = static_cast<uint8_t>(bits >> (8 * i));
    }
    compress(&state, tail, blocks);
    Sha256Digest digest;
    for (size_t i = 0; i < digest.size(); ++i) {
        digest[i] = static_cast<uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
    }
    return digest;
}

}  // namespace

Sha256Digest Sha256(const void* data, size_t size) {
    return DigestOf(data, size, BestCompress());
}

Sha256Digest internal::PortableSha256(const void* data, size_t size) {
    return DigestOf(data, size, CompressPortably);
}

std::string HexText(const Sha256Digest& digest) {
    static const char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const uint8_t byte : digest) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

}  // namespace support
