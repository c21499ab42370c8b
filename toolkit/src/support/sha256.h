// SHA-256 (FIPS 180-4).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace support {

using Sha256Digest = std::array<uint8_t, 32>;

/// Return the digest of `size` bytes.
Sha256Digest Sha256(const void* data, size_t size);

/// Return a digest as 64 lower-case hexadecimal digits.
std::string HexText(const Sha256Digest& digest);

namespace internal {
/// Return the digest without instructions that only some CPUs have.
Sha256Digest PortableSha256(const void* data, size_t size);
}  // namespace internal

}  // namespace support
