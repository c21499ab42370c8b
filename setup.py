"""The main job with MindSpore's spelling: python setup.py --op_host_path=... --op_kernel_path=...

A facade of `custom-compiler build`. Packaging is described by pyproject.toml; pip never runs this.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from custom_compiler.cli import build
    from custom_compiler.cli.main import main_of

    sys.exit(main_of(build, sys.argv[1:], prog="setup.py"))
