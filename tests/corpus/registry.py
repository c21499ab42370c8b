"""All suites, by name."""

from __future__ import annotations

from tests.corpus import (
    aicpu_kernels,
    cases,
    catlass,
    csrc,
    csrc_extension,
    devkit,
    direct_examples,
    evokernel,
    extension_commands,
    judge_multikernelbench,
    multikernelbench,
    op_plugin,
    operator_folders,
    operator_packages,
    ops_blas,
    own_commands,
    public_operators,
    pyasc,
    tunable,
    verdict_builds,
    verdicts,
    workflows,
)
from tests.corpus.suite import Suite

SUITES: dict[str, Suite] = {
    suite.name: suite
    for suite in (
        *public_operators.SUITES,
        direct_examples.SUITE,
        devkit.SUITE,
        catlass.SUITE,
        *csrc.SUITES,
        *csrc_extension.SUITES,
        op_plugin.SUITE,
        *own_commands.SUITES,
        ops_blas.SUITE,
        *extension_commands.SUITES,
        *operator_folders.SUITES,
        *operator_packages.SUITES,
        *workflows.SUITES,
        *aicpu_kernels.SUITES,
        pyasc.SUITE,
        multikernelbench.SUITE,
        judge_multikernelbench.SUITE,
        verdicts.SUITE,
        verdict_builds.SUITE,
        evokernel.SUITE,
        *tunable.SUITES,
        cases.SUITE,
    )
}
