"""Files of products as rows of cells, read as a stream and never trusted."""
