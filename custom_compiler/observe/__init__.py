"""Programs whose kernels are observed: starting them, reading what observers write."""
