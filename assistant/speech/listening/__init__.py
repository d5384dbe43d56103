"""Spoken questions into words."""
