"""Names in the text of kernels that no row of the table has: CANN 8.1 declares them, too."""

import csv
import re
from pathlib import Path

import pytest

from custom_compiler.asc.emit import emit
from custom_compiler.asc.transforms import TransformOptions, run
from tests.asc.ir import checked_kernels, test_checked_kernels

ROOT = Path(__file__).resolve().parents[3]
with (ROOT / "docs" / "ascendc_api" / "symbols.csv").open(newline="", encoding="utf-8") as _file:
    ROWS = list(csv.DictReader(_file))
MENTIONED = {
    word
    for row in ROWS
    for word in re.findall(r"\w+", f"{row['name']} {row['template']} {row['parameters']}")
}
# Aliases, template structures and what the compiler itself knows are not in the list of symbols.
UNLISTED = {"AscendC::TQue", "AscendC::MatmulType", "PIPE_ALL"}


@pytest.mark.parametrize("name", sorted(checked_kernels.KERNELS))
def test_what_a_kernel_prints_is_declared_by_cann(name):
    module = test_checked_kernels.traced(name)
    run(module, TransformOptions(verify=True))
    text = re.sub(r'"[^"]*"', "", emit(module).text)
    qualified = set(re.findall(r"AscendC::\w+(?:::\w+)*", text))
    methods = set(re.findall(r"(?:\.|->)([A-Z]\w+)[(<]", text))
    capitals = set(re.findall(r"\b[A-Z][A-Z_]{4,}[A-Z]\b", text))
    unknown = {word for word in qualified if word.rpartition("::")[2] not in MENTIONED}
    unknown |= (methods | capitals) - MENTIONED
    unknown -= UNLISTED
    # What KERNEL_TASK_TYPE_DEFAULT takes is in CANN's documentation only.
    assert {word for word in unknown if not word.startswith("KERNEL_TYPE_")} == set()
