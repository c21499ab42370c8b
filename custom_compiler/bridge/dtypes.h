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

/// The source of each bridge defines it, from the table of element types of custom_compiler.
const std::vector<Dtype>& Dtypes();

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
