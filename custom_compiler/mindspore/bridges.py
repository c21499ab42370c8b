"""Bridges cached between programs, by what they were made from."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler import __version__, bridge
from custom_compiler.bridge import Bridge, write_bridge
from custom_compiler.package.files import PackageFiles
from custom_compiler.support.store import Store

if TYPE_CHECKING:
    from custom_compiler.package.vendor import VendorPackage
    from custom_compiler.toolkit import Toolkit


def cached_bridge(package: VendorPackage, toolkit: Toolkit, operator: str) -> Bridge:
    """Return a bridge to one operator, compiled if the package or the toolkit is another one."""

    def build(folder: str) -> None:
        write_bridge(package, toolkit, Path(folder), [operator])

    folder = Path(Store().entry("bridges", _key(package, toolkit, operator), build))
    return Bridge(folder / f"lib{package.name}_aot.so", (operator,), {})


def _key(package: VendorPackage, toolkit: Toolkit, operator: str) -> str:
    facts = [__version__, operator, str(package.path), str(toolkit.root)]
    files = PackageFiles(package.path)
    sources = [file for file in Path(bridge.__file__).parent.iterdir() if file.is_file()]
    for file in sorted([files.api_library, *files.api_headers.glob("*"), *sources]):
        status = file.stat()
        facts.append(f"{file} {status.st_mtime_ns} {status.st_size}")
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:24]
