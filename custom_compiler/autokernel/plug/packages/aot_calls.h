// What generated AOT functions of an operator share: shapes of a call, checked.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

enum TypeId : int {};  // MindSpore's numbers of element types

namespace aot {

using Shape = std::vector<int64_t>;

inline void Check(bool holds, const char* otherwise) {
    if (!holds) {
        throw std::runtime_error(otherwise);
    }
}

/// Gives a size its number; the second one must be the same.
inline void Set(int64_t* size, int64_t actual, const char* size_name) {
    if (*size != -1 && *size != actual) {
        throw std::runtime_error(std::string(size_name) + " is " + std::to_string(actual) +
                                 " here, elsewhere " + std::to_string(*size));
    }
    *size = actual;
}

inline int64_t Product(const Shape& shape) {
    int64_t product = 1;
    for (const int64_t size : shape) {
        product *= size;
    }
    return product;
}

/// Whether a dimension is not known yet.
inline bool IsOpen(int inputs, const int* ndims, int64_t* const* shapes) {
    for (int i = 0; i < inputs; ++i) {
        for (int j = 0; j < ndims[i]; ++j) {
            if (shapes[i][j] < 0) {
                return true;
            }
        }
    }
    return false;
}

inline bool Are(const char** names, const std::vector<const char*>& types) {
    for (size_t i = 0; i < types.size(); ++i) {
        if (std::strcmp(names[i], types[i]) != 0) {
            return false;
        }
    }
    return true;
}

/// Runs `call`, which says whether a kernel ran; failures are one line and 1.
template <typename Call>
int Guard(const char* name, Call call) {
    try {
        Check(call(), "no kernel for these element types");
        return 0;
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s: %s\n", name, failure.what());
        return 1;
    }
}

}  // namespace aot
