"""Static kernels that are installed, which the runtime takes before those of packages."""

from __future__ import annotations

# The environment of calls that try sources: the package's own kernels run.
NO_STATIC_KERNELS = {"ASCENDC_STATIC_KERNELS": "off"}
