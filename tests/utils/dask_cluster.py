"""A Dask cluster on loopback whose workers share nothing with the caller but the machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from distributed import Client

from tests.utils.caches import cache_with_headers
from tests.utils.python_path import python_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class DaskCluster:
    """A scheduler and workers of one thread, each a process with a separate cache."""

    def __init__(self, folder: Path, connection: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self._connection = connection  # options of scheduler and workers alike
        self.workers: list[subprocess.Popen[bytes]] = []
        self._file = folder / "scheduler.json"
        self.scheduler = self._start_scheduler("0")
        until = time.monotonic() + 60
        while not (self._file.exists() and self._file.stat().st_size):
            assert time.monotonic() < until, "the scheduler does not start"
            time.sleep(0.05)
        self.address: str = json.loads(self._file.read_text())["address"]

    def restart(self) -> None:
        """End all processes, and start a scheduler at the same address, and a worker."""
        self.close()
        self.scheduler = self._start_scheduler(self.address.rpartition(":")[2])
        self.add_worker()

    def _start_scheduler(self, port: str) -> subprocess.Popen[bytes]:
        words = ["--host", "127.0.0.1", "--port", port, "--no-dashboard"]
        return self._start("dask_scheduler", "scheduler", {}, *words)

    def add_worker(self, **environment: str) -> str:
        """Start a worker; its name."""
        name = f"worker{len(self.workers)}"
        # Modules of the tests are what a wheel would bring.
        cache = cache_with_headers(self.folder / name / "cache")
        base = {**python_path(), "CUSTOM_COMPILER_CACHE": cache}
        words = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
        words += ["--local-directory", str(self.folder / name), "--name", name]
        self.workers.append(self._start("dask_worker", name, {**base, **environment}, *words))
        return name

    def add_other_worker(self, line: str) -> str:
        """Start a worker whose Python executes a line first, which makes it another machine."""
        folder = self.folder / "other"
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(line)
        return self.add_worker(**python_path(folder))

    def _start(
        self, program: str, name: str, environment: dict[str, str], *words: str
    ) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}"]
        with (self.folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                [*command, "--scheduler-file", self._file, *self._connection, *words],
                env={**os.environ, **environment},
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def close(self) -> None:
        """End all its processes."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def dask_cluster(folder: Path, workers: int) -> Iterator[DaskCluster]:
    """A cluster with so many workers; its files are in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    cluster = DaskCluster(folder)
    try:
        for _ in range(workers):
            cluster.add_worker()
        if workers:
            with Client(cluster.address, set_as_default=False) as client:
                client.wait_for_workers(workers, timeout=60)
        yield cluster
    finally:
        cluster.close()
