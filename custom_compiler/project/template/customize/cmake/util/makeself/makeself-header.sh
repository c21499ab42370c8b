# Build scripts name this file with `makeself.sh --header`. Archives made here begin with ../run_header.sh.
