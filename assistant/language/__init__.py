"""Pure helpers for English text: folding and stems, numbers in words, titles, closed sets of words."""
