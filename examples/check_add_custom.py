"""Execute the AddCustom package that was just built and check it against NumPy.

Usage, after the build of op_host/ and op_kernel/:  python examples/check_add_custom.py [VENDOR_DIR]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from custom_compiler.call.execution import WorkerCall, execute
from custom_compiler.call.prototype import find_prototype
from custom_compiler.package import find_packages
from custom_compiler.toolkit import find_toolkit

SHAPES = ((8, 2048), (1,), (1000003,))
DTYPES = (np.float16, np.float32, np.int32)


def main() -> int:
    """Check every dtype and shape; return 1 if any result differs."""
    built = [Path(argument).absolute() for argument in sys.argv[1:]] or [_vendor_of_build()]
    environment = find_toolkit().environment()
    environment["ASCEND_CUSTOM_OPP_PATH"] = ":".join(map(str, built))
    prototype = find_prototype("AddCustom", find_packages(environment))
    random = np.random.default_rng(0)
    wrong = 0
    for dtype in DTYPES:
        for shape in SHAPES:
            x, y = (random.uniform(-1000, 1000, shape).astype(dtype) for _ in range(2))
            call = WorkerCall(prototype, {"x": [x], "y": [y]}, output_shapes=[shape])
            (z,) = execute(call, environment)
            right = np.array_equal(z, np.add(x, y))
            wrong += not right
            print(
                f"AddCustom {np.dtype(dtype).name:8} {shape!s:12} {'right' if right else 'WRONG'}"
            )
    return 1 if wrong else 0


def _vendor_of_build() -> Path:
    """Return the package that the last build here has staged."""
    build = Path("build_out").absolute()
    vendor: str = json.loads((build / "result.json").read_text(encoding="utf-8"))["vendor"]
    return build / vendor


if __name__ == "__main__":
    sys.exit(main())
