// Prints number and name of every type of elements of the host headers.
#include <cstdio>

#include "graph/utils/type_utils.h"

int main() {
    for (int number = 0; number < ge::DT_MAX; ++number) {
        const auto type = static_cast<ge::DataType>(number);
        std::printf("%d %s\n", number, ge::TypeUtils::DataTypeToSerialString(type).c_str());
    }
}
