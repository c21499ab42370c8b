"""MkDocs' hooks: pages that are made when the site is, and links that leave the folder of pages.

README, CHANGELOG and CONTRIBUTING are pages, too; commands and errors are described by the program
itself. What pages name in the repository and the site does not have becomes text.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

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
    for page, text in made.items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_: object) -> str:
    """Point links at pages of the site, and turn those to other files of the repository to text."""
    known = {file.src_uri for file in files if file.inclusion.is_included()}
    folder = Path(page.file.src_uri).parent

    def lead(match: re.Match[str]) -> str:
        text, target = match[1], match[2]
        path, hash_, anchor = target.partition("#")
        if "://" in target or not path:
            return match[0]
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
