"""Players: guests and accounts, their passwords and their sessions."""
