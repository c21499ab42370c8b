"""Operators on AI cores: their trees as calls of `asc`, launched, measured, written as packages."""
