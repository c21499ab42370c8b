"""The folder of a new operator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError, write_error
from custom_compiler.project.starter.host import definition, tiling_header
from custom_compiler.project.starter.kernels import kernel
from custom_compiler.project.starter.python_kernel import python_files
from custom_compiler.project.starter.request import check_template
from custom_compiler.project.starter.tests import CONFTEST, readme, test_file

if TYPE_CHECKING:
    from pathlib import Path

    from custom_compiler.project.msopgen.operators import DescribedOperator

# DataCopyPad, by which the kernels copy tails, is there on these.
UNITS = ("ascend910b", "ascend910_93")


def starter_files(operator: DescribedOperator, template: str) -> dict[str, str]:
    """Return text by path in the folder; MisuseError if the template has no such operator."""
    check_template(operator, template)
    stem = operator.stem
    return {
        f"op_host/{stem}.cpp": definition(operator, template, UNITS),
        f"op_host/{stem}_tiling.h": tiling_header(operator, template),
        f"op_kernel/{stem}.cpp": kernel(operator, template),
        f"tests/test_{stem}.py": test_file(operator, template, "`Operation` in op_kernel/"),
        "conftest.py": CONFTEST,
        "README.md": readme(operator, template),
    }


def write_starter(
    operator: DescribedOperator, template: str, folder: Path, *, python: bool = False
) -> list[Path]:
    """Write the project into `folder`, which is made; return its files.

    With `python` the kernel is in Python, and what is written exports it.

    Raises:
        MisuseError: The folder has files already, cannot be written, or the template has no form.
    """
    files = python_files(operator) if python else starter_files(operator, template)
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            hint = "give another one with --path, or empty it"
            raise MisuseError(f"{folder} is there already, and not empty", hint)
        written = []
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    except OSError as error:
        raise write_error(folder, error, "choose another place with --path") from error
    return written
