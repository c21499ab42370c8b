"""Describes a staged package: in its `package.info` for installers, in `result.json` for programs.

    package_info.py --stage STAGE --toolkit ROOT --build DIR --package FILE --result FILE

All follows from the staged files and from what the toolkit says about itself. Paths in RESULT are
relative to DIR, which holds FILE and keeps the stage.
"""

from __future__ import annotations

import glob
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from failures import FailedStepError, exit_code
from files import write_changed

# custom_compiler.__version__, for packages made without Python's custom_compiler.
TOOL_VERSION = "0.2.0"

_AI_CORE = "op_impl/ai_core/tbe"
_HOST_LIBRARIES = ("op_proto", f"{_AI_CORE}/op_tiling")
# Lines of the toolkit's compiler/version.info and their names in package.info. A toolkit whose
# kernels run everywhere its operators do says nothing about them.
_OF_TOOLKIT = {"Version": "Toolkit"}
_OF_KERNELS = {"kernels_for": "Kernels for", "kernel_interface": "Kernel interface"}


def main(words: list[str]) -> int:
    """Describe; return the exit code."""
    options = dict(zip(words[::2], words[1::2], strict=True))
    stage, build = options["--stage"], options["--build"]
    vendors = sorted(glob.glob(os.path.join(glob.escape(stage), "packages", "vendors", "*")))
    if len(vendors) != 1:
        raise FailedStepError(
            f"error: {stage} has {len(vendors)} vendors in packages/vendors, not one"
        )
    vendor = Vendor(vendors[0])
    lines = vendor.lines(toolkit_info(options["--toolkit"]))
    text = "".join(f"{name}: {value}\n" for name, value in lines.items())
    write_changed(os.path.join(vendor.path, "package.info"), text)
    result = {
        "package": os.path.relpath(options["--package"], build),
        "vendor": os.path.relpath(vendor.path, build),
        "operators": vendor.operators,
        "units": vendor.units,
        "kernels": vendor.kernels,
    }
    write_changed(options["--result"], json.dumps(result, indent=1) + "\n")
    return 0


class Vendor:
    """The contents of a vendor's folder."""

    def __init__(self, path: str) -> None:
        self.path = path
        config = os.path.join(path, _AI_CORE, "config")
        self.units: list[str] = []
        operators: set[str] = set()
        # ops-math makes folders of units for which it has no operator.
        for unit in sorted(os.listdir(config)) if os.path.isdir(config) else []:
            name = os.path.join(config, unit, f"aic-{unit}-ops-info.json")
            if not os.path.isfile(name):
                continue
            self.units.append(unit)
            with open(name, encoding="utf-8") as file:
                operators.update(json.load(file))
        self.operators = sorted(operators)
        kernels = os.path.join(glob.escape(path), _AI_CORE, "kernel", "*", "*", "*.o")
        self.kernels = len(glob.glob(kernels))
        folders = [os.path.join(path, part, "lib", "linux") for part in _HOST_LIBRARIES]
        self.cpus = sorted(
            {cpu for folder in folders if os.path.isdir(folder) for cpu in os.listdir(folder)}
        )

    def lines(self, toolkit: dict[str, str]) -> dict[str, str]:
        """Return names and values of package.info."""
        fields = _OF_TOOLKIT | (_OF_KERNELS if self.kernels else {})
        return {
            "Vendor": os.path.basename(self.path),
            "Operators": ", ".join(self.operators),
            "Compute units": ", ".join(self.units),
            "Host CPU": ", ".join(self.cpus),
            "Kernels": str(self.kernels),
            **{shown: toolkit[name] for name, shown in fields.items() if name in toolkit},
            "Tool": f"custom_compiler {TOOL_VERSION}",
        }


def toolkit_info(root: str) -> dict[str, str]:
    """Return the lines `name=value` of the toolkit's version file, none if it has no file."""
    try:
        with open(
            os.path.join(root, "compiler", "version.info"), encoding="utf-8", errors="replace"
        ) as file:
            pairs = [line.strip().partition("=") for line in file]
    except FileNotFoundError:
        return {}
    return {name: value for name, equals, value in pairs if equals}


if __name__ == "__main__":
    sys.exit(exit_code(lambda: main(sys.argv[1:])))
