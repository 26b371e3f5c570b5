"""What verdicts say: every sentence of the ledger is made here, of numbers and of names."""
