"""What scores say beyond one test: probabilities, effects, and how stable an order is."""
