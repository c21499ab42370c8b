"""Tests of operators: inputs made for them, projects' tables of cases, fixtures for pytest."""
