"""The table of SoCs for `-v`: names in any case, with their compute units."""

from __future__ import annotations

from difflib import get_close_matches

from custom_compiler.errors import MisuseError, ToolkitError
from custom_compiler.kernel.toolchain.soc import Soc, find_soc
from custom_compiler.support.platform_config import descriptions


def soc_named(name: str, config_dir: str) -> Soc:
    """Return the SoC called `name` in the toolkit's platform descriptions.

    Raises:
        MisuseError: There is none; the hint lists similar names.
        ToolkitError: The toolkit describes no SoC at all.
    """
    names = {soc.lower(): soc for soc, _ in descriptions(config_dir)}
    if not names:
        raise ToolkitError(f"{config_dir} describes no SoC", "this toolkit is incomplete")
    if name.lower() not in names:
        near = get_close_matches(name.lower(), names, n=3)
        known_socs = ", ".join(names[soc] for soc in near) or f"the files in {config_dir}"
        raise MisuseError(f"-v {name}: there is no such SoC", f"known are {known_socs}")
    return find_soc(names[name.lower()], config_dir)
