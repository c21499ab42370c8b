"""Properties of a SoC for the compiler, from the toolkit's platform description."""

from __future__ import annotations

import os
from typing import NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.support.platform_config import descriptions, read_description, standing_for


class Soc(NamedTuple):
    """One SoC as the kernel compiler sees it."""

    name: str
    unit: str  # compute unit: the short name in lower case, e.g. "ascend910b"
    arch: int  # __CCE_AICORE__
    npu_arch: int  # __NPU_ARCH__; 0: none is known
    dav: str  # __DAV_<dav>__ stem: "C220", "M200", ...
    split_cores: bool  # cube and vector units are separate cores

    @property
    def architecture(self) -> str:
        """The SoC's architecture in one word: the same for the same macros."""
        return f"{self.dav}-{self.npu_arch}"

    @property
    def instruction_set(self) -> int:
        """Number of the architecture that objects state, as the runtime compares it."""
        return self.npu_arch or self.arch


def find_soc(name: str, config_dir: str) -> Soc:
    """Return the SoC called `name` (long name or compute unit); raise MisuseError if unknown."""
    # Case matters: ascend910b is a compute unit, Ascend910B a part of unit ascend910.
    values = read_description(os.path.join(config_dir, name + ".ini"))
    values = values or _of_unit(name, config_dir) or _ignoring_case(name, config_dir)
    if "CCE_AICORE" not in values:
        message = f"--soc_version={name}: unknown SoC"
        raise MisuseError(message, f"the known ones are the files in {config_dir}")
    return Soc(
        name=values["SoC_version"],
        unit=values["Short_SoC_version"].lower(),
        arch=int(values["CCE_AICORE"]),
        npu_arch=int(values.get("NpuArch", 0)),
        dav=_dav(values),
        split_cores=values["core_type_list"] == "CubeCore,VectorCore",
    )


def arch_defines(soc: Soc, core: str = "") -> str:
    """Return the macros of one SoC; both kinds of core share the object, so both are named.

    Only one is for what is compiled for `core`, "AIC" or "AIV", alone.
    """
    lines = ["#define __CCE__ 1", f"#define __CCE_AICORE__ {soc.arch}"]
    lines.append(f"#define __DAV_{soc.dav}__ 1")
    if soc.npu_arch:
        lines.append(f"#define __NPU_ARCH__ {soc.npu_arch}")
    if soc.split_cores:
        if core != "AIC":
            lines += [f"#define __DAV_{soc.dav}_VEC__ 1", "#define __DAV_VEC__ 1"]
        if core != "AIV":
            lines += [f"#define __DAV_{soc.dav}_CUBE__ 1", "#define __DAV_CUBE__ 1"]
    return "\n".join(lines) + "\n"


def soc_of_architectures(config_dir: str) -> dict[str, str]:
    """Return the SoC for direct launches, by architecture: "2201", "c220", ..."""
    chosen = standing_for("architecture", config_dir)
    by_number = {values["NpuArch"]: soc for soc, values in chosen.items()}
    return by_number | {_dav(values).lower(): soc for soc, values in chosen.items()}


def _dav(values: dict[str, str]) -> str:
    return values["AIC_version"].removeprefix("AIC-").replace("-", "")


def _of_unit(unit: str, config_dir: str) -> dict[str, str]:
    for values in standing_for("kernels", config_dir).values():
        if values["Short_SoC_version"].lower() == unit:
            return values
    return {}


def _ignoring_case(name: str, config_dir: str) -> dict[str, str]:
    for soc, values in descriptions(config_dir):
        if soc.lower() == name.lower():
            return values
    return {}
