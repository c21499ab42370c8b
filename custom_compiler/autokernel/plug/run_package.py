"""An operator as a package for NPUs: sources for any build, and the `.run` that ours makes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.autokernel.plug.folder import copy, whole_folder
from custom_compiler.autokernel.tune.kept import tuned_table
from custom_compiler.errors import MisuseError
from custom_compiler.project import ProjectSpec, build
from custom_compiler.toolkit import compute_units, find_toolkit
from custom_compiler.toolkit.soc import known_socs

if TYPE_CHECKING:
    from collections.abc import Callable

    from custom_compiler.autokernel.plug.host import Request


def plug_into_run(
    request: Request, folder: Path, vendor: str, socs: str, on_step: Callable[[str], None]
) -> str:
    """Write `op_host`, `op_kernel`, `infer_file` and the package; how to use it, in a line.

    The tiling has what `autokernel tune` found for these SoCs, and the formula for other sizes.

    Args:
        request: what is asked for; AI cores choose neither targets nor sizes.
        folder: where to.
        vendor: the package's vendor.
        socs: compute units or SoCs, `;` between them; none: all that the operator is for.
        on_step: is told what is done.

    Raises:
        MisuseError: AI cores do not compute something of it, or there is no such SoC.
        BuildError: the sources cannot be built.
    """
    from custom_compiler.autokernel.aicore.package import write
    from custom_compiler.autokernel.classes import packaged

    toolkit = find_toolkit()
    units = compute_units(socs, toolkit.platform_config)
    known = known_socs(toolkit.platform_config)
    parts = {part for part, unit in known.items() if not units or unit in units}
    note = {"operator": request.name, "into": "run", "dtypes": list(request.dtypes)}
    with whole_folder(folder, note) as made, tempfile.TemporaryDirectory() as scratch:
        on_step("write op_host and op_kernel")
        try:
            variants = list(request.operators().values())
            kernels = packaged(variants, tuned_table(variants, parts))
            sources = write(variants, made, packaged=kernels)
        except ValueError as error:
            raise MisuseError(str(error), "change the description") from error
        on_step("build the package")
        spec = ProjectSpec(
            op_host=sources.op_host,
            op_kernel=sources.op_kernel,
            toolkit=toolkit,
            vendor_name=vendor,
            compute_units=units,
        )
        result = build(spec, Path(scratch) / "project")
        package = copy(result.package, made)
        operators = ", ".join(result.operators)
    return f"bash {folder / package.name} installs {operators}, for aclnn and ops.Custom"
