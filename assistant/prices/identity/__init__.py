"""Whether a page's product is the catalogue's."""
