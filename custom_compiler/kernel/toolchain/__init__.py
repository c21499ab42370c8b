"""The host compiler that makes kernels, its view of a SoC, and the cache of its work."""
