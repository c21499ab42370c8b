"""Foundations of all packages: files, locks, the cache folder, users' paths, compilers.

Nothing here depends on operators. `opc`, of which a build starts hundreds, imports this package,
so the modules that it needs are light: no pathlib.
"""
