"""Models as standalone C programs: their operators compiled, their weights inside."""
