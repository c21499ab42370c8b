"""The part that tilings are computed for."""

from __future__ import annotations

from custom_compiler.asc.host.library import LibraryTiling, tiling_shim
from custom_compiler.asc.runtime import device_library
from custom_compiler.errors import MisuseError


class PlatformAscendC:
    """A part, as the tiling library describes it; PlatformAscendCManager knows them."""

    __slots__ = ("address",)

    def __init__(self, address: int) -> None:
        self.address = address  # of the library's object

    def create(self, kind: str) -> LibraryTiling:
        """Return an object of a class of the tiling library."""
        return LibraryTiling(kind, self.address)


class PlatformAscendCManager:
    """The platform of the process: what the first call asks for, as in C++."""

    @staticmethod
    def get_instance(soc_version: str | None = None) -> PlatformAscendC:
        """Return the platform of a SoC ("Ascend910B1"), or of the device.

        Raises:
            MisuseError: the toolkit does not know the SoC.
        """
        name = None if soc_version is None else str(soc_version).encode()
        address = tiling_shim().AscTilingPlatform(name)
        if not address:
            what = "the device" if soc_version is None else f"{soc_version!r}"
            raise MisuseError(f"no platform is known of {what}", "name a part such as Ascend910B1")
        return PlatformAscendC(address)


def get_ascendc_platform() -> PlatformAscendC:
    """Return the platform of the SoC that set_platform chose."""
    return PlatformAscendCManager.get_instance(device_library.get_soc_version().value)
