// Parameters of the kernel, shared with host code.
#pragma once
#include <cstdint>

struct AddTiling {
    uint32_t length;
};
