#!/bin/bash
# Configures and builds the package: build_out/custom_opp_<os>_<arch>.run
# usage: build.sh [target]   (default: everything)
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"

cmake -S . -B build_out --preset=default
cmake --build build_out --target "${1:-all}" -j "${JOBS:-$(nproc)}"
