#!/bin/sh
# Starts the install script of the kernel package next to this file; its options are in help.info.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
python3 -c 'import sys; sys.exit(sys.version_info < (3, 7))' 2>/dev/null || {
    echo "[ERROR] installing kernels needs python3 on PATH, 3.7 or newer" >&2
    exit 1
}
for script in "$here"/static_kernel/ai_core/*/scripts/install.py "$here"/debug_kernel/scripts/install.py; do
    [ ! -f "$script" ] || exec python3 -B "$script" "$@"
done
echo "[ERROR] there is no kernel package in $here" >&2
exit 1
