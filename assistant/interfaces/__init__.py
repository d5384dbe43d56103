"""Thin faces on the assistant: what a person or a program sees of it."""
