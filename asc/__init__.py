"""Kernels for AI cores, written in Python: PyAsc's interface."""
