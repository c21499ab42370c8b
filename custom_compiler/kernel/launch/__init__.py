"""The compiler `bisheng`: kernels and the host code that launches them, compiled together."""
