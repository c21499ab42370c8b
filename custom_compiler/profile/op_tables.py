"""The tables of `msprof op`: OpBasicInfo and one for each metric, a row per core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.profile.core_figures import CoreFigures
from custom_compiler.profile.tables import Table, prefixed, ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from custom_compiler.profile.core_figures import Figures
    from custom_compiler.profile.launch_timing import Core, LaunchTiming
    from custom_compiler.profile.tables import Cell

METRICS = (
    "ArithmeticUtilization",
    "L2Cache",
    "Memory",
    "MemoryL0",
    "MemoryUB",
    "PipeUtilization",
    "ResourceConflictRatio",
)
_TIME = ("time(us)", "total_cycles")
_L2 = (
    "write_cache_hit",
    "write_cache_miss_allocate",
    "r0_read_cache_hit",
    "r0_read_cache_miss_allocate",
    "r1_read_cache_hit",
    "r1_read_cache_miss_allocate",
    "write_hit_rate(%)",
    "read_hit_rate(%)",
    "total_hit_rate(%)",
)
# Columns by metric and type of core, without its prefix.
_COLUMNS: dict[str, dict[str, tuple[str, ...]]] = {
    "ArithmeticUtilization": {
        "aic": (
            *("cube_ratio", "cube_fp16_ratio", "cube_int8_ratio", "cube_fops"),
            *("cube_total_instr_number", "cube_fp_instr_number", "cube_int_instr_number"),
        ),
        "aiv": (
            *("vec_ratio", "vec_fp32_ratio", "vec_fp16_ratio", "vec_int32_ratio"),
            *("vec_int16_ratio", "vec_misc_ratio", "vec_fops"),
        ),
    },
    "L2Cache": {"aic": _L2, "aiv": _L2},
    "Memory": {
        "aic": (
            *("l1_read_bw(GB/s)", "l1_write_bw(GB/s)"),
            *("main_mem_read_bw(GB/s)", "main_mem_write_bw(GB/s)"),
            *("mte1_instructions", "mte1_ratio", "mte2_instructions", "mte2_ratio"),
            *("mte3_instructions", "mte3_ratio"),
        ),
        "aiv": (
            *("ub_to_gm_bw(GB/s)", "gm_to_ub_bw(GB/s)"),
            *("main_mem_read_bw(GB/s)", "main_mem_write_bw(GB/s)"),
            *("mte2_instructions", "mte2_ratio", "mte3_instructions", "mte3_ratio"),
        ),
    },
    "MemoryL0": {
        "aic": (
            *("l0a_read_bw(GB/s)", "l0a_write_bw(GB/s)", "l0b_read_bw(GB/s)"),
            *("l0b_write_bw(GB/s)", "l0c_read_bw_cube(GB/s)", "l0c_write_bw_cube(GB/s)"),
        ),
        "aiv": (),
    },
    "MemoryUB": {
        "aic": (),
        "aiv": (
            *("ub_read_bw_vector(GB/s)", "ub_write_bw_vector(GB/s)"),
            *("ub_read_bw_scalar(GB/s)", "ub_write_bw_scalar(GB/s)"),
        ),
    },
    "PipeUtilization": {
        "aic": (
            *("cube_time(us)", "cube_ratio", "mte1_time(us)", "mte1_ratio"),
            *("mte2_time(us)", "mte2_ratio", "mte3_time(us)", "mte3_ratio"),
            *("mte3_active_bw(GB/s)", "fixpipe_time(us)", "fixpipe_ratio"),
            *("fixpipe_active_bw(GB/s)", "icache_miss_rate", "scalar_time(us)", "scalar_ratio"),
            *("scalar_single_time(us)", "scalar_dual_time(us)", "scalar_mte1_stall_time(us)"),
            *("scalar_mte2_stall_time(us)", "scalar_mte3_stall_time(us)"),
            *("scalar_cube_stall_time(us)", "scalar_wait_ib_time(us)", "scalar_wait_time(us)"),
        ),
        "aiv": (
            *("vec_time(us)", "vec_ratio", "mte2_time(us)", "mte2_ratio"),
            *("mte2_active_bw(GB/s)", "mte3_time(us)", "mte3_ratio", "mte3_active_bw(GB/s)"),
            *("icache_miss_rate", "scalar_time(us)", "scalar_ratio", "scalar_single_time(us)"),
            *("scalar_dual_time(us)", "scalar_mte2_stall_time(us)", "scalar_mte3_stall_time(us)"),
            *("scalar_stall_by_ub_time(us)", "scalar_vector_stall_time(us)"),
            *("scalar_wait_ib_time(us)", "scalar_wait_time(us)"),
        ),
    },
    "ResourceConflictRatio": {
        "aic": ("cube_wait_ratio", "mte1_wait_ratio", "mte2_wait_ratio", "mte3_wait_ratio"),
        "aiv": (
            *("vec_total_cflt_ratio", "vec_bankgroup_cflt_ratio", "vec_bank_cflt_ratio"),
            *("vec_resc_cflt_ratio", "vec_mte_cflt_ratio", "vec_wait_ratio"),
            *("mte2_wait_ratio", "mte3_wait_ratio"),
        ),
    },
}
_TRAFFIC = {
    "GM_to_L1": ("gm_to_l1", ""),
    "L1_to_GM": ("l1_to_gm", "(estimate)"),
    "L0C_to_L1": ("l0c_to_l1", ""),
    "L0C_to_GM": ("l0c_to_gm", ""),
    "GM_to_UB": ("gm_to_ub", ""),
    "UB_to_GM": ("ub_to_gm", ""),
}


def basic_info(timing: LaunchTiming, pid: int) -> Table:
    """Return OpBasicInfo: one row."""
    split = timing.kinds != ("aicore",)
    is_mix = timing.kinds == ("aic", "aiv")
    row: dict[str, Cell] = {
        "Op Name": timing.kernel,
        "Op Type": _op_type(timing),
        "Task Duration(us)": timing.duration_us,
        "Block Dim": timing.block_dim,
        "Mix Block Dim": len(timing.cores_of("aiv")) if is_mix else None,
        "Device Id": timing.device,
        "Pid": pid,
        "Current Freq": round(timing.clock_mhz),
        "Rated Freq": round(timing.clock_mhz),
    }
    columns = tuple(name for name in row if split or name != "Mix Block Dim")
    return Table(columns, (row,))


def _op_type(timing: LaunchTiming) -> str | None:
    names = {("aiv",): "vector", ("aic",): "cube", ("aic", "aiv"): "mix", ("aicore",): "AiCore"}
    return names.get(timing.kinds)


def metric_columns(metric: str, kind: str) -> tuple[str, ...]:
    """Return the columns of one of METRICS for cores of one type, without its prefix."""
    return _COLUMNS[metric][kind]


def metric_figures(metric: str, figures: CoreFigures) -> Figures:
    """Return the figures of one of METRICS by column, for any type of core."""
    return _METRICS[metric](figures)


def metric_table(timing: LaunchTiming, metric: str) -> Table:
    """Return the table of one of METRICS."""
    columns = _COLUMNS[metric]
    clock = timing.clock_mhz
    if timing.kinds == ("aicore",):
        merged = tuple(dict.fromkeys(name for kind in columns.values() for name in kind))
        names = tuple(name for name in merged if not name.startswith("fixpipe"))
        rows = tuple(
            _prefixed("aic", _core_row(metric, CoreFigures([core], clock))) for core in timing.cores
        )
        return Table(prefixed("aic", (*_TIME, *names)), rows)
    header = ["block_id", "sub_block_id"]
    for kind, names in columns.items():
        header += prefixed(kind, (*_TIME, *names))
    header += _traffic_columns() if metric == "Memory" else []
    ordered = sorted(timing.cores, key=lambda core: (core.block, core.type, core.sub_block))
    return Table(tuple(header), tuple(_split_row(metric, core, clock) for core in ordered))


def _split_row(metric: str, core: Core, clock: float) -> dict[str, Cell]:
    figures = CoreFigures([core], clock)
    name = "cube0" if core.type == "aic" else f"vector{core.sub_block}"
    row: dict[str, Cell] = {"block_id": core.block, "sub_block_id": name}
    row |= _prefixed(core.type, _core_row(metric, figures))
    if metric == "Memory":
        row |= _traffic(figures)
    return row


def _prefixed(kind: str, figures: Mapping[str, Cell]) -> dict[str, Cell]:
    return {f"{kind}_{name}": value for name, value in figures.items()}


def _core_row(metric: str, figures: CoreFigures) -> Figures:
    return figures.time() | metric_figures(metric, figures)


def _arithmetic(of: CoreFigures) -> Figures:
    vector = {f"vec_{t}_ratio": of.counter_ratio(f"vec_{t}") for t in _VECTOR_TYPES}
    return {
        "cube_ratio": of.pipe("cube")["cube_ratio"],
        "cube_fp16_ratio": of.counter_ratio("cube_fp16"),
        "cube_int8_ratio": of.counter_ratio("cube_int8"),
        "cube_fops": of.counter("cube_ops"),
        "cube_total_instr_number": of.instructions("cube"),
        "cube_fp_instr_number": of.counter("cube_fp_instructions"),
        "cube_int_instr_number": of.counter("cube_int_instructions"),
        "vec_ratio": of.pipe("vec")["vec_ratio"],
        "vec_fops": of.counter("vec_ops"),
        **vector,
    }


_VECTOR_TYPES = ("fp32", "fp16", "int32", "int16", "misc")


def _l2_cache(of: CoreFigures) -> Figures:
    write_hit, write_miss = of.counter("l2_write_hit"), of.counter("l2_write_miss")
    read_hit, read_miss = of.counter("l2_read_hit"), of.counter("l2_read_miss")
    return {
        "write_cache_hit": write_hit,
        "write_cache_miss_allocate": write_miss,
        "r0_read_cache_hit": read_hit,
        "r0_read_cache_miss_allocate": read_miss,
        "write_hit_rate(%)": _hit_rate([write_hit], [write_miss]),
        "read_hit_rate(%)": _hit_rate([read_hit], [read_miss]),
        "total_hit_rate(%)": _hit_rate([write_hit, read_hit], [write_miss, read_miss]),
    }


def _hit_rate(hits: list[float | None], misses: list[float | None]) -> float | None:
    counts = [value for value in (*hits, *misses) if value is not None]
    if len(counts) < len(hits) + len(misses):
        return None
    part = ratio(sum(value for value in hits if value is not None), sum(counts))
    return None if part is None else 100 * part


def _memory(of: CoreFigures) -> Figures:
    moves: Figures = {}
    for pipe in ("mte1", "mte2", "mte3"):
        moves[f"{pipe}_instructions"] = of.instructions(pipe)
        moves[f"{pipe}_ratio"] = of.pipe(pipe)[f"{pipe}_ratio"]
    return {
        "l1_read_bw(GB/s)": of.l1_read(),
        "l1_write_bw(GB/s)": of.l1_write(),
        "ub_to_gm_bw(GB/s)": of.bandwidth(["ub_to_gm"]),
        "gm_to_ub_bw(GB/s)": of.bandwidth(["gm_to_ub"]),
        "main_mem_read_bw(GB/s)": of.bandwidth(["ddr_read"]),
        "main_mem_write_bw(GB/s)": of.bandwidth(["ddr_write"]),
        **moves,
    }


def _traffic_columns() -> list[str]:
    names = ["read_main_memory_datas(KB)", "write_main_memory_datas(KB)"]
    for name, (_, note) in _TRAFFIC.items():
        names += [f"{name}_datas(KB){note}", f"{name}_bw_usage_rate(%){note}"]
    return names


def _traffic(of: CoreFigures) -> Figures:
    row: Figures = {
        "read_main_memory_datas(KB)": of.kilobytes("ddr_read"),
        "write_main_memory_datas(KB)": of.kilobytes("ddr_write"),
    }
    return row | {f"{n}_datas(KB){note}": of.kilobytes(w) for n, (w, note) in _TRAFFIC.items()}


def _memory_l0(of: CoreFigures) -> Figures:
    return {
        "l0a_write_bw(GB/s)": of.bandwidth(["l1_to_l0a"]),
        "l0b_write_bw(GB/s)": of.bandwidth(["l1_to_l0b"]),
    }


def _memory_ub(of: CoreFigures) -> Figures:
    return {
        "ub_read_bw_vector(GB/s)": of.bandwidth(["ub_read_vector"]),
        "ub_write_bw_vector(GB/s)": of.bandwidth(["ub_write_vector"]),
    }


def _pipes(of: CoreFigures) -> Figures:
    row: Figures = {}
    for pipe in ("cube", "vec", "mte1", "mte2", "mte3", "fixpipe", "scalar"):
        row |= of.pipe(pipe)
    for cause in ("mte1", "mte2", "mte3", "cube"):
        row[f"scalar_{cause}_stall_time(us)"] = of.stall("scalar", cause)
    return {
        **row,
        "scalar_vector_stall_time(us)": of.stall("scalar", "vec"),
        "mte2_active_bw(GB/s)": of.active_bandwidth("mte2", ["gm_to_ub", "gm_to_l1"]),
        "mte3_active_bw(GB/s)": of.active_bandwidth("mte3", ["ub_to_gm", "ub_to_l1", "l1_to_gm"]),
        "fixpipe_active_bw(GB/s)": of.active_bandwidth(
            "fixpipe", ["l0c_to_gm", "l0c_to_l1", "l0c_to_ub"]
        ),
        "icache_miss_rate": of.icache_miss_rate(),
    }


def _conflicts(of: CoreFigures) -> Figures:
    row: Figures = {
        f"{p}_wait_ratio": of.wait_ratio(p) for p in ("cube", "vec", "mte1", "mte2", "mte3")
    }
    return {
        **row,
        "vec_bankgroup_cflt_ratio": of.counter_ratio("vec_bankgroup_conflict"),
        "vec_bank_cflt_ratio": of.counter_ratio("vec_bank_conflict"),
    }


_METRICS: dict[str, Callable[[CoreFigures], Figures]] = {
    "ArithmeticUtilization": _arithmetic,
    "L2Cache": _l2_cache,
    "Memory": _memory,
    "MemoryL0": _memory_l0,
    "MemoryUB": _memory_ub,
    "PipeUtilization": _pipes,
    "ResourceConflictRatio": _conflicts,
}
