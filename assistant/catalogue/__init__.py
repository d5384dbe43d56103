"""The catalogue: files of products are read, cleaned and written to one folder that opens in a moment."""
