"""The shape of a CANN installation made of links: which names a home shows and where they lead.

Facts of the layout, no file access apart from listing the toolkit tree.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import NamedTuple

# Directories that a home has for itself, because it shows more in them than the tree does.
_OPEN = frozenset(
    {
        *("asc", "asc/include", "compiler", "opp", "python", "python/site-packages", "share"),
        *("toolkit", "tools", "runtime"),
    }
)

# Directories whose content belongs to the user; an upgrade never touches what is inside.
USER_DIRECTORIES = frozenset({"opp", "opp/vendors"})

_TEMPLATES = "tools/op_project_templates/ascendc"

# CANN's other names for the same things: name -> what it leads to, both relative to the root.
_ALIASES = {
    "{arch}-linux/ascend_toolkit_install.info": "ascend_toolkit_install.info",
    "{arch}-linux/ascendc/include/highlevel_api": "include",
    "{arch}-linux/asc/impl/basic_api": "tikcpp/tikcfw/impl",
    "{arch}-linux/asc/impl/c_api": "tikcpp/tikcfw/c_api",
    "{arch}-linux/asc/impl/tensor_api": "tikcpp/tikcfw/tensor_api",
    "{arch}-linux/asc/include": "asc/include",
    "{arch}-linux/bin": "bin",
    "{arch}-linux/ccec_compiler": "compiler/ccec_compiler",
    "{arch}-linux/data": "data",
    "{arch}-linux/include": "include",
    "{arch}-linux/lib64": "lib64",
    "{arch}-linux/pkg_inc/aicpu": "include/aicpu",
    "{arch}-linux/pkg_inc/aicpu_common": "include/aicpu_common",
    "{arch}-linux/pkg_inc/base": "include/base",
    "{arch}-linux/pkg_inc/exe_graph": "include/exe_graph",
    "{arch}-linux/pkg_inc/graph": "include/graph",
    "{arch}-linux/pkg_inc/hccl": "include/hccl",
    "{arch}-linux/pkg_inc/mmpa": "include/experiment/mmpa",
    "{arch}-linux/pkg_inc/op_common": "include/op_common",
    "{arch}-linux/pkg_inc/platform": "include/experiment/platform/platform",
    "{arch}-linux/pkg_inc/profiling": "include/experiment/msprof/profiling",
    "{arch}-linux/pkg_inc/runtime": "include/experiment/runtime",
    "{arch}-linux/pkg_inc/toolchain": "include/toolchain",
    "{arch}-linux/runtime": "runtime",
    "{arch}-linux/tikcpp": "tikcpp",
    "acllib": "runtime",
    "asc/impl/basic_api": "tikcpp/tikcfw/impl",
    "asc/impl/c_api": "tikcpp/tikcfw/c_api",
    "asc/impl/tensor_api": "tikcpp/tikcfw/tensor_api",
    "asc/include/adv_api": "tikcpp/tikcfw/adv_api",
    "asc/include/basic_api": "tikcpp/tikcfw/basic_api",
    "asc/include/c_api": "tikcpp/tikcfw/c_api",
    "asc/include/tensor_api": "tikcpp/tikcfw/tensor_api",
    "asc/include/tiling": "include/tiling",
    "asc/include/utils": "tikcpp/tikcfw/utils",
    "ascendc": "{arch}-linux/ascendc",
    "atc/bin": "bin",
    "atc/ccec_compiler": "compiler/ccec_compiler",
    "atc/data": "data",
    "atc/include": "include",
    "atc/lib64": "runtime/lib64",
    "atc/python": "python",
    "atc/version.info": "compiler/version.info",
    "ccec_compiler": "compiler/ccec_compiler",
    "compiler/ascendc": "{arch}-linux/ascendc",
    "compiler/bin": "bin",
    "compiler/data": "data",
    "compiler/include": "include",
    "compiler/lib64": "runtime/lib64",
    "compiler/python": "python",
    "compiler/tikcpp": "tikcpp",
    "fwkacllib/bin": "bin",
    "fwkacllib/ccec_compiler": "compiler/ccec_compiler",
    "fwkacllib/data": "data",
    "fwkacllib/include": "include",
    "fwkacllib/lib64": "runtime/lib64",
    "fwkacllib/python": "python",
    "fwkacllib/version.info": "compiler/version.info",
    "ops": "opp",
    "ops_base/lib64": "lib64",
    "pkg_inc": "{arch}-linux/pkg_inc",
    # Packages that CANN 9 is made of; builds compare their versions.
    **{
        f"share/info/{package}/version.info": "compiler/version.info"
        for package in (
            *("asc-devkit", "asc-tools", "bisheng-compiler", "ge-compiler", "ge-executor"),
            *("hcomm", "metadef", "opbase", "ops-legacy", "runtime"),
        )
    },
    "runtime/bin": "bin",
    "runtime/data": "data",
    "runtime/include": "include",
    "runtime/pkg_inc": "{arch}-linux/pkg_inc",
    "runtime/version.info": "compiler/version.info",
    "toolkit/ascendc": "{arch}-linux/ascendc",
    "toolkit/bin": "bin",
    "toolkit/include": "include",
    "toolkit/lib64": "runtime/lib64",
    "toolkit/tools": "tools",
    "toolkit/version.info": "compiler/version.info",
    "python/site-packages/bin/msopgen": "bin/msopgen",
    "tools/bisheng_compiler": "compiler/ccec_compiler",
    "tools/ccec_compiler": "compiler/ccec_compiler",
    "tools/msopt/bin/msopprof": "bin/msopprof",
    "tools/mssanitizer/bin/mssanitizer": "bin/mssanitizer",
    "tools/profiler/bin/msprof": "bin/msprof",
    "tools/tikcpp": "tikcpp",
    "version.info": "compiler/version.info",
}


class HomePlan(NamedTuple):
    """Everything a home consists of, paths relative to its root.

    Attributes:
        directories: Real directories, parents before children.
        links: Link -> target text, absolute into the wheel or relative within the root.
    """

    directories: tuple[str, ...]
    links: dict[str, str]


def plan_home(tree: Path, package: Path, arch: str) -> HomePlan:
    """Lay out a home over a toolkit tree.

    Args:
        tree: The installed toolkit (`custom_compiler/cann` in site-packages), read-only.
        package: The Python package directory `custom_compiler`.
        arch: CPU architecture as in `x86_64-linux`.
    """
    links = dict(_tree_links(tree, PurePosixPath()))
    links["python/site-packages/custom_compiler"] = str(package)
    customize = package / "project/template/customize"
    links[f"{_TEMPLATES}/customize"] = str(customize)
    # In CANN this is a copy of the template's scripts, for tools that put projects together.
    links[f"{_TEMPLATES}/common/util"] = str(customize / "cmake/util")
    # Example programs link against <component>/lib64 or <component>/lib64/stub.
    for library in sorted(path.name for path in (tree / "lib64").glob("*")):
        links[f"runtime/lib64/{library}"] = _relative("runtime/lib64", f"lib64/{library}")
    links["runtime/lib64/stub"] = _relative("runtime/lib64", "lib64")
    directories = set(USER_DIRECTORIES)
    for link in links:
        directories |= _parents(link)
    for name, target in _resolved_aliases(arch):
        if target in directories or _leads_somewhere(target, links, tree):
            links.setdefault(name, _relative(str(PurePosixPath(name).parent), target))
            directories |= _parents(name)
    return HomePlan(tuple(sorted(directories)), dict(sorted(links.items())))


def _tree_links(tree: Path, below: PurePosixPath) -> list[tuple[str, str]]:
    links: list[tuple[str, str]] = []
    for entry in sorted((tree / below).iterdir()):
        name = below / entry.name
        if str(name) in _OPEN and entry.is_dir():
            links += _tree_links(tree, name)
        else:
            links.append((str(name), str(entry)))
    return links


def _resolved_aliases(arch: str) -> list[tuple[str, str]]:
    """Return aliases with the targets of other aliases first."""
    pairs = [
        (name.format(arch=arch), target.format(arch=arch)) for name, target in _ALIASES.items()
    ]
    return sorted(pairs, key=lambda pair: (not pair[0].startswith(f"{arch}-linux/"), pair))


def _leads_somewhere(target: str, links: dict[str, str], tree: Path) -> bool:
    return target in links or (tree / target).exists()


def _parents(name: str) -> set[str]:
    return {str(parent) for parent in PurePosixPath(name).parents if str(parent) != "."}


def _relative(directory: str, target: str) -> str:
    return os.path.relpath(target, directory or ".")
