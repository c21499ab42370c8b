"""`build --export`: a project with copies of the sources; nothing is built."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.cli.main import main

REPOSITORY = Path(__file__).parents[2]
SOURCES = ("-o", str(REPOSITORY / "op_host"), "-k", str(REPOSITORY / "op_kernel"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def export(cann_home: Path, *words: str) -> int:
    return main(["build", "--ascend_cann_package_path", str(cann_home), *SOURCES, *words])


def test_the_project_is_all_that_is_written(
    folder: Path, cann_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(cann_home, "--export", "pro ject", "--vendor_name", "acme") == 0
    assert [path.name for path in folder.iterdir()] == ["pro ject"]
    count = sum(path.is_file() for path in (folder / "pro ject").rglob("*"))
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        f"exported {count - 1} files to pro ject",  # the other one is the record of these
        "to build it: cd 'pro ject' && bash build.sh",
        f"with the toolkit {cann_home} (CMakePresets.json)",
    ]
    assert '"value": "acme"' in (folder / "pro ject/CMakePresets.json").read_text()


@pytest.mark.parametrize("other", ["--install", "--clear", "--watch", "--json", "--bridge"])
def test_options_of_builds_are_refused(
    folder: Path, cann_home: Path, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(cann_home, "--export", "made", other) == 2
    assert f"--export writes a project and builds nothing: {other} has" in capsys.readouterr().err
    assert list(folder.iterdir()) == []
