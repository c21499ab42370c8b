// What asc-devkit's kernel tests have of CANN's CPU model before their first line.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "tikicpulib.h"

namespace AscendC {
/// The kind of core is the launch's, whatever tests set.
inline void SetGCoreType(int) {}
inline int devkit_core_type = 0;
}  // namespace AscendC
#define g_coreType devkit_core_type
