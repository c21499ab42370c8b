"""Descriptions of operators: one tree, from which kernels, references and gradients are derived."""
