"""Simulated timing of runs: read, and written as CANN's tables and traces, and as a page."""
