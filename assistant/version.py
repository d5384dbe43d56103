"""The version of the program, in one place."""

__version__ = "0.1.0"
