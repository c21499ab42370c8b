"""Prints the cache variables of the first preset as `-Dname=value` lines, for old CMakes."""

from __future__ import annotations

import json
import os
import sys


def main(path: str) -> None:
    """Print the options of preset file `path`."""
    with open(path, encoding="utf-8") as file:
        preset = json.load(file)["configurePresets"][0]
    folder = os.path.dirname(os.path.abspath(path))
    for name, variable in preset["cacheVariables"].items():
        value = variable["value"] if isinstance(variable, dict) else variable
        print(f"-D{name}={str(value).replace('${sourceDir}', folder)}")


if __name__ == "__main__":
    main(sys.argv[1])
