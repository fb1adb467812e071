"""Tables: one task each, which owns its clock and its connections, stores what happens, and only then tells it."""
