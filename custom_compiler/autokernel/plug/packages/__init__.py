"""Modules that are copied unmodified into packages for frameworks; nothing here imports them."""
