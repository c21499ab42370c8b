"""Operators of descriptions in other programs: C, PyTorch, MindSpore, packages for NPUs."""
