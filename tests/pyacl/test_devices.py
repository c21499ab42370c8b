"""acl.rt: devices and contexts."""

from __future__ import annotations

import threading

import pytest

from tests.utils.pyacl import ok
from tests.utils.status import Rt

HOST = 1


def in_thread(function):
    """Return the function's result on a thread without a context."""
    results = []
    thread = threading.Thread(target=lambda: results.append(function()))
    thread.start()
    thread.join()
    return results[0]


@pytest.mark.usefixtures("device")
class TestCurrentDevice:
    def test_it_is_known(self, acl) -> None:
        assert ok(acl.rt.get_device()) == 0
        assert ok(acl.rt.get_device_count()) >= 1
        assert ok(acl.rt.get_run_mode()) == HOST
        assert acl.rt.set_device(999) == Rt.INVALID_DEVICEID

    def test_sets_are_counted(self, acl) -> None:
        ok(acl.rt.set_device(0))
        ok(acl.rt.reset_device(0))
        assert ok(acl.rt.get_device()) == 0
        ok(acl.rt.reset_device(0))
        assert acl.rt.reset_device(0) == Rt.CONTEXT_RELEASE_ERROR
        ok(acl.rt.set_device(0))
        ok(acl.rt.set_device(0))
        ok(acl.rt.reset_device_force(0))
        assert acl.rt.reset_device(0) == Rt.CONTEXT_RELEASE_ERROR

    def test_figures(self, acl) -> None:
        cores, vector_cores = (ok(acl.rt.get_device_info(0, attribute)) for attribute in (101, 201))
        assert cores == ok(acl.get_device_capability(0, 0))
        assert vector_cores == ok(acl.get_device_capability(0, 1))
        assert ok(acl.rt.get_device_info(0, 301)) > 2**32  # bytes of memory
        assert acl.rt.get_device_info(0, 4711)[1] != 0

    def test_settings(self, acl) -> None:
        assert ok(acl.rt.query_device_status(0)) == 0
        ok(acl.rt.set_ts_device(0))
        before = ok(acl.rt.get_device_sat_mode())
        ok(acl.rt.set_device_sat_mode(1))
        assert ok(acl.rt.get_device_sat_mode()) == 1
        ok(acl.rt.set_device_sat_mode(before))

    def test_waiting(self, acl) -> None:
        ok(acl.rt.synchronize_device())
        ok(acl.rt.synchronize_device_with_timeout(1000))
        ok(acl.rt.device_task_abort(0, 1000))

    def test_time_limits(self, acl) -> None:
        ok(acl.rt.set_op_wait_timeout(0))
        interval = ok(acl.rt.get_op_timeout_interval())
        actual = ok(acl.rt.set_op_execute_timeout_v2(5_000_000))
        assert actual >= 5_000_000
        assert actual % interval == 0
        assert ok(acl.rt.get_op_execute_timeout()) == actual // 1000
        ok(acl.rt.set_op_execute_time_out(0))
        assert ok(acl.rt.get_op_execute_timeout()) == 2**32 - 1

    def test_cores_that_operators_may_use(self, acl) -> None:
        cube, vector = 0, 1
        all_of_them = ok(acl.rt.get_device_res_limit(0, vector))
        ok(acl.rt.set_device_res_limit(0, vector, 3))
        assert ok(acl.rt.get_device_res_limit(0, vector)) == 3
        assert ok(acl.rt.get_res_in_current_thread(vector)) == 3
        assert acl.rt.set_device_res_limit(0, vector, 0) == Rt.PARAM_INVALID
        ok(acl.rt.reset_device_res_limit(0))
        assert ok(acl.rt.get_device_res_limit(0, vector)) == all_of_them
        stream = ok(acl.rt.create_stream())
        ok(acl.rt.set_stream_res_limit(stream, cube, 2))
        assert ok(acl.rt.get_stream_res_limit(stream, cube)) == 2
        ok(acl.rt.use_stream_res_in_current_thread(stream))
        assert ok(acl.rt.get_res_in_current_thread(cube)) == 2
        ok(acl.rt.unuse_stream_res_in_current_thread(stream))
        ok(acl.rt.reset_stream_res_limit(stream))
        assert ok(acl.rt.get_res_in_current_thread(cube)) > 2

    def test_identities(self, acl) -> None:
        for function in (
            acl.rt.get_logic_dev_id_by_user_dev_id,
            acl.rt.get_user_dev_id_by_logic_dev_id,
            acl.rt.get_logic_dev_id_by_phy_dev_id,
            acl.rt.get_phy_dev_id_by_logic_dev_id,
        ):
            assert function(0) == (0, 0)
            assert function(999)[1] != 0
        assert len(ok(acl.rt.device_get_uuid(0))["bytes"]) == 16
        assert acl.rt.device_get_uuid(999)[1] != 0

    def test_use(self, acl) -> None:
        rates, ret = acl.rt.get_device_utilization_rate(0)
        assert ret == 0
        assert rates["utilization_extend"] == 0
        assert set(rates) == {
            "cube_utilization",
            "vector_utilization",
            "aicpu_utilization",
            "memory_utilization",
            "utilization_extend",
        }
        assert ok(acl.rt.get_device_capability(0, 1)) in {0, 1}
        least, greatest = ok(acl.rt.device_get_stream_priority_range())
        assert least >= greatest

    def test_peers(self, acl) -> None:
        assert acl.rt.device_can_access_peer(0, 999)[1] != 0
        assert acl.rt.device_enable_peer_access(999, 0) != 0
        assert acl.rt.device_disable_peer_access(999) != 0
        assert acl.rt.device_peer_access_status(0, 999)[1] != 0

    def test_last_error_of_the_thread(self, acl) -> None:
        acl.rt.get_last_error(0)
        assert acl.rt.free(0x10) != 0
        error = acl.rt.peek_at_last_error(0)
        assert error == acl.rt.get_last_error(0) != 0
        assert acl.rt.get_last_error(0) == 0


