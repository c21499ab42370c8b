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
_MACHINE_NUMBERS = {62: "x86_64", 183: "aarch64"}  # e_machine in elf.h


def platform_tag(folders: Iterable[Path], fallback: str) -> str:
    """Return the tag that the host files below the folders allow.

    Return `fallback` without host files (kernels for NPUs alone), or for several CPUs. Without
    auditwheel, return the tag of the files' CPU.
    """
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    try:
        from auditwheel.architecture import Architecture
        from auditwheel.elfutils import elf_file_filter, elf_find_versioned_symbols
        from auditwheel.libc import Libc
        from auditwheel.policy import WheelPolicies
    except ImportError:
        return _of_cpu(fallback, files)
    machines: set[str] = set()
    needed: dict[str, set[str]] = defaultdict(set)
    for _, elf in elf_file_filter(iter(files)):
        if elf["e_machine"] in _MACHINES:
            machines.add(_MACHINES[elf["e_machine"]])
            for library, version in elf_find_versioned_symbols(elf):
                needed[library].add(version)
    if len(machines) != 1:
        return fallback
    policies = WheelPolicies(libc=Libc.GLIBC, arch=Architecture(machines.pop()))
    return str(policies.versioned_symbols_policy(needed).name)


def _of_cpu(fallback: str, files: Iterable[Path]) -> str:
    """Return `linux_x86_64` as `linux_aarch64` if that is what a cross build made."""
    machines = {_MACHINE_NUMBERS.get(_elf_machine(path), "") for path in files} - {""}
    own = next((cpu for cpu in _MACHINES.values() if fallback.endswith(cpu)), "")
    if len(machines) != 1 or not own:
        return fallback
    return fallback.removesuffix(own) + machines.pop()


def _elf_machine(path: Path) -> int:
    with path.open("rb") as file:
        header = file.read(20)
    return int.from_bytes(header[18:20], "little") if header[:4] == b"\x7fELF" else 0
