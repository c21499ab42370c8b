"""The names that a vendor may have."""

from __future__ import annotations

import re

from custom_compiler.errors import MisuseError

# Copies for machines without Python: cmake/config.cmake and scripts/install.sh of the project
# template. A test compares them.
_VENDOR_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


def check_vendor_name(name: str, option: str = "") -> str:
    """Return `name` if it can name a directory, a C identifier and an entry of config.ini.

    Otherwise raise MisuseError, which names the `option` it was given by, if any.
    """
    if _VENDOR_NAME.fullmatch(name):
        return name
    shown = f"{option}={name!r} is not a vendor name" if option else f"not a vendor name: {name!r}"
    raise MisuseError(shown, "use letters, digits and _, no digit first, 64 characters at most")
