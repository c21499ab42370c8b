"""The tests. Programs next to them run as `python -m tests.corpus`, `tests.second_circle`."""
