// Elements named by indices.
#pragma once

#include <cstring>
#include <stdexcept>
#include <string>

#include "opapi/host.h"

namespace opapi {

/// Consecutive elements of any type.
struct Elements {
    explicit Elements(const nnopbase::View& view)
        : bytes(ReadBytes(view)), size(nnopbase::ElementBits(view.dtype) / 8) {}

    void Copy(size_t to, const Elements& from, size_t from_index) {
        std::memcpy(&bytes[to * size], &from.bytes[from_index * size], size);
    }

    std::vector<uint8_t> bytes;
    size_t size;
};

/// An index that may count from the end; one that does not exist fails the operator.
inline size_t ResolveIndex(int64_t index, size_t size) {
    const int64_t wrapped = index + (index < 0 ? static_cast<int64_t>(size) : 0);
    if (wrapped < 0 || wrapped >= static_cast<int64_t>(size)) {
        throw std::out_of_range("the index " + std::to_string(index) +
                                " is out of range of a dimension of size " + std::to_string(size));
    }
    return static_cast<size_t>(wrapped);
}

/// Whether all that are given are tensors of integers.
inline bool AreIndices(const Tensors& indices) {
    for (const aclTensor* index : indices) {
        if (index != nullptr &&
            (index->GetDataType() == ge::DT_BOOL || !l0::IsWhole(index->GetDataType()))) {
            return false;
        }
    }
    return true;
}

}  // namespace opapi
