"""Play money: the arithmetic of a settlement, and the double-entry ledger."""
