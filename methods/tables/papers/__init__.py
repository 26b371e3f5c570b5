"""Tables that only one paper needs, and what its figures and claims read: one module per paper."""
