"""Adapters to what others run: chat models, the database of conversations, plugins."""
