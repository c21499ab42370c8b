"""What every room may stand on: files replaced as a whole, locks, the cache's place.

Nothing here knows of operators. `opc`, of which a build starts hundreds, imports it, so it is
light: no pathlib.
"""
