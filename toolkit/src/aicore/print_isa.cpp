// Run by CMake: prints the instruction set of this machine (CMakeLists.txt).
#include <cstdio>

#include "cpu_levels.h"

int main() {
    return std::fputs(aicore::NameOfCpuIsa(), stdout) < 0;
}
