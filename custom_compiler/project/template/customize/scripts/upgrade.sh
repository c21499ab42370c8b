#!/bin/sh
# Replaces the version of this package in $ASCEND_OPP_PATH. usage: upgrade.sh [--quiet]
if [ -z "${ASCEND_OPP_PATH:-}" ]; then
    echo "[ops_custom] [ERROR] env ASCEND_OPP_PATH no exist" >&2
    exit 1
fi
unset ASCEND_CUSTOM_OPP_PATH
exec sh "$(dirname "$0")/install.sh" "$@"
