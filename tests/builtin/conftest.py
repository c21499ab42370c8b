"""A client of the built-in operators."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.utils.aclnn import Client
from tests.utils.single_op import SingleOps


@pytest.fixture(scope="session")
def _client(cann_home: Path) -> Client:
    return Client(cann_home)


@pytest.fixture
def client(_client: Client):
    """A client with device 0 set; what a test leaves on the device is freed."""
    _client.acl("aclrtSetDevice", 0)
    yield _client
    _client.acl("aclrtResetDeviceForce", 0)


@pytest.fixture
def ops(client: Client, cann_home: Path) -> SingleOps:
    """Operators called by their type."""
    return SingleOps(client, cann_home)
