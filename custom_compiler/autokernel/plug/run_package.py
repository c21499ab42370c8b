"""An operator as a package for NPUs: sources for any build, and the `.run` that ours makes."""

from __future__ import annotations

import tempfile
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.autokernel.plug.folder import copy, noted_folder
from custom_compiler.autokernel.tune.cached_results import tuned_table
from custom_compiler.autokernel.tune.driver import Watcher, tune
from custom_compiler.errors import MisuseError
from custom_compiler.project import ProjectSpec, build
from custom_compiler.toolkit import compute_units, find_toolkit
from custom_compiler.toolkit.soc import known_socs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from custom_compiler.autokernel.plug.host import ExportRequest
    from custom_compiler.autokernel.tune.driver import Effort


def plug_into_run(
    request: ExportRequest, folder: Path, vendor: str, socs: str, on_step: Callable[[str], None]
) -> str:
    """Write `op_host`, `op_kernel`, `infer_file` and the package; how to use it, in a line.

    The tiling has what `autokernel tune` found for these SoCs, and the formula for other sizes.
    With an effort it is tuned for the sizes of the request before, on each SoC that is named.

    Args:
        request: what is asked for; its instruction sets do not matter.
        folder: where to.
        vendor: the package's vendor.
        socs: compute units or SoCs, `;` between them; none: all that the operator is for.
        on_step: is called with each step.

    Raises:
        MisuseError: AI cores do not compute something of it, or there is no such SoC; it is to be
            tuned, and no SoC is named; there is no xDSL.
        BuildError: the sources cannot be built.
    """
    from custom_compiler.autokernel.aicore.kernels import need_xdsl

    need_xdsl()
    from custom_compiler.autokernel.aicore.package import write
    from custom_compiler.autokernel.classes import packaged

    toolkit = find_toolkit()
    units = compute_units(socs, toolkit.platform_config)
    units_by_soc = known_socs(toolkit.platform_config)
    parts = {part for part, unit in units_by_soc.items() if not units or unit in units}
    variants = list(request.operators().values())
    named = [part for part in map(str.strip, socs.split(";")) if part in units_by_soc]
    if request.effort is not None:
        _tune(request, request.effort, named, on_step)
    note = {"operator": request.name, "into": "run", "dtypes": list(request.dtypes)}
    with noted_folder(folder, note) as staged, tempfile.TemporaryDirectory() as scratch:
        on_step("write op_host and op_kernel")
        try:
            kernels = packaged(variants, tuned_table(variants, parts))
            sources = write(variants, staged, packaged=kernels)
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
        package = copy(result.package, staged)
        operators = ", ".join(result.operators)
    return f"bash {folder / package.name} installs {operators}, for aclnn and ops.Custom"


class _Notes(Watcher):
    """Tells notes of a search as steps."""

    def __init__(self, on_step: Callable[[str], None]) -> None:
        self._on_step = on_step

    def note(self, text: str) -> None:
        self._on_step(text)


def _tune(
    request: ExportRequest, effort: Effort, parts: Sequence[str], on_step: Callable[[str], None]
) -> None:
    """Search for each SoC, type and sizes; the results are cached, for the table."""
    if not parts:
        message = "--tune needs a SoC, on which cycles are counted"
        raise MisuseError(message, "name it, such as --soc_version Ascend910B3")
    for part in parts:
        for (dtype, operator), sizes in product(request.operators().items(), request.sizes):
            listed = ",".join(f"{name}={size}" for name, size in sizes.items())
            on_step(f"tune {operator.name} of {dtype}, {listed}, for {part}")
            tune(operator, sizes, part, effort=effort, watcher=_Notes(on_step))
