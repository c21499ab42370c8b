#!/bin/sh
# Installs the vendor packages under packages/vendors next to this script, or removes a vendor.
# usage: install.sh [--quiet] [--install-path=<absolute dir>] [--install-for-all] [--uninstall] [--force]
#                   [--vendor=<name>]
#
# The new version is staged next to the old one and takes its place by renaming; nothing of the old
# one remains. An interrupted run leaves only hidden leftovers, which the next run clears away. Files
# that no installation wrote are never removed: the run stops at them, unless it is forced.

LC_ALL=C # names are compared by their bytes
export LC_ALL

log() {
    [ "$quiet" = y ] || printf '[ops_custom] [%s] %s\n' "$(date '+%Y-%m-%d %H:%M:%S')" "$*"
}

fail() {
    printf '[ops_custom] [%s] [ERROR] %s\n' "$(date '+%Y-%m-%d %H:%M:%S')" "$*" >&2
    exit 1
}

parse_options() {
    quiet=n install_path='' action=install force=n vendor='' path_given=n for_all=n
    for option in "$@"; do
        case $option in
        --quiet) quiet=y ;;
        --install-path=*) install_path=${option#*=}; path_given=y ;;
        --uninstall) action=uninstall ;;
        --install-for-all) for_all=y ;;
        --force) force=y ;;
        --vendor=*) vendor=${option#*=} ;;
        *) fail "unknown option: $option" ;;
        esac
    done
}

# Sets base from ASCEND_CUSTOM_OPP_PATH, which as a target means a directory, but at run time lists vendors'.
custom_target() {
    base=${ASCEND_CUSTOM_OPP_PATH:-}
    case $base in
    '') return 1 ;;
    *:*) fail "ASCEND_CUSTOM_OPP_PATH is a list; choose one directory with --install-path=<dir>" ;;
    esac
    parent=$(dirname "$base")
    [ "$(basename "$parent")" = vendors ] || return 0
    base=$(dirname "$parent")
    # The tree that a build has staged is no place to install into.
    [ ! -f "$base/../install.sh" ]
}

