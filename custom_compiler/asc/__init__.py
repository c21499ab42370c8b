"""Kernels written in Python: `import asc` (a second package of the wheel) is the facade of this."""
