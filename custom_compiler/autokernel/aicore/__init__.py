"""Operators on AI cores: `asc` calls from trees, launches, simulated timing, packages."""
