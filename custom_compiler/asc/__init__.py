"""Kernels written in Python: `import asc` (a second package of the wheel) is the door to this."""
