"""Pack a staged package into a self-extracting `.run`, byte for byte reproducible.

    pack_run.py --source STAGE --output FILE.run [--label TEXT]

STAGE holds `install.sh`, `help.info` and what they install, with `package.info` in each package's
folder for `--info`. The result is `run_header.sh` with its
placeholders filled in, followed by a tar.gz of STAGE. The same input gives the same bytes: files
are sorted, owners and times are fixed (SOURCE_DATE_EPOCH is honoured).
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import os
import stat
import sys
import tarfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

HEADER = Path(__file__).with_name("run_header.sh")
NEEDED = ("install.sh", "help.info")
# Kernels hold compressed line tables: level 6 takes twice the time and saves 4 %.
COMPRESSION_LEVEL = 2

# 1980-01-01, the earliest time that every archive format can hold.
DEFAULT_TIME = 315532800


def main(arguments: list[str] | None = None) -> int:
    """Run the tool; return its exit code."""
    options = _parse(arguments)
    source: Path = options.source
    missing = [name for name in NEEDED if not (source / name).is_file()]
    if missing:
        return _fail(f"{source} has no {' and no '.join(missing)}")
    if set(options.label) & set("'\n"):
        return _fail("--label must not contain quotes or line breaks")
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from files import replacing

    try:
        with replacing(str(options.output)) as part:
            pack(folder_entries(source), Path(part), Start(options.label or options.output.stem))
    except OSError as error:
        return _fail(f"{error.filename or options.output}: {error.strerror}")
    return 0


class Start(NamedTuple):
    """What the archive calls itself and starts; whether options that it does not know go there."""

    label: str
    script: str = "./install.sh"
    takes_others: bool = False


class ArchiveEntry(NamedTuple):
    """A file, a folder or a link of the archive."""

    info: tarfile.TarInfo
    data: bytes  # of a file


def folder_entries(source: Path) -> Iterator[ArchiveEntry]:
    """Yield the entries of a folder, sorted."""
    names = {path.relative_to(source).as_posix(): path for path in source.rglob("*")}
    for name in sorted(names):
        path = names[name]
        if path.is_symlink():
            yield _entry(name, tarfile.SYMTYPE, mode=0o755, link=os.readlink(path))
        elif path.is_dir():
            yield _entry(name, tarfile.DIRTYPE, mode=0o755)
        else:
            mode = 0o755 if path.stat().st_mode & stat.S_IXUSR else 0o644
            yield _entry(name, tarfile.REGTYPE, path.read_bytes(), mode=mode)


def file_entries(files: Mapping[str, bytes], *empty: str) -> Iterator[ArchiveEntry]:
    """Yield files by their path in the archive, empty folders, and all above, sorted."""
    holders = {PurePosixPath(name) for name in (*map(os.path.dirname, files), *empty)}
    folders = {str(folder) for holder in holders for folder in (holder, *holder.parents)} - {"."}
    for name in sorted(files.keys() | folders):
        if name in folders:
            yield _entry(name, tarfile.DIRTYPE, mode=0o755)
        else:
            yield _entry(name, tarfile.REGTYPE, files[name])


def _entry(
    name: str, kind: bytes, data: bytes = b"", *, mode: int = 0o644, link: str = ""
) -> ArchiveEntry:
    info = tarfile.TarInfo("./" + name)
    info.type, info.mode, info.linkname, info.size = kind, mode, link, len(data)
    info.uname = info.gname = "root"
    info.mtime = int(os.environ.get("SOURCE_DATE_EPOCH") or DEFAULT_TIME)
    return ArchiveEntry(info, data)


def pack(entries: Iterable[ArchiveEntry], output: Path, start: Start) -> None:
    """Write the archive to `output`."""
    payload, about = _compress(entries)
    header = _render_header(payload, about, start)
    with output.open("wb") as file:
        file.write(header)
        file.write(payload)
        os.fchmod(file.fileno(), 0o755)


class About(NamedTuple):
    """The statements of the header about the contents."""

    files: int
    size: int  # bytes
    info: str  # texts of package.info


def _compress(entries: Iterable[ArchiveEntry]) -> tuple[bytes, About]:
    result = io.BytesIO()
    files = size = 0
    infos = b""
    # mtime=0 and no file name: the gzip header carries nothing of this run.
    with (
        gzip.GzipFile("", "wb", COMPRESSION_LEVEL, result, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        for info, data in entries:
            archive.addfile(info, io.BytesIO(data))
            files += not info.isdir()
            size += info.size
            if os.path.basename(info.name) == "package.info":
                infos += data
    return result.getvalue(), About(files, size, infos.decode("utf-8").rstrip("\n"))


def _render_header(payload: bytes, about: About, start: Start) -> bytes:
    template = HEADER.read_text(encoding="utf-8")
    values = {
        "LABEL": start.label,
        "STARTUP": start.script,
        "TAKES_OTHERS": "y" if start.takes_others else "n",
        "INFO": about.info.replace("'", "'\\''"),
        "FILES": str(about.files),
        "UNPACKED_KIB": str(-(-about.size // 1024)),
    }
    for name, value in values.items():
        template = template.replace(f"@{name}@", value)
    # Blank digits of fixed width keep the length independent of the values it contains.
    width = 20
    length = len(_fill(template, "0" * 64, 0, 0, width).encode())
    total = length + len(payload)
    blank = _fill(template, "", length, total, width).encode()
    digest = hashlib.sha256(blank + payload).hexdigest()
    return _fill(template, digest, length, total, width).encode()


def _fill(template: str, digest: str, length: int, total: int, width: int) -> str:
    return (
        template.replace("HEADER_BYTES=@HEADER_BYTES@", f"HEADER_BYTES={length!s:{width}}")
        .replace("TOTAL_BYTES=@TOTAL_BYTES@", f"TOTAL_BYTES={total!s:{width}}")
        .replace("SHA256=@SHA256@", f"SHA256={digest}")
    )


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--source", type=Path, required=True, help="staged package directory")
    parser.add_argument("--output", type=Path, required=True, help="archive to write")
    parser.add_argument("--label", default="", help="what the archive calls itself")
    return parser.parse_args(arguments)


def _fail(message: str) -> int:
    print(f"pack_run.py: {message}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
