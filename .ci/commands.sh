# The two commands of README.md: set-up with the main job, then the tests. .ci/run runs this file.
python3 -m venv .venv && .venv/bin/pip install --no-compile '.[test]' && .venv/bin/python setup.py --op_host_path=op_host --op_kernel_path=op_kernel && .venv/bin/python examples/check_add_custom.py
.venv/bin/pytest -n auto
