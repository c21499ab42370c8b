"""What every operation of the language is: one row each, from which everything else follows."""
