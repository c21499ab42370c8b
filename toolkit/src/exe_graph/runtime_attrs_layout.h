// Memory layout of gert::RuntimeAttrs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gert {

/// Followed by one size_t per attribute, the offset of its value from the start of this header, and
/// the values.
struct RuntimeAttrsHeader {
    size_t attr_num;
    uint8_t reserved[40];
};

}  // namespace gert
