"""Vendor packages and packages of kernels: install, uninstall, list."""

from __future__ import annotations

from custom_compiler.package.archive import install, uninstall
from custom_compiler.package.kernel_packages import (
    KernelPackage,
    find_kernel_packages,
    has_kernels,
    uninstall_kernels,
)
from custom_compiler.package.vendor import VendorPackage, find_packages

__all__ = [
    "KernelPackage",
    "VendorPackage",
    "find_kernel_packages",
    "find_packages",
    "has_kernels",
    "install",
    "uninstall",
    "uninstall_kernels",
]
