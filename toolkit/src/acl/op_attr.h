// What aclopAttr holds.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "acl/acl_op.h"

struct aclopAttr {
    struct Value {
        /// kOther: lists of strings and of lists, which no kernel takes.
        enum class Kind { kBool, kInt, kFloat, kString, kBools, kInts, kFloats, kOther };

        Kind kind = Kind::kOther;
        std::vector<int64_t> integers;  ///< also of bool
        std::vector<float> reals;
        std::string text;
    };

    std::map<std::string, Value> values;
};
