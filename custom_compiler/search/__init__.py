"""Search for the settings of ordered knobs that cost least; asked what to try, told the cost."""
