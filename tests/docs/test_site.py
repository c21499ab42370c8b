"""The documentation as a site: it builds without a warning, and its links lead somewhere."""

from __future__ import annotations

import html
import importlib
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from custom_compiler.cli.main import COMMANDS
from custom_compiler.explain import known_codes, known_names
from custom_compiler.explain.failures import FAILURES

ROOT = Path(__file__).parents[2]


class _Page(HTMLParser):
    """Links, places that links can lead to, and text of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = set()
        self.text = ""
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.places.add(given.get("id") or "")
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        source = given.get("src") or (given.get("href") if tag == "link" else None)
        if source:
            self.loaded.append(source)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, _Page]:
    return {path: _Page(path) for path in site.rglob("*.html") if path.name != "404.html"}


def test_links_lead_somewhere(pages: dict[Path, _Page]) -> None:
    dead = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchor = unquote(parts.fragment)
            found = target.is_file() and (
                not anchor or target not in pages or anchor in pages[target].places
            )
            dead += [] if found else [f"{path.parent.name}: {link}"]
    assert not dead


def test_nothing_is_loaded_from_elsewhere(pages: dict[Path, _Page]) -> None:
    loaded = {source for page in pages.values() for source in page.loaded}
    assert loaded
    assert not {source for source in loaded if urlsplit(source).netloc}


def test_every_page_of_docs_is_there(site: Path) -> None:
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")}
    for page in pages | {"asc", "ascendc_api", "pyacl"}:
        assert (site / page / "index.html").is_file(), page
    assert (site / "pictures/ascendc_api.svg").read_text("utf-8").startswith("<svg")


def test_links_to_generators_lead_to_their_pages(site: Path) -> None:
    assert 'href="../asc/"' in (site / "python_kernels/index.html").read_text("utf-8")
    assert 'href="pyacl/"' in (site / "index.html").read_text("utf-8")


def test_comparisons_name_apis_and_tests_that_exist(site: Path) -> None:
    page = (site / "ascendc_api/index.html").read_text("utf-8")
    sys.path.insert(0, str(ROOT / "docs" / "ascendc_api"))
    compared = importlib.import_module("compared")
    sys.path.pop(0)
    dates = dict(
        re.findall(
            r"<tr>\s*<td><code>([^<]*)</code></td>.*?<td>([^<]*)</td>\s*</tr>", page, re.DOTALL
        )
    )
    for comparison in compared.read():
        assert comparison.tests, comparison.family
        assert [test for test in comparison.tests if not (ROOT / test).is_file()] == []
        for api in comparison.apis:
            assert dates[html.escape(api, quote=False)] == comparison.date, api


def test_commands_are_described(site: Path, pages: dict[Path, _Page]) -> None:
    text = pages[site / "reference/commands/index.html"].text
    for command in COMMANDS:
        assert f"usage: custom-compiler {command.NAME}" in text


def test_errors_have_cause_and_way_out(site: Path, pages: dict[Path, _Page]) -> None:
    path = site / "reference/errors/index.html"
    rows = len(FAILURES) + len(known_codes()) + len(known_names()) + 3
    assert path.read_text("utf-8").count("<tr>") == rows
    for text in ("its package is not in the include path", "ACL_ERROR_RT_VECTOR", "EZ3003"):
        assert text in pages[path].text


def test_python_names_have_their_docstrings(site: Path, pages: dict[Path, _Page]) -> None:
    page = pages[site / "reference/python_api/index.html"]
    for name in (
        "run",
        "load_package",
        "torch.load.load",
        "mindspore.custom_op",
        "wheel.AscendOperators",
    ):
        assert f"custom_compiler.{name}" in page.places
    assert "the build is incremental" in page.text.lower()
