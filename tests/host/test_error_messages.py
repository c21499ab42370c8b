"""Messages with codes, whose texts libraries of operators register (CANN's base/err_msg.h)."""

from __future__ import annotations

import subprocess
from pathlib import Path

# As they were called until CANN 8.3: torch_npu and MindSpore of that time refer to them.
WAS = (
    "_ZN2ge17ReportInnerErrMsgEPKcS1_jS1_S1_z",
    "_ZN2ge22ReportPredefinedErrMsgEPKcRKSt6vectorIS1_SaIS1_EES6_",
    "_ZN2ge23ReportUserDefinedErrMsgEPKcS1_z",
)


def test_texts_of_codes(cann_home: Path, tmp_path: Path) -> None:
    source, library = Path(__file__).with_name("error_messages.cpp"), cann_home / "lib64"
    command: list[str | Path] = ["g++", "-Wall", "-Werror", source, f"-I{cann_home}/include"]
    command += [f"-L{library}", f"-Wl,-rpath,{library}", "-lascendcl", "-lerror_manager"]
    program = tmp_path / "messages"
    subprocess.run([*command, "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "EZ0001: Value 7 of axis is 100%. Range: 1..3.",
        "        Solution: Ask.",
        "EZ0002: Nothing to say.",
        "EZ0003: a=1, b=2",
        "EU0001: 3 of four",
        "-1 -1",
        "1 EU0002 left",
        "EU0003: right",
        "|",
    ]


def test_names_of_older_versions(cann_home: Path) -> None:
    library = cann_home / "lib64/liberror_manager.so"
    done = subprocess.run(["nm", "-D", library], capture_output=True, text=True, check=True)
    assert {line.split()[-1] for line in done.stdout.splitlines()} >= set(WAS)
