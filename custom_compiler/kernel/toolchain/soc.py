"""What the compiler must know of a SoC, read from the toolkit's platform description."""

from __future__ import annotations

import os
from typing import NamedTuple

from custom_compiler.errors import MisuseError

# __NPU_ARCH__ by AIC version; the other numbers are in the version itself (AIC-C-220 -> 220).
_NPU_ARCH = {
    "C-100": 1001,
    "M-200": 2002,
    "M-210": 2102,
    "C-220": 2201,
    "M-300": 3002,
    "M-310": 3102,
    "C-310": 3510,
}
# Compute units as the operator sources name them, to the part kernels are compiled for.
_REPRESENTATIVE = {
    "ascend310p": "Ascend310P3",
    "ascend310b": "Ascend310B1",
    "ascend910": "Ascend910A",
    "ascend910b": "Ascend910B1",
    "ascend910_93": "Ascend910_9391",
    "ascend610lite": "Ascend610Lite",
    "ascend950": "Ascend950PR_9599",
    "ascend350": "Ascend350_354f",
    "kirinx90": "KirinX90",
    "kirin9030": "Kirin9030",
    "mc62": "MC62CM12AA",
    "mc32dm11a": "MC32DM11AA",
}


class Soc(NamedTuple):
    """One SoC as the kernel compiler sees it."""

    name: str
    unit: str  # compute unit: the short name in lower case, e.g. "ascend910b"
    arch: int  # __CCE_AICORE__
    npu_arch: int  # __NPU_ARCH__
    dav: str  # __DAV_<dav>__ stem: "C220", "M200", ...
    split_cores: bool  # cube and vector units are separate cores


def find_soc(name: str, config_dir: str) -> Soc:
    """The SoC called `name` (long name or compute unit); MisuseError if it is unknown."""
    # Case matters: ascend910b is a compute unit, Ascend910B a part of unit ascend910.
    wanted = _REPRESENTATIVE.get(name, name)
    path = os.path.join(config_dir, wanted + ".ini")
    if not os.path.isfile(path):
        path = _find_ignoring_case(wanted, config_dir)
    values = _read_version_section(path) if path else {}
    if "AIC_version" not in values:
        message = f"--soc_version={name}: unknown SoC"
        raise MisuseError(message, f"the known ones are the files in {config_dir}")
    version = values["AIC_version"].removeprefix("AIC-")
    digits = version.rpartition("-")[2]
    # The headers know these architectures; variants of one have the numbers that follow it.
    known = [arch for arch in (100, 200, 220, 300, 310) if digits.isdigit() and arch <= int(digits)]
    arch = known[-1] if known else 100
    return Soc(
        name=values.get("SoC_version", wanted),
        unit=values.get("Short_SoC_version", wanted).lower(),
        arch=arch,
        npu_arch=_NPU_ARCH.get(version, arch),
        dav=version.replace("-", ""),
        split_cores=version in {"C-220", "C-310"},
    )


def arch_defines(soc: Soc) -> str:
    """Macros of one SoC; both kinds of core share the object, so both are named."""
    lines = [f"#define __CCE_AICORE__ {soc.arch}", f"#define __NPU_ARCH__ {soc.npu_arch}"]
    lines.append(f"#define __DAV_{soc.dav}__ 1")
    if soc.split_cores:
        lines += [f"#define __DAV_{soc.dav}_VEC__ 1", f"#define __DAV_{soc.dav}_CUBE__ 1"]
    return "\n".join(lines) + "\n"


def _find_ignoring_case(name: str, config_dir: str) -> str:
    try:
        files = os.listdir(config_dir)
    except OSError:
        return ""
    wanted = name.lower() + ".ini"
    return next((os.path.join(config_dir, file) for file in files if file.lower() == wanted), "")


def _read_version_section(path: str) -> dict[str, str]:
    values: dict[str, str] = {}
    inside = False
    with open(path, encoding="utf-8") as file:
        for raw in file:
            line = raw.strip()
            if line.startswith("["):
                inside = line == "[version]"
            elif inside and "=" in line:
                key, _, value = line.partition("=")
                values[key.strip()] = value.strip()
    return values
