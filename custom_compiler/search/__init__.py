"""Search for the settings of ordered knobs that cost least, by proposals and their costs."""
