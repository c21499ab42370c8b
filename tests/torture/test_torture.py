"""Every attack of the torture suite, with the numbers of the second circle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.torture.__main__ import ATTACKS
from tests.torture.attack import ImpossibleError, run_attack


@pytest.mark.torture
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", ATTACKS)
def test_attack(
    name: str, cann_home: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    attack = ATTACKS[name]
    try:
        tally = run_attack(attack, cann_home, tmp_path, 1, attack.tries)
    except ImpossibleError as error:
        pytest.skip(str(error))
    record_property("tried", tally.tried)
    record_property("failed", len(tally.failures))
    first = [f"--attack {name} --seed {n} --tries 1: {text}" for n, text in tally.failures[:5]]
    assert not tally.failures, f"{len(tally.failures)} of {tally.tried} failed; {'; '.join(first)}"
