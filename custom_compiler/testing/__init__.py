"""Tests of operators: inputs made for them, projects' tables of cases, fixtures for pytest."""

from __future__ import annotations

from custom_compiler.testing.suite import operator_test

__all__ = ["operator_test"]
