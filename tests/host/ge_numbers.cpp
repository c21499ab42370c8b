// Prints number and name of every type of elements and every format of the host headers.
#include <cstdio>

#include "graph/utils/type_utils.h"

int main() {
    for (int number = 0; number < ge::DT_MAX; ++number) {
        const auto type = static_cast<ge::DataType>(number);
        std::printf("type %d %s\n", number, ge::TypeUtils::DataTypeToSerialString(type).c_str());
    }
    for (int number = 0; number < ge::FORMAT_END; ++number) {
        const auto format = static_cast<ge::Format>(number);
        std::printf("format %d %s\n", number, ge::TypeUtils::FormatToSerialString(format).c_str());
    }
}
