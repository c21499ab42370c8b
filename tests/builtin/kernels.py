"""Print unreadable kernels of built-in operators; argument: toolkit."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from tests.utils.aclnn import AclnnError, Client


def outcome(operator: str, operands: list) -> str:
    try:
        client.run(operator, *operands)
    except AclnnError as error:
        return str(error).replace("\n", " ")
    return "ran"


client = Client(Path(sys.argv[1]))
client.acl("aclrtSetDevice", 0)
x, y = (client.tensor(np.ones(5, np.float32)) for _ in range(2))
two = client.scalar(np.float32(2))
half = client.empty((5,), np.float16)
for name, arguments in (
    ("Add", [x, y, two, client.empty((5,))]),
    ("Adds", [x, two, two, client.empty((5,))]),
    ("Sub", [x, y, two, client.empty((5,))]),
    ("Mul", [x, y, client.empty((5,))]),
    ("Muls", [x, two, client.empty((5,))]),
    ("InplaceMul", [x, y]),
    ("Div", [x, y, client.empty((5,))]),
    ("Cast", [x, 1, half]),
    ("InplaceOne", [x]),
    ("InplaceZero", [x]),
    ("InplaceFillScalar", [x, two]),
    ("InplaceCopy", [x, y]),
):
    print(f"{name}: {outcome(name, arguments)}")
