"""Common parts of the installers of kernel packages: options, messages, lock, target folder.

Included in every package, therefore it needs only Python 3.7.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import signal
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LOCK_SECONDS = 600
_POLL_SECONDS = 0.1
_MARKS = ("version.info", "scene.info", "built-in")


class FailedError(Exception):
    """Nothing was changed; the text is one line that says why and what to do."""


class InstallOptions:
    """Options on the command line."""

    def __init__(self) -> None:
        self.path = ""  # of --install-path
        self.package = ""  # to remove; by default the one that the script is in
        self.quiet = False
        self.force = False
        self.for_all = False  # other users can use it, too
        self.install = True  # what is done anyway
        self.uninstall = False
        self.rebuild = False
        self.everything = False
        self.here = False  # this script is in an installed package: that is the one


_FLAGS = {
    "--install": "install",
    "--quiet": "quiet",
    "-q": "quiet",
    "--force": "force",
    "--install-for-all": "for_all",
    "--uninstall": "uninstall",
    "--rebuild": "rebuild",
    "--all": "everything",
    "--here": "here",
}


def parse(words: list[str]) -> InstallOptions:
    """Read the command line."""
    options = InstallOptions()
    for word in words:
        name, equals, value = word.partition("=")
        if name == "--install-path" and equals:
            if not os.path.isabs(value):
                raise FailedError(f"use absolute path for --install-path argument, not '{value}'")
            options.path = value
        elif name == "--package" and value:
            options.package = value
        elif word in _FLAGS:
            setattr(options, _FLAGS[word], True)
        else:
            raise FailedError(f"unknown option: {word}")
    return options


def run(tag: str, action: Callable[[InstallOptions], str]) -> NoReturn:
    """Do what the command line says, print the last line that `action` returns, and exit."""
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGHUP, _stop)
    try:
        options = parse(sys.argv[1:])
        # No file is writable for others, whatever the user's mask says.
        os.umask(0o022 if options.for_all else os.umask(0o022) | 0o022)
        say = Reporter(tag, quiet=options.quiet)
        say(action(options))
    except FailedError as error:
        _fail(tag, str(error))
    except OSError as error:
        _fail(tag, _os_reason(error))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    sys.exit(0)


def _stop(number: int, _frame: Any) -> NoReturn:
    sys.exit(128 + number)


def _fail(tag: str, reason: str) -> NoReturn:
    Reporter(tag).error(reason)
    sys.exit(1)


def _os_reason(error: OSError) -> str:
    path = error.filename2 or error.filename or "the target"
    if is_full(error):
        return f"no space for {path}: nothing was changed; free some, or choose another directory"
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{path} is not writable; choose another directory with --install-path=<dir>"
    return f"{path}: {error.strerror}"


def is_full(error: OSError) -> bool:
    """Return whether the disk or the user's quota is used up."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


class Reporter:
    """Prints lines in the form of CANN's installers."""

    def __init__(self, tag: str, *, quiet: bool = False) -> None:
        self._tag = tag
        self._quiet = quiet

    def __call__(self, text: str) -> None:
        """Tell, unless the user wants to hear errors only."""
        if text and not self._quiet:
            print(self._line("INFO", text), flush=True)

    def warn(self, text: str) -> None:
        """Tell what is wrong and does not stop the work."""
        print(self._line("WARNING", text), file=sys.stderr)

    def error(self, text: str) -> None:
        """Tell why the work failed."""
        print(self._line("ERROR", text), file=sys.stderr)

    def _line(self, kind: str, text: str) -> str:
        shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
        return f"[{self._tag}] [{time.strftime('%Y-%m-%d %H:%M:%S')}] [{kind}] {shown}"


def target_folder(options: InstallOptions) -> str:
    """Return the opp directory to install into, or another folder in its place."""
    if options.path:
        return options.path
    opp = os.environ.get("ASCEND_OPP_PATH", "")
    if not opp:
        raise FailedError(
            "env ASCEND_OPP_PATH no exist; source set_env.sh of the toolkit or pass"
            " --install-path=<dir>"
        )
    if not os.path.isabs(opp) or not os.path.isdir(opp):
        raise FailedError(f"ASCEND_OPP_PATH: no such directory: {opp}")
    return opp


@contextmanager
def locked(folder: str, say: Reporter) -> Iterator[None]:
    """Let one process at a time work in `folder`. The lock of a dead one is free."""
    os.makedirs(folder, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _take(descriptor, folder, say)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, folder: str, say: Reporter) -> None:
    end = time.monotonic() + LOCK_SECONDS
    waits = False
    while not _is_taken(descriptor):
        if not waits:
            say(f"waiting for another installation in {folder}")
        waits = True
        if time.monotonic() > end:
            raise FailedError(f"another installation in {folder} does not end")
        time.sleep(_POLL_SECONDS)


def _is_taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # some network file systems have no locks
    return True


def check_fits(package: str, folder: str) -> None:
    """Raise FailedError if the kernels of `package` do not run where `folder` belongs to."""
    info = read_lines(os.path.join(package, "package.info"), ": ")
    machine = os.uname().machine
    made_on = info.get("Host CPU", machine)
    if made_on != machine:
        raise FailedError(
            f"the kernels are for {made_on} and this machine is {machine};"
            " --force installs them anyway"
        )
    made_for = info.get("Kernels for", "")
    versions = _toolkit_versions(folder)
    if made_for and versions is not None and versions.get("kernels_for") != made_for:
        raise FailedError(
            f"the kernels are for {made_for}, and {folder} belongs to a CANN for NPUs;"
            " --force installs them anyway"
        )


def _toolkit_versions(folder: str) -> dict[str, str] | None:
    """Return the versions of the CANN whose opp `folder` is, or None without a CANN."""
    versions = read_lines(os.path.join(folder, os.pardir, "compiler", "version.info"), "=")
    own = read_lines(os.path.join(folder, "version.info"), "=")
    is_toolkit = any(os.path.exists(os.path.join(folder, mark)) for mark in _MARKS)
    if is_toolkit or (versions and os.path.basename(os.path.realpath(folder)) == "opp"):
        return {**versions, **own}
    return None


def read_lines(path: str, separator: str) -> dict[str, str]:
    """Return names and values of a file of lines; {} if it does not exist."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            pairs = [line.strip().partition(separator) for line in file]
    except OSError:
        return {}
    return {name: value for name, separator, value in pairs if separator}


def copy_package(source: str, destination: str) -> None:
    """Copy the folders, files and links below `source` to a place that does not exist."""
    for folder, folders, files in os.walk(source):
        target = os.path.join(destination, os.path.relpath(folder, source))
        os.makedirs(target)
        for name in (*files, *folders):
            path, copy = os.path.join(folder, name), os.path.join(target, name)
            if os.path.islink(path):
                os.symlink(os.readlink(path), copy)
            elif not os.path.isdir(path):
                shutil.copy(path, copy)


def open_to_all(folder: str, say: Reporter) -> None:
    """Let other users read what is in `folder`, and warn where they cannot get to it."""
    for current, _, names in os.walk(folder):
        os.chmod(current, 0o755)  # noqa: S103 - it is asked for
        for name in names:
            path = os.path.join(current, name)
            if not os.path.islink(path):
                os.chmod(path, 0o755 if os.stat(path).st_mode & 0o100 else 0o644)
    while folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
        if not os.stat(folder).st_mode & 0o001:
            say.warn(f"other users cannot get to the kernels: chmod o+x {folder}")


def remove(path: str) -> None:
    """Remove a file or folder, if it is there."""
    with suppress(FileNotFoundError):
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)
