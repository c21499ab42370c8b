"""Operators made from descriptions: for AI cores through `asc`, for the host through Halide."""