# Sets base: the directory that holds vendors/.
choose_target() {
    listed=y
    if [ "$path_given" = y ]; then
        case $install_path in
        /*) ;;
        *) fail "use absolute path for --install-path argument, not '$install_path'" ;;
        esac
        base=$install_path
        # Packages outside the toolkit's own opp are found by bin/set_env.bash, not by config.ini.
        same_directory "$base" "${ASCEND_OPP_PATH:-}" || listed=n
    elif custom_target; then
        :
    elif [ -n "${ASCEND_OPP_PATH:-}" ]; then
        base=$ASCEND_OPP_PATH
        [ -d "$base" ] || fail "ASCEND_OPP_PATH: no such directory: $base"
    else
        fail "env ASCEND_OPP_PATH no exist; source set_env.sh of the toolkit or pass --install-path=<dir>"
    fi
    case $base in
    /*) vendors=${base%/}/vendors ;;
    *) fail "not an absolute path: $base" ;;
    esac
    [ ! -e "$base" ] || [ -d "$base" ] || fail "$base is no folder; choose one with --install-path=<dir> or ASCEND_OPP_PATH"
}

same_directory() {
    [ -d "$1" ] && [ -n "$2" ] && [ -d "$2" ] && [ "$(cd "$1" && pwd -P)" = "$(cd "$2" && pwd -P)" ]
}

check_vendor_name() {
    case $1 in
    '' | [0-9]* | *[!A-Za-z0-9_]*) fail "not a vendor name: '$1'" ;;
    esac
    [ "${#1}" -le 64 ] || fail "not a vendor name, more than 64 characters: '$1'"
}

# What must agree with the machine is named in the package's own directories.
check_architecture() { # package
    machine=$(uname -m)
    for libraries in "$1"/op_proto/lib/linux/* "$1"/op_impl/ai_core/tbe/op_tiling/lib/linux/*; do
        [ -d "$libraries" ] || continue
        if [ ! -d "$(dirname "$libraries")/$machine" ]; then
            fail "the package is for $(basename "$libraries") and this machine is $machine; --force installs it anyway"
        fi
    done
}

# The cores that the package's kernels are for must be those of the toolkit they go to.
check_kernels() { # package
    made_for=$(sed -n 's/^Kernels for: //p' "$1/package.info" 2>/dev/null)
    if [ -z "$made_for" ] || ! find_toolkit; then
        return 0
    fi
    runs=$(sed -n 's/^kernels_for=//p' "$toolkit/compiler/version.info" "$base/version.info" 2>/dev/null | head -n 1)
    if [ "$runs" != "$made_for" ]; then
        fail "the kernels of $(basename "$1") are for $made_for, and $base belongs to a CANN for NPUs:" \
            "build the package with that CANN; --force installs it anyway"
    fi
}

# Sets toolkit if base is the root of a CANN or its opp, and no directory that holds packages only.
find_toolkit() {
    toolkit=$base
    [ ! -e "$base/compiler/version.info" ] || return 0
    toolkit=$base/..
    for known in version.info scene.info built-in; do
        [ ! -e "$base/$known" ] || return 0
    done
    [ "$(basename "$base")" = opp ] && [ -e "$toolkit/compiler/version.info" ]
}

# Process numbers mean something in one place: on a host, in a container.
process_space() {
    printf '%s/%s\n' "$(uname -n)" "$(readlink /proc/self/ns/pid 2>/dev/null | sed 's/[^0-9]//g')"
}

# Who holds the lock: "<place> <pid> <start time>"; the start time tells a reused pid.
identity_of() { # pid
    start=$(cut -d ')' -f 2- "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 21)
    printf '%s %s %s\n' "$(process_space)" "$1" "$start"
}

# A zombie is dead: whoever should wait for it has not done so yet.
is_alive() { # pid
    [ -d "/proc/$1" ] && case $(cut -d ')' -f 2- "/proc/$1/stat" 2>/dev/null) in
    '' | ' Z'* | ' X'*) return 1 ;;
    esac
}

is_stale() { # identity
    rest=${1#* }
    pid=${rest%% *}
    case ${1%% *} in
    "$(process_space)" | "$(uname -n)") ;; # the second is how earlier versions said it
    *) return 1 ;;
    esac
    [ -d /proc/self ] || return 1
    # One killed while it asked for its own start time has none.
    known=$(identity_of "$pid")
    ! is_alive "$pid" || [ "${known#* }" != "$rest" ]
}

# Prints who holds a lock: what the link says, or the text in it that earlier versions wrote.
holder_of() { # lock
    if [ -L "$1" ]; then readlink "$1"; else cat "$1" 2>/dev/null; fi
}

# One installation at a time in a vendors directory. A symbolic link appears with its content or not
# at all, and needs no space on the disk.
lock() {
    lock_file=$vendors/.lock
    mine=$(identity_of $$)
    waited=0 refused=0
    until ln -s "$mine" "$lock_file" 2>/dev/null; do
        if [ ! -L "$lock_file" ] && [ ! -e "$lock_file" ]; then
            refused=$((refused + 1)) # or it has just been given back
            { [ -w "$vendors" ] && [ "$refused" -lt 10 ]; } ||
                fail "cannot write into $vendors: no space or not writable"
            continue
        fi
        holder=$(holder_of "$lock_file")
        if [ -n "$holder" ] && is_stale "$holder"; then
            break_lock "$holder"
            continue
        fi
        [ "$waited" -lt "${CUSTOM_OPP_LOCK_SECONDS:-600}" ] ||
            fail "cannot take the lock $lock_file (held by: ${holder:-nobody})"
        [ "$waited" -gt 0 ] || log "[INFO] waiting for another installation in $vendors"
        sleep 1
        waited=$((waited + 1))
    done
    trap 'unlock' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
}

# Removes the lock of a dead holder, who did not. Only one at a time does: between the look and the
# removal nobody else may put a new lock there.
break_lock() { # holder
    breaking=$lock_file.breaking
    if ln -s "$mine" "$breaking" 2>/dev/null; then
        [ "$(holder_of "$lock_file")" != "$1" ] || rm -f "$lock_file"
        rm -f "$breaking"
        return
    fi
    breaker=$(holder_of "$breaking")
    if [ -n "$breaker" ] && is_stale "$breaker"; then
        rm -f "$breaking" # killed between two commands
    fi
    sleep 0.1 2>/dev/null || sleep 1
}

# shellcheck disable=SC2329  # called by the trap
unlock() {
    heal
    rm -f "$lock_file"
}

# Under the lock whatever is hidden here belongs to runs that failed or died.
heal() {
    for old in "$vendors"/.old.*; do
        [ -d "$old" ] || continue
        lost=$vendors/${old##*/.old.}
        if [ -e "$lost" ] || ! mv "$old" "$lost"; then
            [ ! -e "$lost" ] || rm -rf "$old"
        fi
    done
    rm -rf "$vendors"/.new.*
    for waiting in "$lock_file".[0-9]* "$lock_file.breaking"; do
        [ -L "$waiting" ] || [ -f "$waiting" ] || continue
        holder=$(holder_of "$waiting")
        if [ -n "$holder" ]; then
            ! is_stale "$holder" || rm -f "$waiting"
        elif [ -d /proc/self ] && ! is_alive "${waiting##*.}"; then
            rm -f "$waiting" # its process died between making and writing it
        fi
    done
}

