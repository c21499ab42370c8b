"""Kernels under gdb, which executes them like any other code of the host."""
