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

/// The kind of core is the launch's, whatever tests set; they name it with and without the
/// namespace.
inline int devkit_core_type = 0;
namespace AscendC {
using ::devkit_core_type;
constexpr int MIX_TYPE = 0;
inline void SetGCoreType(int) {}
/// The simulator itself ends a launch that waits for a flag which nobody set.
inline void CheckSyncState() {}
}  // namespace AscendC
#define g_coreType devkit_core_type
/// mockcpp's, when cases end; those that replace functions (MOCKER) do not compile.
struct GlobalMockObject {
    static void verify() {}
    static void reset() {}
};
