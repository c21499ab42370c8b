// Types of elements, as aclnn and as MindSpore number and name them.
#pragma once

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "acl/acl_base.h"

enum TypeId : int {};  // MindSpore's numbers of types

namespace bridge {

struct Dtype {
    const char* name;
    aclDataType acl;
    int mindspore;
    size_t bytes;
};

inline const std::vector<Dtype>& Dtypes() {
    static const std::vector<Dtype> dtypes = {{"bool", ACL_BOOL, 30, 1},
                                              {"int8", ACL_INT8, 32, 1},
                                              {"int16", ACL_INT16, 33, 2},
                                              {"int32", ACL_INT32, 34, 4},
                                              {"int64", ACL_INT64, 35, 8},
                                              {"uint8", ACL_UINT8, 37, 1},
                                              {"uint16", ACL_UINT16, 38, 2},
                                              {"uint32", ACL_UINT32, 39, 4},
                                              {"uint64", ACL_UINT64, 40, 8},
                                              {"float16", ACL_FLOAT16, 42, 2},
                                              {"float32", ACL_FLOAT, 43, 4},
                                              {"float64", ACL_DOUBLE, 44, 8},
                                              {"bfloat16", ACL_BF16, 45, 2},
                                              {"complex64", ACL_COMPLEX64, 51, 8},
                                              {"complex128", ACL_COMPLEX128, 52, 16}};
    return dtypes;
}

template <typename Matches>
const Dtype& FindDtype(Matches matches, const std::string& shown) {
    for (const Dtype& dtype : Dtypes()) {
        if (matches(dtype)) {
            return dtype;
        }
    }
    throw std::runtime_error("the type " + shown + " is not supported");
}

inline const Dtype& DtypeOf(aclDataType type) {
    return FindDtype([type](const Dtype& dtype) { return dtype.acl == type; },
                     std::to_string(type));
}

inline const Dtype& DtypeNamed(const char* name) {
    return FindDtype([name](const Dtype& dtype) { return std::strcmp(dtype.name, name) == 0; },
                     name);
}

inline const Dtype& DtypeOfMindSpore(int type) {
    return FindDtype([type](const Dtype& dtype) { return dtype.mindspore == type; },
                     "number " + std::to_string(type));
}

}  // namespace bridge
