"""Matrix multiplications: their objects, and configurations of them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, cast

from custom_compiler.asc.ir import builder
from custom_compiler.asc.language import functions
from custom_compiler.asc.language.loops import RuntimeIteration
from custom_compiler.asc.language.objects import Object
from custom_compiler.asc.language.structs import Structure, structure
from custom_compiler.asc.language.values import describe

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from enum import IntEnum

    from custom_compiler.asc.language.dtypes import DataType
    from custom_compiler.asc.language.records import Struct
    from custom_compiler.asc.language.values import Scalar

_POLICIES = ("MatmulPolicy", "TrianUpperMatmulPolicy", "TrianLowerMatmulPolicy")


class MatmulType(NamedTuple):
    """The type of a matrix of a multiplication."""

    position: IntEnum  # a member of TPosition
    format: IntEnum  # of CubeFormat
    dtype: DataType
    is_trans: bool = False
    layout: IntEnum | None = None  # of LayoutMode; None: NONE

    def words(self) -> tuple[str | int, ...]:
        """Return its parts in the form of the IR."""
        layout = "none" if self.layout is None else self.layout.name.lower()
        position, form = self.position.name.lower(), self.format.name.lower()
        return position, form, self.dtype.name, int(self.is_trans), layout


class Matmul(Object):
    """A matrix multiplication of matrices `a` and `b` into `c`, with what is added to each row.

    Args:
        a: the left matrix.
        b: the right one.
        c: the result.
        bias: what is added to each row; None: it is as `c`.
        matmul_config: how it is computed, or a tiling that is known; None: the usual way.
        matmul_policy: which matrices stay in local memory, 0, or 1 or 2 where
            its upper or lower triangle alone counts.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - PyAsc's signature
        self,
        a: MatmulType,
        b: MatmulType,
        c: MatmulType,
        bias: MatmulType | None = None,
        matmul_config: Structure | Struct | None = None,
        matmul_policy: int = 0,
    ) -> None:
        from custom_compiler.asc.ir import types

        current = builder.current("asc.adv.Matmul")
        bias = c if bias is None else bias
        for name, matrix in (("a", a), ("b", b), ("c", c), ("bias", bias)):
            if not isinstance(cast("object", matrix), MatmulType):
                message = f"asc.adv.Matmul: '{name}' argument must be MatmulType, got"
                raise TypeError(f"{message} {describe(matrix)}")
        self.a, self.b, self.c, self.bias = a, b, c, bias
        if not 0 <= int(matmul_policy) < len(_POLICIES):
            message = f"asc.adv.Matmul: 'matmul_policy' {matmul_policy} is none of {_POLICIES}"
            raise ValueError(message)
        matrices = [word for matrix in (a, b, c, bias) for word in matrix.words()]
        kind = types.words("matmul", *matrices, _POLICIES[int(matmul_policy)])
        operands = [] if matmul_config is None else [matmul_config.handle]
        self.handle = current.value("ascendc.matmul", operands, kind)

    def iterate(self, *positional: object, **keywords: object) -> RuntimeIteration:
        """Return the context of `with matmul.iterate() as count:`; each run computes a block."""
        advance = functions.method("Matmul", "iterate", self)
        return RuntimeIteration(
            lambda: cast("Scalar", advance(*positional, **keywords))  # type: ignore[misc]
        )


# Fields of a configuration that functions name otherwise.
_RENAMED = {
    "intrinsics_limit": "intrinsics_check",
    "batch_loop": "is_n_batch",
    "is_vec_nd2_nz": "en_vec_nd2nz",
    "en_vec_nd2_nz": "en_vec_nd2nz",
    "bmm_mode": "batch_mode",
    "is_msg_reuse": "enable_reuse",
    "is_double_cache": "enable_double_cache",
    "do_mte2_pre_load": "do_mte2_preload",
    "is_b_batch": "is_n_batch",
    "enable_l1_cache": "enable_l1_cache_ub",
    "is_a2_b2_shared": "is_a2b2_shared",
}
# Fields that functions set in addition to their arguments.
_NORMAL = {"do_norm": True, "enable_ub_reuse": True}
_LARGE = {"do_norm": False, "do_multi_data_load": True, "en_unit_flag": False}
_LARGE |= {"enable_ub_reuse": True}
_SPECIAL = {**_LARGE, "do_multi_data_load": False, "do_special_mdl": True}
_BASIC = {"do_norm": False, "enable_ub_reuse": True, "en_unit_flag": False}
_SHARED = {**_NORMAL, "do_norm": False, "do_ib_share_norm": True}
_SET = {
    "adv.get_normal_config": _NORMAL,
    "adv.get_mdl_config": _LARGE,
    "adv.get_special_mdl_config": _SPECIAL,
    "adv.get_basic_config": {**_BASIC, "do_basic_block": True},
    "adv.get_special_basic_config": {**_BASIC, "do_special_basic_block": True},
    "adv.get_ib_share_norm_config": _SHARED,
}
_OF_MODE = {
    "CONFIG_NORM": _NORMAL,
    "CONFIG_MDL": _LARGE,
    "CONFIG_SPECIALMDL": _SPECIAL,
    "CONFIG_IBSHARE": _SHARED,
}


def compute(qualified: str, values: Mapping[str, object]) -> Structure:
    """Return the configuration that a function of `asc.adv` makes of its arguments."""
    if qualified == "adv.get_mm_config":
        return _of_parts(cast("Sequence[object]", values["*parts"]))
    fields = {**_SET[qualified], **_renamed(values)}
    if qualified == "adv.get_special_basic_config":
        sizes = {
            name: cast("int", value)
            for name, value in values.items()
            if "_m" in name or "_n" in name
        }
        fields["base_mn"] = sizes["basic_m"] * sizes["basic_n"]
        fields["single_core_mn"] = sizes["single_core_m"] * sizes["single_core_n"]
    return structure("MatmulConfig")(**fields)


def _of_parts(parts: Sequence[object]) -> Structure:
    """Return the default configuration of a mode, changed by structures of parameters."""
    modes = [part.name for part in parts if isinstance(part, Enum)]
    fields: dict[str, object] = dict(_OF_MODE[modes[0] if modes else "CONFIG_NORM"])
    for part in parts:
        if isinstance(part, Structure):
            fields.update(_renamed(part.fields()))
    return structure("MatmulConfig")(**fields)


def _renamed(values: Mapping[str, object]) -> dict[str, object]:
    return {_RENAMED.get(name, name): value for name, value in values.items()}
