"""The platform tag of a wheel with operators: CPU and C library, read from the files in it.

Linux wheels are tagged by PEP 600, `manylinux_2_<minor>_<machine>`: the oldest systems that have
all the versioned symbols that the files ask for, by auditwheel's policies. CANN's libraries are not
counted: they come with the toolkit, like a driver.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_MACHINES = {"EM_X86_64": "x86_64", "EM_AARCH64": "aarch64"}


def platform_tag(folders: Iterable[Path], fallback: str) -> str:
    """The tag that the files of hosts below the folders allow.

    `fallback` is the answer where there are none (kernels for NPUs alone), or files for several
    CPUs, and where auditwheel is not installed.
    """
    try:
        from auditwheel.architecture import Architecture
        from auditwheel.elfutils import elf_file_filter, elf_find_versioned_symbols
        from auditwheel.libc import Libc
        from auditwheel.policy import WheelPolicies
    except ImportError:
        return fallback
    machines: set[str] = set()
    needed: dict[str, set[str]] = defaultdict(set)
    files = (path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file())
    for _, elf in elf_file_filter(files):
        if elf["e_machine"] in _MACHINES:
            machines.add(_MACHINES[elf["e_machine"]])
            for library, version in elf_find_versioned_symbols(elf):
                needed[library].add(version)
    if len(machines) != 1:
        return fallback
    policies = WheelPolicies(libc=Libc.GLIBC, arch=Architecture(machines.pop()))
    return str(policies.versioned_symbols_policy(needed).name)
