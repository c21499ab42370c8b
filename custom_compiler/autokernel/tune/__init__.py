"""Tuning of operators: search of their classes' knobs, comparison of candidates, cached results."""
