"""A package that is announced comes first in the search, whatever was known before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.package.vendor import announce, find_packages

VARIABLE = "ASCEND_CUSTOM_OPP_PATH"


def lay_out(package: Path) -> Path:
    info = package / "op_impl/ai_core/tbe/config/ascend910b/aic-ascend910b-ops-info.json"
    info.parent.mkdir(parents=True)
    info.write_text('{"AddCustom": {}}')
    return package


@pytest.mark.parametrize("known", ["", "{a}", "{a}:{b}", "{link}:{a}:{b}:", "{b}:{a}:{b}"])
def test_announced_package_is_first(tmp_path: Path, monkeypatch, known: str) -> None:
    a, b = lay_out(tmp_path / "vendors/a"), lay_out(tmp_path / "vendors/b")
    link = tmp_path / "link"
    link.symlink_to(b)
    monkeypatch.setenv(VARIABLE, known.format(a=a, b=b, link=link))
    for given in (b, str(link)):
        assert announce(given).path == b
        expected = [str(b), str(a)] if known else [str(b)]
        assert os.environ[VARIABLE].split(":") == expected
        assert find_packages()[0].path == b


def test_other_folders_are_refused_and_nothing_changes(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv(VARIABLE, "/known")
    with pytest.raises(MisuseError, match="is no vendor package"):
        announce(tmp_path)
    assert os.environ[VARIABLE] == "/known"
