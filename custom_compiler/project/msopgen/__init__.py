"""`msopgen`: operator projects from a description of the operator, as CANN's tool makes them."""
