"""Modules that are written into packages for frameworks as they are; nothing here imports them."""
