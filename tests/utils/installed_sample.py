"""The AddCustom sample as users install it: a release package."""

from __future__ import annotations

import fcntl
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.utils.caches import cache_with_headers

_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class InstalledSample:
    """The sample for ascend910b.

    Attributes:
        vendor: Its folder in the packages; other tests use it, too.
        home: The toolkit that it was built with.
    """

    vendor: Path
    home: Path

    def environment(self, folder: Path) -> dict[str, str]:
        """Variables in which programs find the sample; their cache of kernels is `folder`."""
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("ASCEND")},
            "ASCEND_HOME_PATH": str(self.home),
            "CUSTOM_COMPILER_CACHE": cache_with_headers(folder / "cache"),
            "ASCENDC_SOC_VERSION": "Ascend910B3",
            "ASCEND_CUSTOM_OPP_PATH": str(self.vendor),
        }


def install_sample(folder: Path, home: Path) -> InstalledSample:
    """Build and install the sample in `folder`, unless another process of the tests has done so."""
    sample = InstalledSample(folder / "opp/vendors/customize", home)
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "installed").exists():
            command = ["custom-compiler", "build", "-o", str(_ROOT / "op_host")]
            command += ["-k", str(_ROOT / "op_kernel"), "--soc_version", "ascend910b"]
            subprocess.run(
                [*command, "--install_path", str(folder / "opp"), "-i"],
                cwd=folder,
                env=sample.environment(folder),
                check=True,
                capture_output=True,
            )
            (folder / "installed").touch()
    return sample
