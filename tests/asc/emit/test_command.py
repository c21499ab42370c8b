"""`custom-compiler asc`: kernels' IR through passes and to Ascend C."""

import io

import pytest

from custom_compiler.asc.ir.text import print_module
from custom_compiler.cli.main import main
from tests.asc.ir.kernels import module_of


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "kernel.mlir"
    path.write_text(print_module(module_of("masks"), generic=True), encoding="utf-8")
    return str(path)


def test_opt_prints_what_translate_reads(file, capsys, monkeypatch):
    assert main(["asc", "opt", file]) == 0
    text = capsys.readouterr().out
    assert "ascendc.local_tensor_auto" not in text
    assert "%0 = ascendc.pipe : !ascendc.pipe" in text
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["asc", "translate", "-"]) == 0
    assert 'extern "C" __global__ __aicore__ void kernel(GM_ADDR arg0,' in capsys.readouterr().out


def test_opt_takes_single_passes_and_prints_the_generic_spelling(file, capsys):
    assert main(["asc", "opt", "--passes", "memory", "--generic", file]) == 0
    text = capsys.readouterr().out
    assert '"ascendc.tbuf.get_tensor"(%local_buf, ' in text
    assert "ascendc.kernel_type" not in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["opt", "--passes", "polish"], "there is no pass 'polish'"),
        (["translate"], "the emitter does not know ascendc.local_tensor_auto"),
    ],
)
def test_misuse_is_told(file, capsys, words, message):
    assert main(["asc", *words, file]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"module { }", "one kernel"),
        (b"module {", "kernel.mlir:1:9: "),
        (b"\xff\xfe", "is no text"),
        (b"module { func.func @a() attributes {ascendc.global} { ascendc.pipe return } }", "pipe"),
    ],
)
def test_bad_files_are_told(tmp_path, capsys, content, message):
    path = tmp_path / "kernel.mlir"
    path.write_bytes(content)
    assert main(["asc", "translate", str(path)]) == 2
    assert message in capsys.readouterr().err
    assert main(["asc", "translate", str(tmp_path / "none")]) == 1
