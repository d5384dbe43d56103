"""Searching the catalogue: chunks of product text, and engines that find them."""
