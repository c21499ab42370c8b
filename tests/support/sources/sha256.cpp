#include "support/sha256.h"

#include <cstdio>
#include <vector>

int main() {
    for (size_t size = 0; size < 300; ++size) {
        std::vector<uint8_t> data(size);
        for (size_t i = 0; i < size; ++i) {
            data[i] = static_cast<uint8_t>(7 * i + size);
        }
        std::printf("%s %s\n", support::HexText(support::Sha256(data.data(), size)).c_str(),
                    support::HexText(support::internal::PortableSha256(data.data(), size)).c_str());
    }
}
