"""Executing an installed operator on arrays: its prototype, the call, the process that makes it."""
