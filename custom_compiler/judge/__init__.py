"""Operators of others judged: built and run in a sandbox, held against a reference."""