# Prints the load_priority of config.ini without a vendor.
priority_without() { # vendor
    [ -f "$vendors/config.ini" ] || return 0
    list=$(sed -n 's/^load_priority=//p' "$vendors/config.ini" | tail -n 1)
    result=
    while [ -n "$list" ]; do
        entry=${list%%,*}
        case $list in *,*) list=${list#*,} ;; *) list= ;; esac
        case $entry in '' | "$1") ;; *) result="$result${result:+,}$entry" ;; esac
    done
    printf '%s\n' "$result"
}

# Writes a list that can become config.ini; false if there is no space.
stage_priority() { # list
    mode=640
    if [ "$for_all" = y ] || is_open "$vendors/config.ini"; then mode=644; fi
    { printf 'load_priority=%s\n' "$1" >"$vendors/.new.config.ini" && chmod "$mode" "$vendors/.new.config.ini"; } \
        2>/dev/null
}

swap_priority() {
    mv -f "$vendors/.new.config.ini" "$vendors/config.ini" || fail "cannot write $vendors/config.ini"
}

# Whether other users can read a file, or go through a directory.
is_open() { # path
    case $(ls -ld "$1" 2>/dev/null) in d????????[xt]* | -??????r*) ;; *) return 1 ;; esac
}

# What is in a package's directory, with checksums; without what Python compiles where it is used.
contents() { # directory
    command -v cksum >/dev/null 2>&1 || return 0
    (cd "$1" && find . -name __pycache__ -prune -o -path "./$list" -o -type f -exec cksum {} + -o ! -type d -print)
}

# Stops at files of the user, which would go with a package.
check_contents() { # package
    list=scripts/contents.txt
    if [ "$force" = y ] || [ ! -s "$1/$list" ]; then
        return 0
    fi
    found=$(contents "$1" | grep -vxF -f "$1/$list" | head -n 1)
    [ -z "$found" ] || fail "$1 has what no installation wrote: $(printf '%s' "$found" | sed 's/^[0-9]* [0-9]* //');" \
        "move it away; --force removes it"
}

