"""Operators as functions of this machine's processors, or another's: made by Halide."""
