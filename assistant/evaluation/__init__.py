"""How right and how fast the assistant is, measured on any catalogue."""
