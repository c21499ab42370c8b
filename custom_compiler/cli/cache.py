"""`custom-compiler cache`: what compiled kernels take on the disk, and how much they may."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from custom_compiler.kernel.toolchain.cache import KernelCache

NAME = "cache"
HELP = "show, empty or limit the cache of compiled kernels"
DESCRIPTION = """\
The cache that all commands share: what it holds (info), make it empty (clear; what running
compiles and programs may be reading stays), and how much compiled kernels may take before those
that were not used for longest go (limit). $CUSTOM_COMPILER_CACHE is its place,
$CUSTOM_COMPILER_CACHE_SIZE goes before the limit that is set.

examples:
  custom-compiler cache info
  custom-compiler cache limit 5G
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to do."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    info = actions.add_parser("info", help="place, limit, and size and entries of each kind")
    info.add_argument("--json", action="store_true", help="print JSON instead of text")
    actions.add_parser("clear", help="remove what nothing is using")
    limit = actions.add_parser("limit", help="print or set the limit for compiled kernels")
    limit.add_argument("size", nargs="?", help="bytes, or a number with K, M, G or T")


def execute(args: argparse.Namespace) -> int:
    """Do it."""
    from custom_compiler.kernel.toolchain.cache import KernelCache
    from custom_compiler.support.cache_root import cache_root

    cache = KernelCache(cache_root())
    if args.action == "info":
        (_print_json if args.json else _print_info)(cache)
    elif args.action == "clear":
        _clear(cache)
    else:
        _limit(cache, args.size)
    return 0


def _print_info(cache: KernelCache) -> None:
    from custom_compiler.kernel.toolchain.cache_care import usage
    from custom_compiler.kernel.toolchain.cache_limit import cache_limit

    limit, kinds = cache_limit(cache.root), usage(cache)
    print(f"{cache.root}, compiled kernels up to {_shown(limit.size)} ({limit.origin})")
    for each in kinds:
        print(f"  {each.kind:9} {each.entries:7}  {_shown(each.size):>10}  {each.meaning}")
    print(f"  {'total':9} {'':7}  {_shown(sum(each.size for each in kinds)):>10}")


def _print_json(cache: KernelCache) -> None:
    import json

    from custom_compiler.kernel.toolchain.cache_care import usage
    from custom_compiler.kernel.toolchain.cache_limit import cache_limit

    kinds = {each.kind: {"entries": each.entries, "bytes": each.size} for each in usage(cache)}
    record = {"place": cache.root, "limit": cache_limit(cache.root).size, "kinds": kinds}
    print(json.dumps(record, indent=2))


def _clear(cache: KernelCache) -> None:
    from custom_compiler.kernel.toolchain.cache_care import clear

    cleared = clear(cache)
    print(f"{cache.root}: {_shown(cleared.size)} removed")
    if cleared.left:
        print(f"left, as it may be in use: {', '.join(cleared.left)}")


def _limit(cache: KernelCache, size: str | None) -> None:
    from custom_compiler.kernel.toolchain.cache_limit import cache_limit, parse_size, store_limit

    if size is not None:
        store_limit(cache.root, parse_size(size, "limit"))
        cache.prune()
    limit = cache_limit(cache.root)
    print(f"{_shown(limit.size)} ({limit.origin})")


def _shown(size: float) -> str:
    for unit in ("B", "KiB", "MiB"):
        if size < 1024:  # noqa: PLR2004 - the step of units
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"
