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

#include "kernel_operator.h"

namespace AscendC {
/// The kind of core is the launch's.
inline void SetGCoreType(int) {}
}  // namespace AscendC
