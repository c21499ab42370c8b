"""Lines of people's own operators that say `// tunable`: found, replaced, and tuned."""
