"""Tuning of operators: their classes' knobs searched, candidates judged, results kept."""
