"""Pack a folder into a self-extracting archive, by makeself's command line.

    makeself.sh [options] FOLDER FILE.run LABEL ./SCRIPT

Build scripts of CANN's repositories call makeself.sh of this template. Of makeself's options, those
that choose the format have no effect: the archive is a tar.gz with a SHA-256 (pack_run.py). Options
that the archive does not know go to the script.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Run the tool; return its exit code."""
    options = _parse(arguments)
    folder: Path = options.folder
    script = folder / options.script
    if not folder.is_dir():
        return _fail(f"{folder}: no such folder")
    if not script.is_file():
        return _fail(f"{script}: no such file, which the archive would start")
    if set(options.label + options.script) & set("'\n"):
        return _fail(f"{options.label!r}: label and script must not have quotes or line breaks")
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import pack_run
    from files import replacing

    start = pack_run.Start(options.label, options.script, takes_others=True)
    try:
        entries = list(pack_run.folder_entries(folder))
        if options.help_header is not None:
            text = options.help_header.read_bytes()
            entries = [e for e in entries if e.info.name != "./help.info"]
            entries += pack_run.file_entries({"help.info": text})
        with replacing(str(options.output)) as part:
            pack_run.pack(entries, Path(part), start)
    except OSError as error:
        return _fail(f"{error.filename or options.output}: {error.strerror}")
    if not options.quiet:
        print(f'Self-extractable archive "{options.output}" successfully created.')
    return 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="makeself.sh", description=(__doc__ or "").partition("\n")[0], allow_abbrev=False
    )
    add = parser.add_argument
    add("--help-header", type=Path, help="file whose text `--help` of the archive prints")
    add("--quiet", "-q", action="store_true", help="print errors only")
    unused = parser.add_argument_group("options of makeself without effect")
    for name in ("--header", "--complevel", "--tar-format", "--tar-extra", "--threads"):
        unused.add_argument(name, metavar="VALUE", help=argparse.SUPPRESS)
    for name in ("gzip", "nomd5", "nocrc", "sha256", "chown", "nochown", "nox11", "nowait"):
        unused.add_argument(f"--{name}", action="store_true", help=argparse.SUPPRESS)
    add("folder", type=Path, help="what is packed")
    add("output", type=Path, help="archive to write")
    add("label", help="what the archive calls itself")
    add("script", help="what it starts, as a path in the folder")
    return parser.parse_args(arguments)


def _fail(message: str) -> int:
    print(f"makeself.sh: error: {message}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
