"""Plans for folders of information files: good, equal, unwanted, damaged and hostile."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.plan import BuildPlan, make_plan
from tests.op_compiler.information_files import DAMAGED, add_custom, tensor, write


def plan_of(folder: Path, *contents: object, follow: bool = False) -> BuildPlan:
    for number, content in enumerate(contents):
        write(folder / f"{number:06}.json", content)
    return make_plan(str(folder), follow=follow)


def test_the_documented_example(tmp_path: Path) -> None:
    """Appendix A: the keys of AddCustom, both kinds of determinism."""
    plan = plan_of(tmp_path, add_custom())
    assert [kernel.key for kernel in plan.kernels] == [
        f"AddCustom/d={d},p=0/1,2,(8,800)/1,2,(8,800)/1,2,(8,800)/" for d in (0, 1)
    ]
    first, second = plan.kernels
    assert first.name == f"{first.symbol}_d0"
    assert second.name == f"{first.symbol}_d1"
    assert first.symbol.startswith("static_kernel_AddCustom_")
    assert (plan.files, plan.problems, plan.notes) == (1, (), ())


@pytest.mark.parametrize(("recorded", "digit"), [("false", 0), ("true", 1)])
def test_only_the_recorded_determinism(tmp_path: Path, recorded: str, digit: int) -> None:
    plan = plan_of(tmp_path, add_custom(deterministic=recorded), follow=True)
    (kernel,) = plan.kernels
    assert f"/d={digit}," in kernel.key
    assert kernel.name.endswith(f"_d{digit}")


def test_equal_calls_are_compiled_once(tmp_path: Path) -> None:
    """CANN compiles all and then fails to pack them."""
    other_place = add_custom(outputs=[tensor("z", (8, 2048), origin_shape=[1, 8, 2048])])
    plan = plan_of(tmp_path, add_custom(), add_custom(), other_place)
    assert len(plan.kernels) == 2
    assert plan.notes == (
        "2 files with the key of an earlier one: left out (000001.json, 000002.json)",
    )


def test_the_other_determinism_of_an_equal_call_is_kept(tmp_path: Path) -> None:
    calls = [add_custom(deterministic=word) for word in ("false", "true")]
    plan = plan_of(tmp_path, *calls, follow=True)
    assert len(plan.kernels) == 2
    assert plan.notes == ()
    assert len({kernel.name for kernel in plan.kernels}) == 2


def test_equal_names_of_files_in_folders(tmp_path: Path) -> None:
    """In CANN the second overwrites the first."""
    for number, shape in enumerate([(8, 2048), (8, 1024)]):
        write(tmp_path / str(number) / "same.json", add_custom(shape))
    plan = make_plan(str(tmp_path), follow=False)
    assert len({kernel.name for kernel in plan.kernels}) == len(plan.kernels) == 4


def test_names_that_files_ask_for(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        add_custom(bin_filename="mine"),
        add_custom((8, 1024), bin_filename="mine"),
        add_custom((8, 512), bin_filename="a/../../b"),
        add_custom((8, 256), bin_filename="a b"),
    )
    names = [kernel.name for kernel in plan.kernels]
    assert names[:2] == ["mine_d0", "mine_d1"]
    assert len(set(names)) == 4
    assert all(name.startswith("mine_") for name in names)
    assert [Path(problem.path).name for problem in plan.problems] == ["000002.json", "000003.json"]


def group(size: int) -> dict[str, object]:
    """Return CANN's description of the group that an attribute names."""
    levels = [{"comm_sets": 1, "rank_size": size}, *[{"comm_sets": 0, "rank_size": 0}] * 2]
    return {"topo_level_descs": levels, "local_window_size": 104857600, "rank_size": size}


def test_calls_that_communicate_with_other_devices_are_refused(tmp_path: Path) -> None:
    """Their tiling follows from a topology that is not simulated."""
    plan = plan_of(
        tmp_path,
        add_custom(extra_params={"group": group(1)}),
        add_custom((8, 1024), extra_params={"group": group(1), "group2": group(8)}),
    )
    assert len(plan.kernels) == 2
    (problem,) = plan.problems
    assert problem.error.message.endswith(": extra_params: it communicated with 7 other devices")
    assert "groups of one device" in problem.error.hint


def test_unwanted_files_are_named(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        add_custom(tune_mode="tune"),
        add_custom(op_type="FlashAttentionScore"),
        add_custom(op_type="FlashAttentionScoreGrad"),
        add_custom(tune_mode="static_kernel"),
    )
    assert len(plan.kernels) == 2
    assert plan.notes == (
        "1 file with tune_mode tune: left out",
        "1 file of FlashAttentionScore, which has no static kernels (black list): left out",
        "1 file of FlashAttentionScoreGrad, which has no static kernels (black list): left out",
    )


@pytest.mark.parametrize("content", DAMAGED)
def test_damaged_and_hostile_files_are_a_problem_of_their_own(
    tmp_path: Path, content: object
) -> None:
    plan = plan_of(tmp_path, content, add_custom())
    assert len(plan.kernels) == 2
    (problem,) = plan.problems
    assert problem.path == str(tmp_path / "000000.json")
    assert "000000.json: " in problem.error.message
    assert problem.error.hint
    assert "\n" not in problem.error.message


def test_formats_without_number_do_not_become_another_one(tmp_path: Path) -> None:
    """CANN takes unknown ones as NCHW, so that different calls have one key."""
    plan = plan_of(tmp_path, add_custom(inputs=[tensor("x", (8,), format="MY_OWN")]))
    assert plan.kernels == ()
    assert "format" in plan.problems[0].error.message


def test_folder_without_files(tmp_path: Path) -> None:
    (tmp_path / "note.txt").touch()
    with pytest.raises(MisuseError, match=r"there is no \.json file in it"):
        make_plan(str(tmp_path), follow=False)


@pytest.mark.slow
def test_many_files(tmp_path: Path) -> None:
    """A tenth of what folders are expected to hold, in a tenth of five minutes."""
    contents = [add_custom((8, 64 + number % 5000)) for number in range(10_000)]
    start = time.process_time()
    plan = plan_of(tmp_path, *contents)
    assert time.process_time() - start < 30
    assert len(plan.kernels) == 10_000
    assert plan.notes[0].startswith("5000 files with the key of an earlier one")
