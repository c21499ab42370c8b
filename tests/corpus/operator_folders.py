"""Build single operator folders of CANN's repositories by `custom-compiler build`.

The folders are those with a kernel whose definition is for ascend910b. `--sample` takes some of
them, the same ones for the same `--seed`.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.corpus.own_commands import Case, Step, command_suite
from tests.corpus.suite import Suite

_REPOSITORIES = ("ops-cv", "ops-math", "ops-nn", "ops-transformer")
_NO_GROUPS = {"examples", "experimental", "scripts", "tests"}


def operator_folders(repository: Path) -> list[str]:
    """Return GROUP/OPERATOR of every operator for ascend910b that has a kernel."""
    return sorted(
        str(host.parent.relative_to(repository))
        for host in repository.glob("*/*/op_host")
        if host.parts[-3] not in _NO_GROUPS
        and (host.parent / "op_kernel").is_dir()
        and any(b'"ascend910b"' in path.read_bytes() for path in host.glob("*_def.cpp"))
    )


def chosen_folders(repository: Path, options: Namespace) -> list[str]:
    """Return the operators that `--sample` and `--seed` take."""
    names = operator_folders(repository)
    if not options.sample:
        return names
    return sorted(random.Random(options.seed).sample(names, options.sample))


def _cases(repository: Path, options: Namespace) -> Iterator[Case]:
    for name in chosen_folders(repository, options):
        command = f"custom-compiler build -o {name}/op_host -k {name}/op_kernel --permissive"
        place = f"--work-dir {options.work / 'built' / name}"
        yield Case(name, built=(Step("built", f"{command} {place}"),))


def add_sample_options(parser: ArgumentParser) -> None:
    """Add `--sample` and `--seed`."""
    parser.add_argument("--sample", type=int, metavar="N", help="N operators (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="which N (default: %(default)s)")


SUITES: Sequence[Suite] = tuple(
    command_suite(
        f"{name}-folders",
        f"single operator folders of {name} by `custom-compiler build`; right: they are built",
        _cases,
        add_sample_options,
        f"mirror-cann/{name}",
    )
    for name in _REPOSITORIES
)
