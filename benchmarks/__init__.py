"""Benchmarks: programs that measure the toolkit (`python -m benchmarks list`)."""
