"""Takes pictures of docs/ again: python docs/pictures (needs chromium).

The operator of reading_a_timeline.md and first_tuning.md is made, measured and tuned; the pictures
are parts of the pages that `profile` and `op_compiler -m tune` write, as a browser shows them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).parent
_PROGRAM = [sys.executable, "-m", "custom_compiler"]
_NEW = ["new", "Scale", "--input", "x:fp16", "--attr", "factor:float=2"]
_BUILD = ["build", "-q", "-o", "op_host", "-k", "op_kernel", "--vendor_name", "mine"]


class _Picture(NamedTuple):
    """A part of a page (CSS selector) as a file; of a canvas, as much as the height shows."""

    name: str
    page: int | str
    part: str
    width: int
    height: int


_PICTURES = (
    _Picture("timeline_one.png", 1, "main > canvas", 720, 165),
    _Picture("timeline_two.png", 2, "main > canvas", 720, 165),
    _Picture("roofline_two.png", 2, "main > svg", 770, 310),
    _Picture("tuning_curve.png", "tuned", "main > .scroll:has(svg)", 720, 226),
)
_TUNABLE = """\
// @tunable block_dim in 1..vector_cores
// @tunable set blockLength = align(ceil_div(totalLength, block_dim), 32)
"""
_TUNE = """\
source build_out/set_env.bash && eval "$($0 -m custom_compiler env)"
ASCENDC_DUMP_OP_ARGS=dump $0 -m custom_compiler run Scale --random 64x1024:fp16
TUNE_BANK_PATH=bank op_compiler -p dump/*_opcompile -v Ascend910B3 -m tune -o tuned
"""


def _measure(folder: Path, buffers: int) -> str:
    """Return the page of the operator with so many buffers."""
    kernel = folder / "op_kernel/scale.cpp"
    text = kernel.read_text()
    for count in (1, 2):
        text = text.replace(f"BUFFER_NUM = {count};", f"BUFFER_NUM = {buffers};")
    kernel.write_text(text)
    subprocess.run([*_PROGRAM, *_BUILD], cwd=folder, check=True)
    profile = ["profile", "Scale", "--random", "4096x4096:fp16", "--to", f"results{buffers}"]
    script = 'source build_out/set_env.bash && exec "$@"'
    words = ["bash", "-c", script, "bash", *_PROGRAM, *profile]
    subprocess.run(words, cwd=folder, check=True)
    (report,) = folder.glob(f"results{buffers}/*/report.html")
    return report.read_text()


def _tune(folder: Path) -> str:
    """Return the page of a search for the number of blocks."""
    kernel = folder / "op_kernel/scale.cpp"
    kernel.write_text(_TUNABLE + kernel.read_text())
    subprocess.run([*_PROGRAM, *_BUILD], cwd=folder, check=True)
    subprocess.run(["bash", "-ec", _TUNE, sys.executable], cwd=folder, check=True)
    return (folder / "tuned_tune.html").read_text()


def _take(browser: str, page: str, picture: _Picture, folder: Path) -> None:
    """Show that part alone, in a window of its size."""
    style = f"main {{ padding: 4px }} main > * {{ display: none !important }} {picture.part}"
    shown = page.replace(
        "</head>", f"<style>{style} {{ display: block !important }}</style></head>"
    )
    (folder / "part.html").write_text(shown)
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    options += [f"--user-data-dir={folder / 'browser'}", "--virtual-time-budget=3000"]
    options += ["--blink-settings=preferredColorScheme=1", "--force-device-scale-factor=2"]
    options += [f"--window-size={picture.width},{picture.height}"]
    options += [f"--screenshot={_HERE / picture.name}", (folder / "part.html").as_uri()]
    subprocess.run([browser, *options], check=True, capture_output=True)


def main() -> None:
    """Measure, and take them all."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("error: no chromium in PATH")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([*_PROGRAM, *_NEW], cwd=folder, check=True)
        pages: dict[int | str, str] = {
            buffers: _measure(folder / "Scale", buffers) for buffers in (1, 2)
        }
        pages["tuned"] = _tune(folder / "Scale")
        for picture in _PICTURES:
            _take(browser, pages[picture.page], picture, folder)


if __name__ == "__main__":
    main()
