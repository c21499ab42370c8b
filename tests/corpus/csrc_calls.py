"""Operators of vLLM's and SGLang's extensions called from torch_npu, held against PyTorch on CPU.

python tests/corpus/csrc_calls.py NAME LIBRARY...

Loads the extensions and calls one of `CASES` on small tensors; prints the largest difference from
a reference in float64, which is written here and uses nothing of the extension. Exit code 1 where
it is above the case's tolerance. `run_csrc_calls.py` builds the extensions and runs all.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

import torch
import torch_npu  # noqa: F401 - brings the device


@dataclass(frozen=True)
class Case:
    """One operator: `call` gives pairs of what it computed and what is right."""

    folder: str  # repository/folder below csrc
    call: Callable[[], list[tuple[Any, Any]]]
    tolerance: float  # of each element: tolerance * (1 + |right|)


def _rand(*shape: int, dtype: torch.dtype = torch.float16) -> torch.Tensor:
    return (torch.rand(shape) * 2 - 1).to(dtype)


def _sgl() -> Any:
    return torch.ops.npu


def _vllm() -> Any:
    return torch.ops._C_ascend


def _helloworld() -> list[tuple[Any, Any]]:
    x, y = _rand(8, 2048), _rand(8, 2048)
    return [(_sgl().helloworld(x.npu(), y.npu()), x.double() + y.double())]


def _cache_loc_assign() -> list[tuple[Any, Any]]:
    """Each request's row receives its run of new places."""
    rows, width = 6, 64
    pool = torch.arange(width, dtype=torch.int32).repeat(rows, 1)
    requests = torch.tensor([4, 0, 3], dtype=torch.int64)
    start = torch.tensor([5, 0, 31], dtype=torch.int64)
    end = torch.tensor([9, 2, 40], dtype=torch.int64)
    places = torch.randint(1000, 2000, (int((end - start).sum()),), dtype=torch.int32)
    right, taken = pool.clone(), 0
    for request, first, last in zip(requests.tolist(), start.tolist(), end.tolist(), strict=True):
        right[request, first:last] = places[taken : taken + last - first]
        taken += last - first
    given = pool.npu()
    _sgl().cache_loc_assign(requests.npu(), given, start.npu(), end.npu(), places.npu())
    return [(given, right)]


def _assign_cache_op() -> list[tuple[Any, Any]]:
    rows, width = 4, 96
    target = torch.zeros(rows, width, dtype=torch.int32)
    source = torch.randint(1, 1000, (rows, width), dtype=torch.int32)
    starts = torch.tensor([0, 8, 40, 17], dtype=torch.int64)
    lengths = torch.tensor([10, 3, 50, 1], dtype=torch.int64)
    firsts = torch.tensor([5, 0, 30, 90], dtype=torch.int64)
    right = target.clone()
    for row in range(rows):
        begin, from_, count = int(starts[row]), int(firsts[row]), int(lengths[row])
        right[row, begin : begin + count] = source[row, from_ : from_ + count]
    given = target.npu()
    firsts += torch.arange(rows) * width  # places in all of the source
    ends = (starts + lengths, firsts + lengths)
    _sgl().assign_cache_op(
        given, source.npu(), starts.npu(), ends[0].npu(), firsts.npu(), ends[1].npu()
    )
    return [(given, right)]


def _apply_token_bitmask() -> list[tuple[Any, Any]]:
    logits = torch.randn(3, 512)
    mask = torch.randint(-(2**31), 2**31, (3, 16), dtype=torch.int64).to(torch.int32)
    bits = (mask.unsqueeze(-1) >> torch.arange(32, dtype=torch.int32)) & 1
    right = logits.masked_fill(bits.reshape(3, 512) == 0, float("-inf"))
    got = _sgl().apply_token_bitmask(logits.npu(), mask.npu())
    return [(got, right)]


