"""What PyTorch's core operations are in a tree, one file per kind."""
