"""Removes the package that it was installed with; --all removes all of its kind."""

import os
import sys

if sys.version_info < (3, 7):  # noqa: UP036 - what travels with packages meets any Python
    sys.exit("[ERROR] removing kernels needs python3 on PATH, 3.7 or newer")
here = os.path.dirname(os.path.abspath(__file__))
script = os.path.join(here, "install.py")
words = ["--uninstall", "--here", *sys.argv[1:]]
os.execv(sys.executable, [sys.executable, "-B", script, *words])  # noqa: S606
