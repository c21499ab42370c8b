# The same environment as ../set_env.sh, at the path where CANN's clients look for it.
_ascend_bin="${BASH_SOURCE[0]:-$0}"
case "$_ascend_bin" in
*/*) _ascend_bin="${_ascend_bin%/*}" ;;
*) _ascend_bin=. ;;
esac
_ascend_bin="$(CDPATH='' cd -- "$_ascend_bin/.." >/dev/null && pwd -L)"
# shellcheck source=/dev/null
. "$_ascend_bin/set_env.sh"
unset _ascend_bin
