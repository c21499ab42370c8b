"""Vendor packages, in the order in which programs search them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import PackageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SEARCHED = "ASCEND_CUSTOM_OPP_PATH"
NONE_INSTALLED = (
    "no package is installed: source build_out/set_env.bash where you built one, or "
    "custom-compiler install FILE.run"
)


def package_roots(environ: Mapping[str, str] = os.environ) -> Iterator[tuple[Path, str]]:
    """Yield the folders `.../vendors/<name>`, each with the variable or file that names it.

    The directories of `ASCEND_CUSTOM_OPP_PATH` come first, then those that
    `$ASCEND_OPP_PATH/vendors/config.ini` lists. Raise PackageError if that cannot be read.
    """
    for entry in environ.get(SEARCHED, "").split(":"):
        if entry and os.path.isdir(entry):
            yield Path(entry), SEARCHED
    opp = environ.get("ASCEND_OPP_PATH")
    config = Path(opp or "/nonexistent") / "vendors/config.ini"
    for vendor in load_priority(config):
        if os.path.isdir(config.parent / vendor):
            yield config.parent / vendor, str(config)


def no_package_reason(environ: Mapping[str, str] = os.environ) -> str:
    """Return why no package was found, with each invalid entry of the search path."""
    entries = [entry for entry in environ.get(SEARCHED, "").split(":") if entry]
    for entry in entries:
        if not os.path.isdir(entry):
            return f"{SEARCHED} names {entry}, and there is no such folder"
    if entries:
        return f"{SEARCHED} names {entries[0]}, which holds no package: it is .../vendors/<name>"
    return NONE_INSTALLED


def load_priority(config: Path) -> list[str]:
    """Read the packages of the first line that speaks of priority, as the run time does."""
    try:
        lines = config.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except NotADirectoryError as error:
        message = f"ASCEND_OPP_PATH={config.parent.parent}: this is no folder"
        raise PackageError(message, "give the folder that holds vendors/, or unset it") from error
    except (OSError, UnicodeDecodeError) as error:
        hint = "it is one line, load_priority=<vendor>,<vendor>"
        raise PackageError(f"cannot read {config}: {error}", hint) from error
    pairs = (line.partition("#")[0].partition("=") for line in lines)
    vendors = next((value for key, equals, value in pairs if equals and "priority" in key), "")
    return [vendor.strip() for vendor in vendors.split(",") if vendor.strip()]
