"""Operator projects made of a `customize` template, ours or CANN's, as its users make them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from tests.utils.checkouts import checkout

REPOSITORY = Path(__file__).parents[2]


def cann_template() -> Path:
    """CANN 8.1's own template, of which we ship no copy."""
    return checkout("CUSTOM_COMPILER_CANN_TEMPLATE", "folder customize of CANN 8.1")


def make_project(template: Path, project: Path, **settings: str) -> Path:
    """Copy template and sample; `settings` are values of CMakePresets.json."""
    shutil.copytree(template, project)
    for script in project.rglob("*.sh"):  # stored copies have lost what an installed CANN has
        script.chmod(0o755)
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, project / name, dirs_exist_ok=True)
    presets = project / "CMakePresets.json"
    data = json.loads(presets.read_text())
    values = data["configurePresets"][0]["cacheVariables"]
    for name, value in settings.items():
        values[name]["value"] = value
    presets.write_text(json.dumps(data, indent=4))
    return project


def run_build_script(project: Path, cann_home: Path) -> str:
    """Run the project's build.sh in the toolkit's environment; its output."""
    done = subprocess.run(
        ["bash", "-c", 'source "$1/bin/setenv.bash" && bash build.sh', "build", str(cann_home)],
        cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout
