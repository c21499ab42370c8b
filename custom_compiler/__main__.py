"""`python -m custom_compiler` is `custom-compiler`."""

from __future__ import annotations

import sys

from custom_compiler.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
