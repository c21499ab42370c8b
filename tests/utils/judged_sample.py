"""The AddCustom sample as a project of somebody's, cut to what is built fast."""

from __future__ import annotations

import shutil
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
# One element type, one compute unit.
_CUTS = (
    ("ge::DT_FLOAT16, ge::DT_FLOAT, ge::DT_INT32", "ge::DT_FLOAT16"),
    ("ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND", "ge::FORMAT_ND"),
    ('{"ascend310p", "ascend310b", "ascend910", "ascend910b", "ascend910_93"}', '{"ascend910b"}'),
)


def write_sample(folder: Path) -> Path:
    """Write op_host and op_kernel into a new folder; the folder."""
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, folder / name)
    host = folder / "op_host" / "add_custom.cpp"
    text = host.read_text()
    for old, new in _CUTS:
        assert old in text
        text = text.replace(old, new)
    host.write_text(text)
    return folder
