"""Builds the package of the built-in operators and lays it out as CANN's opp/built-in.

    build.py REPOSITORY TOOLKIT WORK

TOOLKIT is the root of a toolkit that was installed for this build; WORK receives `built-in` and
keeps what makes the next build short. Needs nothing but the standard library.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

_HERE = Path(__file__).parent
# Folders of a package and their places in CANN's built-in one.
_FOLDERS = {
    "op_impl/ai_core/tbe/config": "op_impl/ai_core/tbe/config",
    "op_impl/ai_core/tbe/kernel": "op_impl/ai_core/tbe/kernel",
    # Sources: static kernels and kernels for debugging are made of them.
    "op_impl/ai_core/tbe/built_in_impl": "op_impl/ai_core/tbe/impl",
    "op_proto/inc": "op_proto/inc",
}
_LIBRARIES = {
    "libcust_opmaster_rt2.0.so": "libopmaster_rt2.0.so",
    "libcust_opsproto_rt2.0.so": "libopsproto_rt2.0.so",
}


def main(repository: Path, root: Path, work: Path) -> int:
    """Build the operators, lay them out, and return the exit code."""
    sys.path.insert(0, str(repository))
    # The compilers of the toolkit find the package next to themselves.
    package = root / "python/site-packages/custom_compiler"
    package.unlink(missing_ok=True)
    package.symlink_to(repository / "custom_compiler")
    os.environ["CUSTOM_COMPILER_CACHE"] = str(work / "cache")
    # libclang, which kernels are judged with, is not there before the package is installed; tests
    # compile these kernels with it.
    os.environ["CUSTOM_COMPILER_PERMISSIVE"] = "1"

    from custom_compiler.errors import CustomCompilerError
    from custom_compiler.project.build import build
    from custom_compiler.project.spec import ProjectSpec
    from custom_compiler.support.owned_files import OwnedFiles
    from custom_compiler.toolkit.toolkit import describe

    spec = ProjectSpec(
        op_host=_HERE / "op_host",
        op_kernel=_HERE / "op_kernel",
        toolkit=describe(root, "built-in operators"),
        vendor_name="built_in",
    )
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL")
    # Kernels of another interface cannot be loaded, and their build does not watch the headers.
    interface = (root / "tikcpp/tikcfw/isa/kernel_abi.h").read_bytes()
    recorded_interface = work / "kernel_abi.h"
    is_same = recorded_interface.is_file() and recorded_interface.read_bytes() == interface
    # Nothing in it is a user's: what a build without a record has left goes, too.
    if not is_same or not OwnedFiles(work / "project").has_record():
        shutil.rmtree(work / "project", ignore_errors=True)
    try:
        result = build(spec, work / "project", jobs=int(jobs) if jobs else None)
    except CustomCompilerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    lay_out(result.vendor, work / "built-in")
    recorded_interface.write_bytes(interface)
    return 0


def lay_out(vendor: Path, target: Path) -> None:
    """Copy a vendor folder under CANN's names for built-in operators."""
    fresh = target.with_name(".built-in")
    shutil.rmtree(fresh, ignore_errors=True)
    for folder, named in _FOLDERS.items():
        shutil.copytree(vendor / folder, fresh / named)
    for name, built_in in _LIBRARIES.items():
        for library in vendor.rglob(name):
            target_library = (fresh / library.relative_to(vendor)).with_name(built_in)
            target_library.parent.mkdir(parents=True)
            shutil.copy2(library, target_library)
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