def _triangular_inverse() -> list[tuple[Any, Any]]:
    """Invert unit upper triangular matrices in column order to lower ones in row order."""
    lower = torch.tril(_rand(3, 32, 32, dtype=torch.float32) / 8, -1) + torch.eye(32)
    return [(_sgl().triangular_inverse(lower.npu()), torch.linalg.inv(lower.double()))]


def _bgmv_shrink(operators: Any) -> list[tuple[Any, Any]]:
    x, weight = _rand(3, 128), _rand(4, 16, 128)
    which = torch.tensor([2, 0, 3], dtype=torch.int64)
    y = torch.zeros(3, 16).npu()
    operators.bgmv_shrink(x.npu(), weight.npu(), which.npu(), y, 0.5)
    right = torch.einsum("bk,brk->br", x.double(), weight[which].double()) * 0.5
    return [(y, right)]


def _bgmv_expand(operators: Any) -> list[tuple[Any, Any]]:
    x, weight, y = _rand(2, 16, dtype=torch.float32), _rand(4, 128, 16), _rand(2, 384)
    which = torch.tensor([1, 3], dtype=torch.int64)
    got = operators.bgmv_expand(x.npu(), weight.npu(), which.npu(), y.npu(), 128, 128)
    right = y.double()
    right[:, 128:256] += torch.einsum("bk,bnk->bn", x.double(), weight[which].double())
    return [(got, right)]


def _batch_matmul_transpose(operators: Any) -> list[tuple[Any, Any]]:
    a, b = _rand(10, 20, 32), _rand(20, 32, 48)
    got = torch.empty(10, 20, 48, dtype=torch.float16).npu()
    operators.batch_matmul_transpose(a.npu(), b.npu(), got)
    return [(got, torch.einsum("bmk,mkn->bmn", a.double(), b.double()))]


def _alloc_extend() -> list[tuple[Any, Any]]:
    """Requests grow: first in their last page, then into free ones."""
    page = 16
    pre, seq = torch.tensor([5, 16, 0]), torch.tensor([40, 20, 33])
    last = torch.tensor([16 + 4, 32 + 15, -1])
    free = torch.arange(10, 30)
    taken, right = 0, []
    for before, after, place in zip(pre.tolist(), seq.tolist(), last.tolist(), strict=True):
        for token in range(before, after):
            if token % page == 0:
                place, taken = int(free[taken]) * page, taken + 1  # noqa: PLW2901
            else:
                place += 1  # noqa: PLW2901
            right.append(place)
    out = torch.zeros(len(right), dtype=torch.int64).npu()
    values = torch.zeros(1, dtype=torch.int64).npu()
    _sgl().alloc_extend(pre.npu(), seq.npu(), last.npu(), free.npu(), page, out, values)
    return [(out, torch.tensor(right))]


def _add_rms_norm_bias() -> list[tuple[Any, Any]]:
    x, more, gamma, beta = _rand(5, 256), _rand(5, 256), _rand(256), _rand(256)
    y, rstd, total = _vllm().npu_add_rms_norm_bias(x.npu(), more.npu(), gamma.npu(), beta.npu())
    both = (x + more).double()
    scale = 1 / torch.sqrt((both * both).mean(-1, keepdim=True) + 1e-6)
    return [(y, both * scale * gamma.double() + beta.double()), (rstd, scale), (total, both)]


def _moe_gating_top_k() -> list[tuple[Any, Any]]:
    x = torch.randn(8, 64)
    y, experts, _ = _vllm().moe_gating_top_k(x.npu(), 4, 1, 1, 0, 0, 0, False, 1.0, 1e-20)
    values, right = torch.softmax(x.double(), -1).topk(4)
    return [(y, values), (experts, right)]


def _inplace_partial_rotary_mul() -> list[tuple[Any, Any]]:
    """Neighbours 64 to 127 of each head turn; the others stay."""
    x, angle = _rand(3, 1, 4, 128), _rand(3, 1, 1, 32, dtype=torch.float32) * 3
    cos, sin = (f(angle).repeat_interleave(2, -1).half() for f in (torch.cos, torch.sin))
    given = x.npu()
    _vllm().inplace_partial_rotary_mul(given, cos.npu(), sin.npu(), "interleave", [64, 128])
    right = x.double()
    turned = right[..., 64:].clone()
    across = torch.stack((-turned[..., 1::2], turned[..., ::2]), -1).flatten(-2)
    right[..., 64:] = turned * cos.double() + across * sin.double()
    return [(given, right)]


