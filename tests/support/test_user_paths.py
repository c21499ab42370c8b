"""Paths as users give them: absolute, ~ replaced, links unresolved, the same for every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.support.user_paths import user_path


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """home/sources, a link here/link to it; here is the current directory."""
    (tmp_path / "home/sources/inner").mkdir(parents=True)
    (tmp_path / "here").mkdir()
    (tmp_path / "here/link").symlink_to("../home/sources")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("~/sources", "home/sources"),
        ("link", "here/link"),
        ("./link/inner", "here/link/inner"),
        ("", "here"),
        ("../home", "home"),
        ("link/../sources", "home/sources"),  # as the system sees it, not the text
        ("~nobody-of-this-name/x", "here/~nobody-of-this-name/x"),
    ],
)
def test_user_paths(place: Path, given: str, expected: str) -> None:
    assert user_path(given) == place / expected
    assert user_path(Path(given)) == place / expected
    assert user_path(place / expected) == place / expected
