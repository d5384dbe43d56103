"""A catalogue in Milvus, a server that others run at scale: one collection, found and read by its ids."""
