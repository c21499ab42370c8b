"""Operators as functions of this machine's CPU, or another's: made by Halide."""
