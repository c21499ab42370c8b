"""`custom-compiler autokernel tune` of descriptions: what it says, and what it rejects."""

from __future__ import annotations

import json
import sys

import pytest

from custom_compiler.cli.main import main

CORES = ("--target", "Ascend910B3", "--trials", "2", "--size", "...=3000")


@pytest.fixture(autouse=True)
def results(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("custom_compiler.autokernel.tune.store.cache_root", lambda: str(tmp_path))


def tune(*words: str) -> int:
    return main(["autokernel", "tune", *words])


def test_lines_log_page_and_json(tmp_path, capsys) -> None:
    log, page = tmp_path / "log", tmp_path / "page.html"
    assert tune("relu", *CORES, "--log", str(log), "--page", str(page)) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith("tune relu 1/2 best ")
    assert last.startswith("relu ...=3000 on Ascend910B3: ")
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    assert [entry.get("number") for entry in entries] == [None, 0, 1]
    assert "<h1>relu</h1>" in page.read_text()
    assert tune("relu", *CORES, "--json") == 0
    assert json.loads(capsys.readouterr().out)["sizes"] == {"...": 3000}


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("nothing",), "no operator is called 'nothing'", "softmax"),
        (("absent.py:name",), "absent.py is no file", "autokernel new"),
        (("softmax",), "softmax has no size for '...'", "its sizes are '...', 'columns'"),
        (("softmax", "--size", "columns"), "--size columns: no size", "columns=1024"),
        (("softmax", "--size", "columns=0"), "--size columns=0: no size", "columns=1024"),
        (
            ("relu", "--size", "...=4", "--dtype", "int7"),
            "error: relu does not take 'x' of int7",
            "float32",
        ),
        (("relu", "--size", "...=4", "--target", "Z80"), "unknown target Z80", "Ascend910B3"),
        (("relu", "--size", "...=4", "--sampler", "guess"), "--sampler guess", "exhaustive"),
        (("relu", "--attribute", "a=b", "--size", "...=4"), "--attribute a=b", "stride=2"),
        (("relu", "--patch", "x", "--size", "...=4"), "--patch is for sources (-o, -k)", "leave"),
        (
            ("relu", "--size", "...=4", "--scheduler", "tcp://localhost:1"),
            "times of several machines do not compare",
            "AI cores",
        ),
        (("relu", "--size", "...=4", "--tls-cert", "x"), "a TLS connection needs", "--tls-key"),
        (("relu", "--size", "...=4", "--log", "/absent/log"), "cannot write /absent/log", "name"),
    ],
)
def test_misuse_is_one_line_and_a_way_out(capsys, words, message, hint) -> None:
    assert tune(*words) == 2
    said = capsys.readouterr().err
    assert message in said
    assert hint in said
    assert len(said.splitlines()) == 2


def test_without_xdsl_no_candidate_is_tried(monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "xdsl", None)
    assert tune("relu", *CORES) == 2
    message, hint = capsys.readouterr().err.splitlines()
    assert message.startswith("error: kernels for AI cores need xDSL: ")
    assert hint == "pip install 'custom_compiler[autokernel]'"


@pytest.mark.parametrize("target", ["host", "Ascend910B3"])
def test_tensors_beyond_all_memory_are_an_error(capsys, target) -> None:
    assert tune("relu", "--size", "...=999999999999999", "--target", target) == 1
    message, hint = capsys.readouterr().err.splitlines()[-2:]
    assert message.startswith("error: not enough memory: Unable to allocate ")
    assert hint == "give smaller sizes, or more memory"


@pytest.mark.parametrize("words", [("--trials", "0"), ("--time", "x"), ("--seed", "-1")])
def test_numbers_that_are_none(capsys, words) -> None:
    with pytest.raises(SystemExit) as raised:
        tune("relu", *words)
    assert raised.value.code == 2
    assert f"argument {words[0]}: not a" in capsys.readouterr().err
