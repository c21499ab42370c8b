#!/bin/sh
HEADER_BYTES=@HEADER_BYTES@
[ $(($(wc -c <"$0"))) -ge $HEADER_BYTES ] || { echo "$0 is truncated; copy it again." >&2; exit 2; }
# Self-extracting archive: this shell program, then a tar.gz.
# Needs a POSIX shell, tar, gzip and one of sha256sum, shasum, openssl. Usage: sh <file> --help
{
LABEL='@LABEL@'
SHA256=@SHA256@
TOTAL_BYTES=@TOTAL_BYTES@
FILES=@FILES@
UNPACKED_KIB=@UNPACKED_KIB@
INFO='@INFO@'
STARTUP='@STARTUP@'
TAKES_OTHERS=@TAKES_OTHERS@ # options that this program does not know are the startup script's
LC_ALL=C
export LC_ALL

usage() {
    cat >&2 <<USAGE
$LABEL: self-extracting package
Usage: $0 [options]

  --help | -h            print this text
  --info                 print what the archive is
  --list                 list the files in it
  --check                verify its integrity; nothing is installed
  --extract[=<dir>]      unpack into <dir> (default: the archive's name without .run); nothing is installed
  --tar <args>           run tar on the payload, e.g. --tar tvf
  --noexec               unpack and keep, do not run the install script
  --target[=]<dir>       unpack into <dir>, run the install script there and keep the files
  --keep                 keep the unpacked files after installing
  --no-check             skip the integrity check
  --confirm              ask before running the install script
  --quiet | -q           print errors only
  --nox11, --noprogress, --nodiskspace, --nochown, --accept
                         accepted for compatibility; there is nothing to switch off
Options of the install script:
USAGE
    payload | tar -xOf - ./help.info >&2 2>/dev/null || echo "  (those of $STARTUP)" >&2
}

fail() { # status text...
    status=$1
    shift
    printf '%s\n' "$@" >&2
    exit "$status"
}

say() {
    [ "$quiet" = y ] || printf '%s\n' "$*"
}

payload() {
    tail -c +$((HEADER_BYTES + 1)) "$self" | gzip -cd
}

# Everything but the digest itself is covered, this program included.
covered_bytes() {
    dd if="$self" bs="$HEADER_BYTES" count=1 2>/dev/null | sed 's/^SHA256=.*/SHA256=/'
    tail -c +$((HEADER_BYTES + 1)) "$self"
}

digest() {
    if command -v sha256sum >/dev/null 2>&1; then
        covered_bytes | sha256sum | cut -d ' ' -f 1
    elif command -v shasum >/dev/null 2>&1; then
        covered_bytes | shasum -a 256 | cut -d ' ' -f 1
    elif command -v openssl >/dev/null 2>&1; then
        covered_bytes | openssl dgst -sha256 -r | cut -d ' ' -f 1
    else
        fail 2 "Cannot verify $self: no sha256sum, shasum or openssl here." \
            "Install one of them, or pass --no-check to go without."
    fi
}

verify() {
    size=$(wc -c <"$self") || fail 2 "Cannot read $self."
    if [ "$size" -ne "$TOTAL_BYTES" ]; then
        fail 2 "Unexpected archive size: $self has $((size)) bytes instead of $TOTAL_BYTES." \
            "The file is truncated or altered; copy it again."
    fi
    found=$(digest) || exit 2
    if [ "$found" != "$SHA256" ]; then
        fail 2 "Error in SHA256 checksums: $found is different from $SHA256." \
            "The file is altered; copy it again."
    fi
}

unpack() { # directory, which exists
    # A pipeline reports only its last command, so each one reports through descriptor 3.
    failed=$({ { payload || echo gzip >&3; } | (cd "$1" && tar -xof - || echo tar >&3); } 3>&1 >/dev/null)
    [ -z "$failed" ]
}

make_directory() {
    mkdir -p "$1" || fail 1 "Cannot create $1."
    unpack "$1" || fail 1 "Cannot unpack into $1: no space, not writable, or a damaged archive."
}

# A process of this host or container: "<place>.<pid>.<start time>", which no other process ever is.
process_name() { # pid
    facts=$(cut -d ')' -f 2- "/proc/$1/stat" 2>/dev/null)
    case $facts in ' Z'* | ' X'*) facts='' ;; esac # dead, and nobody has asked for its status yet
    printf '%s-%s.%s.%s\n' "$(uname -n | sed 's/[^A-Za-z0-9]/_/g')" \
        "$(readlink /proc/self/ns/pid 2>/dev/null | sed 's/[^0-9]//g')" "$1" "$(printf '%s' "$facts" | cut -d ' ' -f 21)"
}

# Removes what installations of this user that were killed have left.
sweep() { # directory
    for old in "$1"/selfgz."$place".*; do
        owner=${old##*/selfgz.}
        pid=${owner#"$place".}
        pid=${pid%%.*}
        if [ -d "$old" ] && [ ! -L "$old" ] && [ -O "$old" ] && [ "$(process_name "$pid")" != "$owner" ]; then
            rm -rf "$old"
        fi
    done
}

scratch_directory() {
    own=$(process_name $$)
    place=${own%%.*}
    for parent in "${TMPDIR:-}" /tmp "$HOME" .; do
        [ -n "$parent" ] || continue
        [ ! -d /proc/self ] || sweep "$parent"
        scratch=$parent/selfgz.$own
        mkdir -m 700 "$scratch" 2>/dev/null && return 0
        scratch=$(mktemp -d "$parent/selfgz.XXXXXX" 2>/dev/null) && return 0
    done
    fail 1 "No directory to unpack into: set TMPDIR to one that is writable."
}

remove_scratch() {
    [ -z "$scratch" ] || rm -rf "$scratch"
    scratch=
}

confirm_run() {
    printf 'Run the install script of %s? (y/N) ' "$LABEL"
    read -r answer || answer=n
    case $answer in [yY]*) ;; *) fail 1 'Nothing was installed.' ;; esac
}

install() { # options of the install script...
    trap 'remove_scratch; exit 130' INT
    trap 'remove_scratch; exit 143' TERM HUP
    if [ -n "$target" ]; then
        make_directory "$target"
        directory=$target
    else
        scratch_directory
        directory=$scratch
        unpack "$directory" || {
            remove_scratch
            fail 1 "Cannot unpack into ${TMPDIR:-/tmp}: no space or a damaged archive." \
                "Set TMPDIR to a directory with $UNPACKED_KIB KiB free."
        }
    fi
    [ "$confirm" = n ] || confirm_run
    # A child reads its program from the unpacked directory, not from this file.
    (cd "$directory" && exec sh "$STARTUP" "$@")
    status=$?
    if [ "$keep" = y ] && [ -n "$scratch" ]; then
        say "Kept the unpacked files in $scratch"
    else
        remove_scratch
    fi
    exit "$status"
}

quoted() { # word
    printf "'%s' " "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"
}

directory_option() { # option value
    [ -n "$2" ] || fail 1 "$1 needs a directory."
    printf '%s\n' "$2"
}

main() {
    self=$0
    quiet=n keep=n confirm=n check=y action=install target='' scratch='' forwarded='' others='' after=''
    default_directory=${self##*/}
    default_directory=./${default_directory%.run}
    while [ $# -gt 0 ]; do
        case $1 in
        --help | -h) usage; exit 0 ;;
        --info) action=info ;;
        --list) action=list ;;
        --check) action=check ;;
        --extract) action=extract; target=${target:-$default_directory} ;;
        --extract=*) action=extract; target=$(directory_option --extract "${1#*=}") || exit 1 ;;
        --noexec) [ "$action" != install ] || action=extract ;;
        --target) target=$(directory_option --target "${2:-}") || exit 1; shift ;;
        --target=*) target=$(directory_option --target "${1#*=}") || exit 1 ;;
        --keep) keep=y ;;
        --no-check) check=n ;;
        --confirm) confirm=y ;;
        --quiet | -q | --silent) quiet=y ;;
        --install) [ "$TAKES_OTHERS" = n ] || others="$others --install" ;; # what is done anyway
        --nox11 | --noprogress | --nodiskspace | --nochown | --accept) ;;
        --tar) shift; [ $# -gt 0 ] || fail 1 '--tar needs arguments for tar, e.g. --tar tvf.'; action=tar; break ;;
        --install-path=*) install_path=${1#*=}; forwarded="$forwarded path" ;;
        --install-path) install_path=${2:-}; forwarded="$forwarded path"; shift ;;
        --uninstall) forwarded="$forwarded uninstall" ;;
        --force) forwarded="$forwarded force" ;;
        --install-for-all) forwarded="$forwarded users" ;;
        --) shift; after=$(for word in "$@"; do quoted "$word"; done); break ;;
        *)
            if [ "$TAKES_OTHERS" = y ]; then
                others="$others $(quoted "$1")"
                shift
                continue
            fi
            printf 'Unrecognized option: %s\n' "$1" >&2
            usage
            exit 1
            ;;
        esac
        shift $(($# > 0))
    done
    if [ "$action" != tar ]; then
        # Rebuilt as words: paths may hold any character.
        set --
        [ "$quiet" = n ] || set -- "$@" --quiet
        case $forwarded in *path*) set -- "$@" "--install-path=$install_path" ;; esac
        case $forwarded in *uninstall*) set -- "$@" --uninstall ;; esac
        case $forwarded in *force*) set -- "$@" --force ;; esac
        case $forwarded in *users*) set -- "$@" --install-for-all ;; esac
        [ "$TAKES_OTHERS" = n ] || eval "set -- \"\$@\" $others $after"
    fi
    [ "$check" = n ] || verify
    case $action in
    info)
        printf 'Identification: %s\nTarget: %s\nCompression: gzip\nSize: %s bytes, %s files, %s KiB unpacked\nSHA256: %s\n' \
            "$LABEL" "$STARTUP" "$TOTAL_BYTES" "$FILES" "$UNPACKED_KIB" "$SHA256"
        [ -z "$INFO" ] || printf '%s\n' "$INFO"
        ;;
    list) payload | tar -tvf - ;;
    tar)
        arguments=$1
        shift
        payload | tar "$arguments" - "$@"
        ;;
    check) say "Verifying archive integrity... SHA256 checksums are OK. All good." ;;
    extract)
        target=${target:-$default_directory}
        make_directory "$target"
        say "Extracted into $target"
        ;;
    install) install "$@" ;;
    esac
}

main "$@"
exit $?
}
