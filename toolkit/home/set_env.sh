# Environment of this toolkit for bash and zsh:  source <root>/set_env.sh
# Finds the root from its own path without resolving links, so a home made of links names itself.
# May be sourced any number of times, under `set -u` and `set -e`; prints nothing.

_ascend_root="${BASH_SOURCE[0]:-$0}"
case "$_ascend_root" in
*/*) _ascend_root="$(CDPATH='' cd -- "${_ascend_root%/*}" >/dev/null && pwd -L)" ;;
*) _ascend_root="$(pwd -L)" ;;
esac

# _ascend_prepend VARIABLE DIRECTORY: moves an existing directory to the front of a colon list.
_ascend_prepend() {
    if [ ! -d "$2" ]; then
        return 0
    fi
    eval "_ascend_list=\":\${$1:-}:\""
    while :; do
        case "$_ascend_list" in
        *":$2:"*) _ascend_list="${_ascend_list%%":$2:"*}:${_ascend_list#*":$2:"}" ;;
        *) break ;;
        esac
    done
    _ascend_list="${_ascend_list#:}"
    _ascend_list="${_ascend_list%:}"
    eval "export $1=\"\$2\${_ascend_list:+:\$_ascend_list}\""
}

export ASCEND_TOOLKIT_HOME="$_ascend_root"
export ASCEND_HOME_PATH="$_ascend_root"
export ASCEND_AICPU_PATH="$_ascend_root"
export ASCEND_OPP_PATH="$_ascend_root/opp"
export TOOLCHAIN_HOME="$_ascend_root/toolkit"
# torch_npu hands calls and event records to a second thread. Kernels that a program launches in
# stream(false), past that thread, would overtake them: docs/npu_differences.md.
export TASK_QUEUE_ENABLE="${TASK_QUEUE_ENABLE:-0}"
# MindSpore's jit_level O1 fuses operators into machine code of NPUs, which simulated cores do not run.
export MS_DEV_GRAPH_KERNEL_FLAGS="${MS_DEV_GRAPH_KERNEL_FLAGS:---opt_level=0}"

_ascend_prepend LD_LIBRARY_PATH "$_ascend_root/lib64/plugin/nnengine"
_ascend_prepend LD_LIBRARY_PATH "$_ascend_root/lib64/plugin/opskernel"
_ascend_prepend LD_LIBRARY_PATH "$_ascend_root/lib64"
_ascend_prepend PYTHONPATH "$_ascend_root/opp/built-in/op_impl/ai_core/tbe"
_ascend_prepend PYTHONPATH "$_ascend_root/python/site-packages"
_ascend_prepend CMAKE_PREFIX_PATH "$_ascend_root/tools/tikicpulib"
_ascend_prepend CMAKE_PREFIX_PATH "$_ascend_root"
_ascend_prepend PATH "$_ascend_root/compiler/ccec_compiler/bin"
_ascend_prepend PATH "$_ascend_root/bin"

unset -f _ascend_prepend
unset _ascend_root _ascend_list