def _store_kv_block() -> list[tuple[Any, Any]]:
    """Runs of tokens go to where the cache has free slots."""
    key, cache = _rand(24, 2, 64), _rand(4, 16, 2, 64)
    lengths, tokens, places = [5, 16, 3], [0, 5, 21], [2, 16, 40]
    right = cache.reshape(64, 2, 64).clone()
    for length, token, place in zip(lengths, tokens, places, strict=True):
        right[place : place + length] = key[token : token + length]
    given = cache.npu()
    groups = (torch.tensor(each, dtype=torch.int32).npu() for each in (lengths, tokens, places))
    _vllm().store_kv_block(key.npu(), given, *groups, 16)
    return [(given, right.reshape(cache.shape))]


CASES = {
    "helloworld": Case("sgl-kernel-npu/helloworld", _helloworld, 1e-3),
    "cache_loc_assign": Case("sgl-kernel-npu/cache_location_assign", _cache_loc_assign, 0),
    "assign_cache_op": Case("sgl-kernel-npu/assign_cache_op", _assign_cache_op, 0),
    "apply_token_bitmask": Case("sgl-kernel-npu/apply_token_bitmask", _apply_token_bitmask, 0),
    "triangular_inverse": Case("sgl-kernel-npu/tri_inv", _triangular_inverse, 1e-5),
    "alloc_extend": Case("sgl-kernel-npu/alloc_extend", _alloc_extend, 0),
    "lora bgmv_shrink": Case("sgl-kernel-npu/lora", lambda: _bgmv_shrink(_sgl()), 2e-3),
    "lora bgmv_expand": Case("sgl-kernel-npu/lora", lambda: _bgmv_expand(_sgl()), 4e-3),
    "batch_matmul_transpose (SGLang)": Case(
        "sgl-kernel-npu/batch_matmul_transpose", lambda: _batch_matmul_transpose(_sgl()), 4e-3
    ),
    "bgmv_shrink": Case("vllm-ascend/kernels", lambda: _bgmv_shrink(_vllm()), 2e-3),
    "bgmv_expand": Case("vllm-ascend/kernels", lambda: _bgmv_expand(_vllm()), 4e-3),
    "batch_matmul_transpose": Case(
        "vllm-ascend/batch_matmul_transpose", lambda: _batch_matmul_transpose(_vllm()), 4e-3
    ),
    "npu_add_rms_norm_bias": Case("vllm-ascend/moe/add_rms_norm_bias", _add_rms_norm_bias, 4e-3),
    "moe_gating_top_k": Case("vllm-ascend/moe/moe_gating_top_k", _moe_gating_top_k, 1e-5),
    "inplace_partial_rotary_mul": Case(
        "vllm-ascend/attention/inplace_partial_rotary_mul", _inplace_partial_rotary_mul, 2e-3
    ),
    "store_kv_block": Case("vllm-ascend/attention/store_kv_block", _store_kv_block, 0),
}


def difference(got: torch.Tensor, right: torch.Tensor) -> float:
    """The largest difference over 1 + |right|; equal infinities do not differ."""
    a, b = got.cpu().double(), right.double()
    if a.shape != b.shape:
        return float("inf")
    apart = (a - b).abs() / (1 + b.abs())
    return float(torch.where(a == b, torch.zeros(()), apart.nan_to_num(float("inf"))).max())


def main(name: str, libraries: list[str]) -> int:
    """Call one operator; prints its difference."""
    torch.manual_seed(7)
    for library in libraries:
        torch.ops.load_library(library)
    case = CASES[name]
    found = max(difference(got, right) for got, right in case.call())
    print(f"difference {found:.3g}")
    return int(not found <= case.tolerance)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
