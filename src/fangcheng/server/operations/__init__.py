"""What an operator does by hand, beside a running server or without one."""
