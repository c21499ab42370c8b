"""Products of matrices, perhaps of batches, and what is computed of each of their elements."""
