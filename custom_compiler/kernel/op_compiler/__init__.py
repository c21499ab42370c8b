"""`op_compiler`: kernels for the shapes of a real run, kernels for debugging, tuned kernels."""
