#!/bin/sh
# Removes the vendor package that this script was installed with; other vendors stay.
# usage: <target>/vendors/<vendor>/scripts/uninstall.sh [--quiet]
{
scripts=$(cd "$(dirname "$0")" && pwd) || exit 1
vendor=$(dirname "$scripts")
base=$(dirname "$(dirname "$vendor")")
exec sh "$scripts/install.sh" --uninstall "--vendor=$(basename "$vendor")" "--install-path=$base" "$@"
}
