"""MkDocs' hooks: pages that are made when the site is, and links that leave the folder of pages.

README, CHANGELOG and CONTRIBUTING are pages, too; commands and errors are described by the program
itself. What pages name in the repository and the site does not have becomes text.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.exceptions import PluginError

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]

# Pages of the site by the file of the repository that they are.
_OUTSIDE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
}
# Folders with a program that writes the page of the same name: links to a folder lead to its page.
_GENERATORS = ("asc", "ascendc_api", "pyacl")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are no files of docs/."""
    from mkdocs.structure.files import File

    sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]  # MkDocs takes back what is set earlier
    pages = import_module("site_pages")
    made = {page: (ROOT / name).read_text("utf-8") for name, page in _OUTSIDE.items()}
    made = {page: _from_root(text) for page, text in made.items()}
    made["reference/commands.md"] = pages.commands_page()
    made["reference/errors.md"] = pages.errors_page()
    for page, text in (made | _from_generators()).items():
        files.append(File.generated(config, page, content=text))
    return files


def _from_generators() -> dict[str, str]:
    """Return pages and pictures that the programs in folders of docs/ write."""
    with tempfile.TemporaryDirectory() as folder:
        for name in _GENERATORS:
            command = [sys.executable, str(ROOT / "docs" / name), "--output", folder]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise PluginError(f"{' '.join(command)}: {done.stderr.strip()}")
        paths = (path for path in Path(folder).rglob("*") if path.is_file())
        return {str(path.relative_to(folder)): path.read_text("utf-8") for path in paths}


def on_page_markdown(markdown: str, page: Page, files: Files, **_: object) -> str:
    """Point links at pages of the site, and turn those to other files of the repository to text."""
    known = {file.src_uri for file in files if file.inclusion.is_included()}
    folder = Path(page.file.src_uri).parent

    def lead(match: re.Match[str]) -> str:
        text, target = match[1], match[2]
        path, hash_, anchor = target.partition("#")
        if "://" in target or not path:
            return match[0]
        if str(folder) == "." and path.rstrip("/") in _GENERATORS:
            return f"[{text}]({path.rstrip('/')}.md{hash_}{anchor})"
        if path.startswith("../") and path.removeprefix("../") in _OUTSIDE:
            return f"[{text}]({_OUTSIDE[path.removeprefix('../')]}{hash_}{anchor})"
        at = str(folder / path) if str(folder) != "." else path
        return match[0] if at in known else text

    return _LINK.sub(lead, markdown)


def _from_root(text: str) -> str:
    """Return a page of the repository's root with its links as from docs/."""

    def lead(match: re.Match[str]) -> str:
        path, hash_, anchor = match[2].partition("#")
        inside = (
            path.removeprefix("docs/") if path.startswith("docs/") else _OUTSIDE.get(path, path)
        )
        return f"[{match[1]}]({inside}{hash_}{anchor})"

    return re.sub(r"(!?\[[^\]]*\])\(docs/", r"\1(", _LINK.sub(lead, text))
