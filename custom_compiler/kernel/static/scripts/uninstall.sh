#!/bin/sh
# Removes the kernel package that this script was installed with; others stay.
# usage: uninstall.sh [--quiet]
{
here=$(cd "$(dirname "$0")" && pwd) || exit 1
[ -d "$here/scripts" ] || here=$(dirname "$here")
exec python3 -B "$here/scripts/uninstall.py" "$@"
}
