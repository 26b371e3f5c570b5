"""The ledger of claims: its verdicts and every function that tests a claim."""
