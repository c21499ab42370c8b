"""Trees of PyTorch's core operations, one file per kind."""
