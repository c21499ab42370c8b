#!/bin/sh
# Takes makeself's command line. The archives are those of pack_run.py.
exec "${HI_PYTHON:-python3}" "$(dirname -- "$0")/../pack_makeself.py" "$@"
