"""Vendor packages: install, uninstall, list."""

from __future__ import annotations

from custom_compiler.package.archive import install, uninstall
from custom_compiler.package.vendor import VendorPackage, find_packages

__all__ = ["VendorPackage", "find_packages", "install", "uninstall"]