@pytest.mark.usefixtures("device")
class TestContexts:
    def test_new_one_is_current(self, acl) -> None:
        default = ok(acl.rt.get_context())
        context = ok(acl.rt.create_context(0))
        assert ok(acl.rt.get_context()) == context != default
        ok(acl.rt.set_context(default))
        assert ok(acl.rt.get_context()) == default
        ok(acl.rt.destroy_context(context))
        assert acl.rt.destroy_context(default) == Rt.CONTEXT_NULL
        assert acl.rt.set_context(context) != 0

    def test_belongs_to_the_thread(self, acl) -> None:
        assert in_thread(acl.rt.create_stream) == (0, Rt.CONTEXT_NULL)
        context = ok(acl.rt.get_context())

        def use_context() -> int:
            return acl.rt.set_context(context) or acl.rt.synchronize_device()

        assert in_thread(use_context) == 0

    def test_default_stream(self, acl) -> None:
        stream = ok(acl.rt.ctx_get_current_default_stream())
        assert stream != 0
        ok(acl.rt.synchronize_stream(stream))
        ok(acl.rt.synchronize_stream(0))

    def test_primary_context(self, acl) -> None:
        active, flags = ok(acl.rt.get_primary_ctx_state(0))
        assert (active, flags) == (1, 0)

    def test_options(self, acl) -> None:
        deterministic = 0
        ok(acl.rt.ctx_set_sys_param_opt(deterministic, 1))
        assert ok(acl.rt.ctx_get_sys_param_opt(deterministic)) == 1
        ok(acl.rt.ctx_set_sys_param_opt(deterministic, 0))
        ok(acl.rt.set_sys_param_opt(deterministic, 0))
        assert ok(acl.rt.get_sys_param_opt(deterministic)) == 0
