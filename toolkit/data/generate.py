"""Write the tables of SoCs that the toolkit reads, from the CSV files in this script's folder.

Usage: generate.py INI_DIR UNITS_INC

INI_DIR gets one platform ini file per row of platforms.csv, with CANN's keys and two of our own in
[version]: CCE_AICORE, the value of __CCE_AICORE__, and Stands_for, what the SoC is chosen for where
none is named:

    kernels       kernels of its compute unit are compiled for it
    device        the simulated device, where only the compute unit is named
    architecture  direct launches, where only an architecture is named
    default       the simulated device, where nothing is named

UNITS_INC gets one line SOC_UNIT(...) per compute unit, from units.csv: its name, the enumerators of
platform_ascendc::SocVersion and op::SocVersion, name and number in the enum SocType of CANN 8.1's
libnnopbase (nullptr and 0 for none), and the number that newer releases give it.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from pathlib import Path

Intrinsics = dict[str, list[tuple[str, str]]]

# section -> (key in the ini file, column of the table); keys of empty cells are left out
SECTIONS: dict[str, list[tuple[str, str]]] = {
    "version": [
        ("SoC_version", "soc_version"),
        ("Short_SoC_version", "short_soc_version"),
        ("AIC_version", "aic_version"),
        ("CCEC_AIC_version", "ccec_aic_version"),
        ("CCEC_AIV_version", "ccec_aiv_version"),
        ("CCEC_CUBE_version", "ccec_cube_version"),
        ("CCEC_VECTOR_version", "ccec_vector_version"),
        ("Arch_type", "arch_type"),
        ("NpuArch", "npu_arch"),
        ("CCE_AICORE", "cce_aicore"),
        ("Stands_for", "stands_for"),
    ],
    "SoCInfo": [
        (name, name)
        for name in (
            "ai_core_cnt",
            "cube_core_cnt",
            "vector_core_cnt",
            "ai_cpu_cnt",
            "memory_size",
            "l2_type",
            "l2_size",
            "l2PageNum",
            "ffts_mode",
            "core_type_list",
            "cube_vector_combine",
            "hardware_sync_betweencore",
        )
    ],
    "AICoreSpec": [
        ("cube_freq", "cube_freq_mhz"),
        ("cube_m_size", "cube_m"),
        ("cube_n_size", "cube_n"),
        ("cube_k_size", "cube_k"),
        *(
            (name, name)
            for name in (
                "vec_calc_size",
                "l0_a_size",
                "l0_b_size",
                "l0_c_size",
                "l1_size",
                "fb0_size",
                "fb1_size",
                "fb2_size",
                "fb3_size",
                "bt_size",
                "smask_buffer",
                "ub_size",
                "ubblock_size",
                "ubbank_size",
                "ubbank_num",
                "ubbank_group_num",
                "support_fixpipe",
                "sparsity",
            )
        ),
    ],
    "AICoreMemoryRates": [
        (name, name)
        for name in (
            "ddr_rate",
            "ddr_read_rate",
            "ddr_write_rate",
            "l2_rate",
            "l2_read_rate",
            "l2_write_rate",
            "l1_to_l0_a_rate",
            "l1_to_l0_b_rate",
            "l1_to_ub_rate",
            "l0_c_to_ub_rate",
            "ub_to_l2_rate",
            "ub_to_ddr_rate",
            "ub_to_l1_rate",
        )
    ],
    "VectorCoreSpec": [("vec_freq", "vec_freq_mhz"), ("ub_size", "vec_core_ub_size")],
}

# rows of the cube's fractal: M, K, N elements by element type
DTYPE_MKN = {
    "Default": "16,16,16",
    "DT_INT8": "16,32,16",
    "DT_UINT8": "16,32,16",
    "DT_INT4": "16,64,16",
}


def read_table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file by column name."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def architecture(row: dict[str, str]) -> str:
    """Return e.g. ``c220`` for a SoC whose compiler target is ``dav-c220-cube``."""
    parts = row["ccec_aic_version"].split("-")
    return parts[1] if len(parts) > 1 else ""


def ini_text(row: dict[str, str], intrinsics: Intrinsics) -> str:
    """Return the ini file of one SoC."""
    lines: list[str] = []
    for section, keys in SECTIONS.items():
        pairs = [(key, row[column]) for key, column in keys if row.get(column)]
        if pairs:
            lines += [f"[{section}]", *(f"{key}={value}" for key, value in pairs), ""]
    lines += ["[DtypeMKN]", *(f"{key}={value}" for key, value in DTYPE_MKN.items()), ""]
    lines += ["[CPUCache]", "AICPUSyncBySW=0", "TSCPUSyncBySW=0", ""]
    instructions = intrinsics.get(architecture(row), [])
    if instructions:
        lines += ["[AICoreintrinsicDtypeMap]"]
        lines += [f"{i}={name}|{dtypes}" for i, (name, dtypes) in enumerate(instructions)]
        lines += [""]
    return "\n".join(lines)


def check_representatives(rows: list[dict[str, str]]) -> None:
    """Stop unless every compute unit has one SoC for kernels and one for the device."""
    units = {row["short_soc_version"] for row in rows}
    for word in ("kernels", "device"):
        chosen = [row["short_soc_version"] for row in rows if word in row["stands_for"].split()]
        if sorted(chosen) != sorted(units):
            sys.exit(f"error: platforms.csv: not one SoC per compute unit stands for {word}")


def units_text(rows: list[dict[str, str]]) -> str:
    """Return the lines of the compute units."""
    lines = ["// Generated by toolkit/data/generate.py from units.csv.\n"]
    for row in rows:
        soc_type = f'"{row["soc_type"]}"' if row["soc_type"] else "nullptr"
        cells = [
            f'"{row["short_soc_version"].lower()}"',
            row["tiling_soc_version"] or "RESERVED_VERSION",
            row["op_soc_version"] or "RESERVED_VERSION",
            soc_type,
            row["soc_type_8_1"] or "0",
            row["soc_type_newer"] or "0",
        ]
        lines.append(f"SOC_UNIT({', '.join(cells)})\n")
    return "".join(lines)


def main(arguments: list[str]) -> None:
    """Write all files; directories are made if they do not exist."""
    ini_dir, units_inc = (Path(argument) for argument in arguments)
    data = Path(__file__).resolve().parent
    platforms = read_table(data / "platforms.csv")
    check_representatives(platforms)
    units = read_table(data / "units.csv")
    names = [{row["short_soc_version"] for row in table} for table in (platforms, units)]
    if names[0] != names[1]:
        sys.exit("error: units.csv and platforms.csv differ in their compute units")
    intrinsics: Intrinsics = defaultdict(list)
    for row in read_table(data / "intrinsics.csv"):
        intrinsics[row["arch"]].append((row["intrinsic"], row["dtypes"]))
    ini_dir.mkdir(parents=True, exist_ok=True)
    for row in platforms:
        path = ini_dir / f"{row['ini_name']}.ini"
        path.write_text(ini_text(row, intrinsics), encoding="utf-8")
    units_inc.parent.mkdir(parents=True, exist_ok=True)
    units_inc.write_text(units_text(units), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
