"""Removes the package that it was installed with; --all removes all of its kind."""

import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
script = os.path.join(here, "install.py")
words = ["--uninstall", "--here", *sys.argv[1:]]
os.execv(sys.executable, [sys.executable, "-B", script, *words])  # noqa: S606
