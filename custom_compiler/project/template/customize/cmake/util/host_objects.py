"""Compiles the sources of op_host: what changed, in parallel, the registration header once.

Where the toolkit offers it, the objects are also those of the host libraries; they must therefore
come out the same however the work is divided.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from failures import FailedStepError
from files import file_state, load_json, replacing, write_changed
from shared_headers import are_shared, header_of, make_missing, needed_header, target_of

if TYPE_CHECKING:
    from host_settings import HostSettings

# Reading the registration header is most of the work of a small source; from this number of sources
# on it pays to precompile it.
_SOURCES_FOR_HEADER = 6
_HEADER = "register/op_def_registry.h"
_HEADERS = (".h", ".hpp")
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)
_DEPENDENCY = re.compile(r"(?:\\.|[^\s\\])+")


def object_path(settings: HostSettings, source: str) -> str:
    """Return the object of a source; different for sources of one name in different folders."""
    relative = os.path.relpath(source, settings.source_dir)
    tag = hashlib.sha256(relative.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return os.path.join(settings.objects, f"{os.path.basename(source)}.{tag}.o")


def precompiled_header(settings: HostSettings) -> str:
    """Return the precompiled registration header of a project, or an empty string."""
    header = os.path.join(settings.objects, "registration.h")
    # A launcher such as ccache does better without.
    if len(settings.compiler) != 1:
        return ""
    many = len(settings.sources) >= _SOURCES_FOR_HEADER
    return header_of(_HEADER, settings) or (header if many else "")


class HostObjects:
    """The objects of one project and the work that is left to do for them."""

    def __init__(self, settings: HostSettings) -> None:
        self._settings = settings
        make_missing(settings, self._command)
        self._header = precompiled_header(settings)
        self._is_shared = bool(self._header) and not self._header.startswith(settings.objects)
        self._state = threading.Condition()
        self._failures: list[Exception] = []
        self._left: list[str] = []
        self._chores: list[str] = []
        self._header_done = False

    def compile(self) -> list[str]:
        """Compile what changed; the objects in the order of the sources."""
        sources = self._settings.sources
        self._left = [source for source in sources if not self._is_current(source)]
        if self._left:
            self._plan_chores()
            workers = [threading.Thread(target=self._work) for _ in range(self._worker_count())]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        if self._failures:
            raise self._failures[0]
        return [object_path(self._settings, source) for source in sources]

    def _plan_chores(self) -> None:
        """Plan the jobs, prerequisites first: the precompiled header, then kernel headers."""
        if self._header and not self._is_shared and not self._is_current(self._header):
            self._chores.append("header")
        self._header_done = not self._chores
        if self._settings.precompiles_kernels and not are_shared():
            self._chores.append("kernels")

    def _worker_count(self) -> int:
        level = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", "")
        jobs = int(level) if level.isdigit() and int(level) else len(os.sched_getaffinity(0))
        return min(jobs, len(self._left) + len(self._chores))

    def _work(self) -> None:
        """Run jobs in a thread; `compile` raises its errors, so that all threads stop."""
        try:
            while self._do_one():
                pass
        except Exception as error:  # noqa: BLE001  raised again there
            with self._state:
                self._failures.append(error)
                self._state.notify_all()

    def _do_one(self) -> bool:
        """Do one piece of work; whether there was any."""
        with self._state:
            chore, source = self._next()
        if chore == "header":
            with suppress(FailedStepError):  # without it, the sources say what is wrong
                self._compile(self._header)
            with self._state:
                self._header_done = True
                self._state.notify_all()
        elif chore == "kernels":
            self._precompile_kernels()
        elif source:
            self._compile(source)
        return bool(chore or source)

    def _next(self) -> tuple[str, str]:
        """Return one chore or one source, or neither at the end. The caller holds the lock."""
        while not self._failures:
            if self._chores:
                return self._chores.pop(0), ""
            for source in self._left:
                if self._header_done or not self._needs_header(source):
                    self._left.remove(source)
                    return "", source
            if not self._left:
                break
            self._state.wait()
        return "", ""

    def _needs_header(self, source: str) -> bool:
        """Return whether the source includes the precompiled header, but not first."""
        names = _included(source)
        return bool(self._header) and not self._is_shared and _HEADER in names[1:]

    def _command(self, source: str) -> list[str]:
        """Compile `source`, but for the header that may be precompiled, and the output."""
        settings = self._settings
        language = [] if source.endswith(".c") else [f"-std=c++{settings.standard}"]
        include = f"{settings.toolkit}/include"
        folders = [include, settings.source_dir, settings.kernel_dir, *settings.include_dirs]
        folders.append(f"{include}/experiment/platform")  # as config.cmake
        # What only describes is not optimised, it runs once.
        own = ["-O0", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=0"]
        return [
            *settings.compiler,
            *language,
            *settings.flags,
            *(settings.library_flags or own),
            *(f"-I{folder}" for folder in folders),
            *(["-x", "c++-header"] if source.endswith(_HEADERS) else ["-c"]),
            source,
        ]

    def _target(self, source: str) -> str:
        if source == self._header:
            return target_of(source, self._settings)
        return object_path(self._settings, source)

    def _is_current(self, source: str) -> bool:
        """Return whether the object was made by this command from these very files."""
        target = self._target(source)
        state = load_json(target + ".json")
        if state is None or state["command"] != self._key(source) or not os.path.exists(target):
            return False
        return all(self._is_same(path, before) for path, before in state["files"].items())

    def _is_same(self, path: str, before: list[int | str] | None) -> bool:
        """Return whether a file has the state before, or another time and the same contents."""
        state = file_state(path)
        if state is None or before is None:
            return state == before
        size, _, *digest = before
        is_same_file = state == before[:2]
        return is_same_file or (state[0] == size and digest == self._digest(path) != [])

    def _digest(self, path: str) -> list[str]:
        """Return the hash of a source of the project; of other files nothing."""
        if not path.startswith((f"{self._settings.source_dir}/", f"{self._settings.kernel_dir}/")):
            return []
        with open(path, "rb") as file:
            return [hashlib.sha256(file.read()).hexdigest()]

    def _key(self, source: str) -> list[str]:
        header = [_HEADER] if source != self._header and self._needs_header(source) else []
        return [*self._command(source), *header]

    def _compile(self, source: str) -> None:
        target = self._target(source)
        rule = target + ".d"
        command = [*self._command(source), "-MD", "-MF", rule]
        if source == self._header:
            write_changed(source, f'#include "{_HEADER}"\n')
        else:
            print(f"Describing {os.path.relpath(source, self._settings.source_dir)}", flush=True)
            if self._is_shared:
                shared = needed_header(source, self._settings)
                command += ["-include", shared] if shared else []
            elif self._header_done and self._header and _HEADER in _included(source):
                command += ["-include", self._header]
        with replacing(target) as part:
            done = subprocess.run(
                [*command, "-o", part],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
            text = done.stdout.decode("utf-8", "replace")
            if done.returncode:
                raise FailedStepError(text)
        if text:
            sys.stderr.write(text)
        files: dict[str, list[int | str] | None] = {}
        for path in self._dependencies(rule):
            state = file_state(path)
            files[path] = None if state is None else [*state, *self._digest(path)]
        write_changed(target + ".json", json.dumps({"command": self._key(source), "files": files}))

    def _dependencies(self, path: str) -> list[str]:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            rule = file.read().replace("\\\n", " ").partition(": ")[2]
        words = [word.replace("\\ ", " ").replace("$$", "$") for word in _DEPENDENCY.findall(rule)]
        # The header's own dependencies are among them; it is as good as what it was made of.
        folder = os.path.dirname(self._header) if self._is_shared else self._header
        return [word for word in words if not folder or not word.startswith(folder)]

    def _precompile_kernels(self) -> None:
        """Let opc make what all kernels begin with; kernels do it themselves if this fails."""
        with suppress(OSError):
            subprocess.run(
                [self._settings.opc, "--precompile"],
                env={
                    **os.environ,
                    "HI_PYTHON": sys.executable,
                    "CXX": self._settings.cxx_of_kernels,
                },
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )


def _included(source: str) -> list[str]:
    with open(source, "rb") as file:
        names = _INCLUDE.findall(file.read())
    return [name.decode("utf-8", "surrogateescape") for name in names]
