"""A build starts the kernel compilers hundreds of times, so they start with little."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import custom_compiler

PACKAGE_PARENT = Path(custom_compiler.__file__).parents[1]


def test_compilers_start_light() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(PACKAGE_PARENT)!r});"
        "import custom_compiler.kernel.static.opc_command, custom_compiler.kernel.launch.bisheng;"
        "heavy = {'pathlib', 'importlib.metadata', 'argparse', 'ctypes'} & set(sys.modules);"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)
