"""The host compiler that makes kernels, what it is told of a SoC, and the cache of its work."""