# Lets other users read a package and get to it, with the modes of CANN's installers.
open_to_all() { # package
    chmod -R 755 "$1" && chmod 555 "$1"/scripts/*.sh || return 1
    is_open "$vendors" || chmod a+rx "$vendors" || return 1
    directory=$vendors
    while [ "$directory" != / ]; do
        directory=$(dirname "$directory")
        is_open "$directory" || log "[WARNING] other users cannot get to the package: chmod o+x $directory"
    done
}

single_quoted() {
    printf "'"
    printf '%s\n' "$1" | sed "s/'/'\\\\''/g" | sed '$ s/$/'"'/"
}

write_environment() { # staged package, place it will have
    mkdir -p "$1/bin" && cat >"$1/bin/set_env.bash" <<ENVIRONMENT
# Makes this vendor package known to programs: source it in bash.
_vendor=$(single_quoted "$2")
case ":\${ASCEND_CUSTOM_OPP_PATH:-}:" in
*":\$_vendor:"*) ;;
*) export ASCEND_CUSTOM_OPP_PATH="\$_vendor\${ASCEND_CUSTOM_OPP_PATH:+:\$ASCEND_CUSTOM_OPP_PATH}" ;;
esac
case ":\${LD_LIBRARY_PATH:-}:" in
*":\$_vendor/op_api/lib/:"*) ;;
*) export LD_LIBRARY_PATH="\$_vendor/op_api/lib/\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}" ;;
esac
unset _vendor
ENVIRONMENT
}

finish_stage() { # staged package, place it will have
    chmod -R u+w "$1" || return 1
    mkdir -p "$1/scripts" && cp "$here/install.sh" "$here/uninstall.sh" "$1/scripts/" || return 1
    if [ -f "$1/custom.proto" ]; then
        mkdir -p "$1/framework/caffe" && mv "$1/custom.proto" "$1/framework/caffe/" || return 1
    fi
    write_environment "$1" "$2" || return 1
    list=scripts/contents.txt
    { contents "$1" >"$vendors/.new.contents" && mv "$vendors/.new.contents" "$1/$list"; } || return 1
    [ "$for_all" = n ] || open_to_all "$1"
}

stage() { # package, vendor
    staged=$vendors/.new.$2
    if ! { cp -RP "$1" "$staged" && finish_stage "$staged" "$vendors/$2"; }; then
        fail "cannot copy to $vendors: no space or not writable; choose another directory with --install-path=<dir>"
    fi
    if [ "$listed" = y ]; then
        others=$(priority_without "$2")
        stage_priority "$2${others:+,$others}" || fail "cannot write $vendors/.new.config.ini"
    fi
}

# From here on only renames: no step needs space.
swap() { # vendor
    place=$vendors/$1
    old=$vendors/.old.$1
    if [ -e "$place" ]; then
        mv "$place" "$old" || fail "cannot move $place aside"
    fi
    if ! mv "$vendors/.new.$1" "$place"; then
        [ ! -e "$old" ] || mv "$old" "$place"
        fail "cannot put $place in place"
    fi
    [ "$listed" = n ] || swap_priority
    rm -rf "$old" || log "[WARNING] cannot remove the previous version $old"
}

install_package() { # package
    name=$(basename "$1")
    check_vendor_name "$name"
    [ "$force" = y ] || { check_architecture "$1" && check_kernels "$1"; }
    mkdir -p "$vendors" 2>/dev/null ||
        fail "create $vendors failed: not writable; choose another directory with --install-path=<dir>"
    lock
    heal
    check_contents "$vendors/$name"
    log "[INFO] installing $name into $vendors"
    stage "$1" "$name"
    swap "$name"
    if [ "$listed" = y ]; then
        log "[INFO] programs that link to the package need:" \
            "export LD_LIBRARY_PATH=$vendors/$name/op_api/lib/:\${LD_LIBRARY_PATH}"
    else
        log "[INFO] to use the package: source $vendors/$name/bin/set_env.bash"
    fi
}

uninstall_vendor() { # vendor
    check_vendor_name "$1"
    [ -d "$vendors" ] || fail "$vendors no exist: nothing to uninstall"
    lock
    heal
    [ -d "$vendors/$1" ] || fail "vendor $1 is not installed in $vendors"
    check_contents "$vendors/$1"
    log "[INFO] removing $1 from $vendors"
    others=$(priority_without "$1")
    is_staged=n
    if [ -n "$others" ]; then
        # On a full disk the list is written when the package has made space.
        stage_priority "$others" && swap_priority && is_staged=y
    else
        rm -f "$vendors/config.ini" || fail "cannot remove $vendors/config.ini"
    fi
    mv "$vendors/$1" "$vendors/.new.$1" || fail "cannot remove $vendors/$1"
    rm -rf "$vendors/.new.$1" || fail "cannot remove the files of $1"
    if [ -n "$others" ] && [ "$is_staged" = n ]; then
        stage_priority "$others" || fail "no space for $vendors/config.ini: $1 is removed, and the list still names it"
        swap_priority
    fi
}

main() {
    # No file is writable for others, whatever the user's mask says.
    umask "$(printf '%03o' $(($(umask) | 022)))"
    here=$(cd "$(dirname "$0")" && pwd) || exit 1
    parse_options "$@"
    [ "$for_all" = n ] || umask 022
    choose_target
    if [ "$action" = uninstall ] && [ -n "$vendor" ]; then
        uninstall_vendor "$vendor"
    else
        count=0
        for package in "$here"/packages/vendors/*; do
            [ -d "$package" ] || continue
            count=$((count + 1))
            if [ "$action" = install ]; then
                install_package "$package"
            else
                uninstall_vendor "$(basename "$package")"
            fi
        done
        [ "$count" -gt 0 ] || fail "there is no vendor package in $here/packages/vendors"
    fi
    log "SUCCESS"
    exit 0
}

main "$@"
