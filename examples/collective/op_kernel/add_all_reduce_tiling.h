#pragma once

#include <cstdint>

#include "kernel_tiling/kernel_tiling.h"

struct AddAllReduceTilingData {
    Mc2InitTiling initTiling;
    Mc2CcTiling allReduceTiling;
    uint32_t length;
};
