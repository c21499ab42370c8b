"""`custom-compiler cache`: show, empty or limit the store of all caches."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from custom_compiler.support.store import Store

NAME = "cache"
HELP = "show, empty or limit the cache"
DESCRIPTION = """\
All commands share the cache. info shows its contents. clear removes all entries that no process
uses; results of tuning runs stay unless you add --results. limit sets the maximum size: the entries
that were not used for longest are removed. Results, precompiled headers and running compiles do not
count. $CUSTOM_COMPILER_CACHE is the folder of the cache, and $CUSTOM_COMPILER_CACHE_SIZE overrides
the limit.

examples:
  custom-compiler cache info
  custom-compiler cache limit 5G
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to do."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    info = actions.add_parser("info", help="place, limit, and size and entries of each kind")
    info.add_argument("--json", action="store_true", help="print JSON instead of text")
    clear = actions.add_parser("clear", help="remove what nothing is using")
    clear.add_argument("--results", action="store_true", help="remove results of tuning runs, too")
    limit = actions.add_parser("limit", help="print or set the limit of the cache")
    limit.add_argument("size", nargs="?", help="bytes, or a number with K, M, G or T")


def execute(args: argparse.Namespace) -> int:
    """Do it."""
    from custom_compiler.support.store import Store

    cache = Store()
    if args.action == "info":
        (_print_json if args.json else _print_info)(cache)
    elif args.action == "clear":
        _clear(cache, results=args.results)
    else:
        _limit(cache, args.size)
    return 0


def _print_info(cache: Store) -> None:
    from custom_compiler.support.cache_limit import cache_limit

    limit, kinds = cache_limit(cache.root), cache.usage()
    print(f"{cache.root}, up to {_shown(limit.size)} ({limit.origin})")
    for each in kinds:
        print(f"  {each.kind:9} {each.entries:7}  {_shown(each.size):>10}  {each.meaning}")
    print(f"  {'total':9} {'':7}  {_shown(sum(each.size for each in kinds)):>10}")


def _print_json(cache: Store) -> None:
    import json

    from custom_compiler.support.cache_limit import cache_limit

    kinds = {each.kind: {"entries": each.entries, "bytes": each.size} for each in cache.usage()}
    record = {"place": cache.root, "limit": cache_limit(cache.root).size, "kinds": kinds}
    print(json.dumps(record, indent=2))


def _clear(cache: Store, *, results: bool) -> None:
    cleared = cache.clear(results=results)
    print(f"{cache.root}: {_shown(cleared.size)} removed")
    if cleared.left:
        print(f"left, as it may be in use: {', '.join(cleared.left)}")
    if cleared.results:
        print(f"left, as results: {', '.join(cleared.results)} (cache clear --results)")


def _limit(cache: Store, size: str | None) -> None:
    from custom_compiler.support.cache_limit import cache_limit, parse_size, store_limit

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
