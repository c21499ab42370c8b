"""`op_compiler -m tune`: what of an operator can be set, and which settings are fastest."""
