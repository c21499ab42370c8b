"""Contents that a build adds to a wheel's Python package: the vendor package, and its loader."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.project import ProjectSpec, build
from custom_compiler.support.files import write_atomic
from custom_compiler.support.whole_folder import check_replaceable, whole_folder
from custom_compiler.toolkit import compute_units, find_toolkit
from custom_compiler.wheel.operators import LOADER

if TYPE_CHECKING:
    from custom_compiler.project import BuildResult
    from custom_compiler.wheel.operators import AscendOperators

_MARK = '"""The operators of the vendor package next to this file. Written by custom_compiler."""'
_LOADER = """\
{mark}

import os
from pathlib import Path

VENDOR = Path(__file__).resolve().parent / "vendors" / {vendor!r}
_SEARCHED = "ASCEND_CUSTOM_OPP_PATH"


def announce():
    \"\"\"Let this process, and programs that it starts, find the operators.\"\"\"
    known = [entry for entry in os.environ.get(_SEARCHED, "").split(":") if entry]
    if str(VENDOR) not in known:
        os.environ[_SEARCHED] = ":".join([str(VENDOR), *known])


announce()
"""
_VENDOR = re.compile(r"""^VENDOR = .* / ['"](?P<name>\w+)['"]$""", re.MULTILINE)


def build_operators(operators: AscendOperators, work: Path) -> BuildResult:
    """Build the package in the folder `work`, which is made if it is missing.

    Raises MisuseError for what cannot be asked, BuildError for sources that do not build.
    """
    toolkit = find_toolkit()
    spec = ProjectSpec(
        op_host=Path(operators.op_host),
        op_kernel=Path(operators.op_kernel),
        toolkit=toolkit,
        vendor_name=operators.vendor_name,
        compute_units=compute_units(operators.soc_version, toolkit.platform_config),
        include_dirs=tuple(Path(folder) for folder in operators.include_dirs),
        definitions=tuple(operators.definitions),
    )
    work.mkdir(parents=True, exist_ok=True)
    return build(spec, work.resolve())


def install_vendor(vendor: Path, target: Path) -> list[Path]:
    """Copy the vendor package into the Python package `target`; returns the files written.

    What an earlier build left there is replaced, whatever its vendor was. Raises MisuseError if
    there is a package of this vendor, or a module of the loader's name, that no build put there.
    """
    loader = target / f"{LOADER}.py"
    destination = target / "vendors" / vendor.name
    earlier = loader.read_text(encoding="utf-8") if loader.is_file() else ""
    is_ours = earlier.startswith(_MARK)
    for path in (loader, destination):
        if path.exists() and not is_ours:
            message = f"{path} exists and was not made by a build of ascend_operators"
            raise MisuseError(message, "move it away; the build writes it")
    earlier_vendor = _VENDOR.search(earlier) if is_ours else None
    way_out = "build into another folder"
    former = target / "vendors" / earlier_vendor["name"] if earlier_vendor else destination
    check_replaceable(former, way_out)
    with whole_folder(destination, way_out) as folder:
        shutil.copytree(vendor, folder, dirs_exist_ok=True)
    if former != destination:
        shutil.rmtree(former, ignore_errors=True)
    text = _LOADER.format(mark=_MARK, vendor=vendor.name)
    write_atomic(str(loader), text.encode())
    return [loader, *sorted(path for path in destination.rglob("*") if path.is_file())]
