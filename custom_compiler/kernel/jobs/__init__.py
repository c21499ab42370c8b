"""Jobs in worker processes: a function's name and its arguments in, a value or an error out."""
