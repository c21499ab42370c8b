"""What every room may stand on: files, locks, the cache's place, users' paths, compilers.

Nothing here knows of operators. `opc`, of which a build starts hundreds, imports it, so what it
needs is light: no pathlib.
"""
