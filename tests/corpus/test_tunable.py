"""Input of tunable.py: printed times, and those of catlass' README."""

from pathlib import Path

from tests.corpus.tunable import _SUMMARY, _TIME, _rank_correlation

_README = """
# python3 basic_autotune.py
```
No.0: 75.188μs, {'A': '1'}
No.2: 52.428μs, {'A': '3'}
No.1: 80.262μs, {'A': '2'}
Best config: No.2
```
# python3 06_other_autotune.py
```
No.0: 1.0μs, {'A': '1'}
Best config: No.0
"""


def test_times_are_ranked_against_those_of_their_own_script(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(_README)
    script = tmp_path / "00_basic_autotune.py"
    assert _rank_correlation({0: 5.0, 1: 6.0, 2: 4.0}, script) == "1.00"
    assert _rank_correlation({0: 5.0, 1: 4.0, 2: 6.0}, script) == "-1.00"
    assert _rank_correlation({0: 5.0, 1: 4.0, 2: 6.0, 3: 1.0}, script) == "not there"
    assert _rank_correlation({0: 5.0}, tmp_path / "07_absent_autotune.py") == "not there"


def test_printed_lines_are_read() -> None:
    found = _TIME.search("No.12: 271.399μs, {'A': 'f(1, 2)'}")
    assert found
    assert found.groups() == ("12", "271.399", "{'A': 'f(1, 2)'}")
    summary = "Op: 197406 cycles -> 22034 cycles (-88.8 %, of the model), 72 trials: cores 1 -> 20"
    read = _SUMMARY.search(summary)
    assert read
    assert read.groups() == ("197406", "22034", "-88.8", "72", "cores 1 -> 20")
