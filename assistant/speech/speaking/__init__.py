"""Answers into sound."""
