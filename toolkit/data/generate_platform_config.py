"""Write one CANN-style platform ini file per row of platforms.csv.

Usage: generate_platform_config.py PLATFORMS_CSV INTRINSICS_CSV OUTPUT_DIR
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
    known = intrinsics.get(architecture(row), [])
    if known:
        lines += ["[AICoreintrinsicDtypeMap]"]
        lines += [f"{i}={name}|{dtypes}" for i, (name, dtypes) in enumerate(known)]
        lines += [""]
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    """Write all files; the output directory is made if it does not exist."""
    platforms, intrinsics_csv, output = (Path(argument) for argument in arguments)
    intrinsics: Intrinsics = defaultdict(list)
    for row in read_table(intrinsics_csv):
        intrinsics[row["arch"]].append((row["intrinsic"], row["dtypes"]))
    output.mkdir(parents=True, exist_ok=True)
    for row in read_table(platforms):
        path = output / f"{row['ini_name']}.ini"
        path.write_text(ini_text(row, intrinsics), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
