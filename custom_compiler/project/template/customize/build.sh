#!/bin/bash
# Configures and builds the package: build_out/custom_opp_<os>_<arch>.run
# usage: build.sh [target]   (default: everything)
# JOBS limits the parallel steps, CMAKE_GENERATOR chooses the build tool (Ninja if it is installed).
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"

build_dir=build_out
target=${1:-all}
jobs=${JOBS:-$(nproc)}

if [ -z "${CMAKE_GENERATOR:-}" ] && command -v ninja >/dev/null; then
    export CMAKE_GENERATOR=Ninja
fi
# CMake rejects a change of the generator of an existing build directory.
if [ -f "$build_dir/CMakeCache.txt" ] &&
    ! grep -qxF "CMAKE_GENERATOR:INTERNAL=${CMAKE_GENERATOR:-Unix Makefiles}" "$build_dir/CMakeCache.txt"; then
    rm -rf -- "$build_dir/CMakeCache.txt" "$build_dir/CMakeFiles"
fi

if cmake --list-presets >/dev/null 2>&1; then
    cmake -S . -B "$build_dir" --preset=default
else # CMake older than presets of this version
    mapfile -t options < <(python3 cmake/util/preset_options.py CMakePresets.json)
    cmake -S . -B "$build_dir" "${options[@]}"
fi
cmake --build "$build_dir" --target "$target" -j "$jobs"
