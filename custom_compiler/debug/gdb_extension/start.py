"""The start script of gdb; it runs in gdb's own Python, of any version 3."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import breakpoints
import commands
import printers

printers.register()
commands.register()
breakpoints.register()
