"""The torture suite: attacks on the product with numbers, N tried and M failed.

    python -m tests.torture                          # all attacks, as often as the second circle
    python -m tests.torture --attack static_objects --tries 2000 --seed 7
    python -m tests.torture --list

A try is made from its number alone: `--seed N --tries 1` repeats one. The status is 1 if a try
failed, 3 if an attack cannot be made here.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from custom_compiler.toolkit import ensure_home
from tests.torture import builds, calls, installs, kernel_files, writers
from tests.torture.attack import FailureError, ImpossibleError, Tally, run_attack, say

ATTACKS = {
    attack.name: attack
    for module in (kernel_files, calls, writers, installs, builds)
    for attack in module.ATTACKS
}
_SHOWN = 10


def main() -> int:
    """Make the attacks that are asked for; return the exit status."""
    parser = argparse.ArgumentParser(
        "python -m tests.torture",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--attack", action="append", choices=ATTACKS, help="this one only; may be repeated")
    add("--tries", type=int, help="of each attack (each has a default)")
    add("--seed", type=int, default=1, help="number of the first try (1)")
    add("--home", type=Path, help="root of the toolkit; this environment's by default")
    add("--json", action="store_true", help="print the figures as JSON")
    add("--list", action="store_true", help="print the attacks, and make none")
    options = parser.parse_args()
    if options.list:
        for attack in ATTACKS.values():
            say(f"{attack.name:26} {attack.tries * attack.cases:5}  {attack.summary}")
        return 0
    home = options.home or ensure_home()
    figures, is_impossible = {}, False
    for name in options.attack or ATTACKS:
        attack, start = ATTACKS[name], time.monotonic()
        tries = options.tries or attack.tries
        try:
            with tempfile.TemporaryDirectory(prefix="torture-") as work:
                tally = run_attack(attack, home, Path(work), options.seed, tries)
        except ImpossibleError as error:
            say(f"{name}: not tried: {error}")
            is_impossible = True
            continue
        except FailureError as error:  # before or after the tries
            tally = Tally(0, ((options.seed, str(error)),))
        figures[name] = {"tried": tally.tried, "failed": len(tally.failures)}
        if not options.json:
            seconds = time.monotonic() - start
            say(f"{name}: {tally.tried} tried, {len(tally.failures)} failed ({seconds:.0f} s)")
            for number, text in tally.failures[:_SHOWN]:
                say(f"  --attack {name} --seed {number} --tries 1: {text}")
    if options.json:
        say(json.dumps(figures))
    if any(figure["failed"] for figure in figures.values()):
        return 1
    return 3 if is_impossible else 0


if __name__ == "__main__":
    sys.exit(main())
