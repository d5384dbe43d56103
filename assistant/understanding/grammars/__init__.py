"""Grammars of what language is closed: money, ages and counts, the form of an answer, questions about a toy."""
