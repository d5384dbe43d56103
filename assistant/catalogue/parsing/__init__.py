"""Small pure functions that turn the words of a product list into values, or say why they cannot."""
