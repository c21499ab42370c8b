#pragma once

#include <cstddef>

namespace runtime {

/// The next multiple of `unit`; `value` itself if it is one.
constexpr size_t RoundUp(size_t value, size_t unit) {
    return (value + unit - 1) / unit * unit;
}

}  // namespace runtime
