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
from pathlib import Path

HEADER = Path(__file__).with_name("run_header.sh")
NEEDED = ("install.sh", "help.info")
COMPRESSION_LEVEL = 6

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
    try:
        pack(source, options.output, options.label or options.output.stem)
    except OSError as error:
        return _fail(f"{error.filename or options.output}: {error.strerror}")
    return 0


def pack(source: Path, output: Path, label: str) -> None:
    """Write the archive beside its place and move it there, so `output` is old or complete."""
    entries = sorted(source.rglob("*"), key=lambda path: path.relative_to(source).as_posix())
    payload = _compress(source, entries)
    header = _render_header(payload, entries, label, _package_info(source))
    unfinished = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as file:
            file.write(header)
            file.write(payload)
            os.fchmod(file.fileno(), 0o755)
        unfinished.replace(output)
    finally:
        unfinished.unlink(missing_ok=True)


def _compress(source: Path, entries: list[Path]) -> bytes:
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or DEFAULT_TIME)
    result = io.BytesIO()
    # mtime=0 and no file name: the gzip header carries nothing of this run.
    with (
        gzip.GzipFile("", "wb", COMPRESSION_LEVEL, result, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.GNU_FORMAT) as archive,
    ):
        for path in entries:
            _add(archive, path, "./" + path.relative_to(source).as_posix(), time)
    return result.getvalue()


def _add(archive: tarfile.TarFile, path: Path, name: str, time: int) -> None:
    info = archive.gettarinfo(str(path), name)
    info.uid = info.gid = 0
    info.uname = info.gname = "root"
    info.mtime = time
    info.mode = 0o755 if info.isdir() or info.mode & stat.S_IXUSR else 0o644
    if info.islnk():  # a second name of the same file: store the content, the order may vary
        info.type, info.linkname, info.size = tarfile.REGTYPE, "", path.stat().st_size
    if info.isreg():
        with path.open("rb") as file:
            archive.addfile(info, file)
    else:
        archive.addfile(info)


def _render_header(payload: bytes, entries: list[Path], label: str, info: str) -> bytes:
    template = HEADER.read_text(encoding="utf-8")
    files = [path for path in entries if path.is_symlink() or not path.is_dir()]
    size = sum(path.lstat().st_size for path in files)
    values = {
        "LABEL": label,
        "INFO": info.replace("'", "'\\''"),
        "FILES": str(len(files)),
        "UNPACKED_KIB": str(-(-size // 1024)),
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


def _package_info(source: Path) -> str:
    files = sorted(source.rglob("package.info"))
    return "".join(path.read_text(encoding="utf-8") for path in files).rstrip("\n")


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
