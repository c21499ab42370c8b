"""Headers of CANN that only include another one: toolkit/data/forwarding_headers.txt."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath

from custom_compiler.toolkit.home import toolkit_tree

LIST = Path(__file__).parents[2] / "toolkit/data/forwarding_headers.txt"


def listed() -> dict[str, str]:
    """Header -> the one it includes, both relative to the toolkit's root."""
    headers: dict[str, str] = {}
    folder = target = ""
    for line in LIST.read_text().splitlines():
        if line.endswith("/"):
            folder = line
        elif line.startswith(" "):
            for name in line.split():
                assert folder + name not in headers, f"{folder}{name} is listed twice"
                headers[folder + name] = folder + target
        elif not line.startswith("#"):
            target = line
    return headers


def test_each_name_includes_a_header_with_content() -> None:
    tree = toolkit_tree()
    headers = listed()
    assert len(headers) > 400
    for name, target in headers.items():
        included = re.findall(r'#include "(.*)"', (tree / name).read_text())
        folder = PurePosixPath(name).parent if name.startswith("tikcpp/") else "include"
        assert [target] == [os.path.normpath(f"{folder}/{header}") for header in included], name
        assert (tree / target).is_file(), f"{name}: no {target}"
        assert target not in headers, f"{name} leads to {target}, which has no content"


def test_second_folders_have_the_same_names() -> None:
    """`tiling/<operator>/` in newer toolkits; `adv_api/` for kernels is a copy of `lib/`."""
    tree = toolkit_tree()
    for name in ("gelu/gelu_tiling_intf.h", "matrix/matmul_tiling.h", "topk/topk_tilingdata.h"):
        assert (tree / "include/tiling" / name).is_file()
    kernels = tree / "tikcpp/tikcfw"
    for header in (kernels / "lib").rglob("*.h"):
        copy = kernels / "adv_api" / header.relative_to(kernels / "lib")
        assert copy.read_text() == header.read_text()
