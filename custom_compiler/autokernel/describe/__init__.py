"""What an operator computes: one tree, from which everything else about it follows."""
