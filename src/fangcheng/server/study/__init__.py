"""Questions about hands, rules and finished deals. None of them needs a table."""
