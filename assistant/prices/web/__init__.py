"""Searching the web and fetching pages from public addresses alone, with manners and limits."""
