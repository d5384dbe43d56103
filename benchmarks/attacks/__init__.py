"""A hostile model: a server on this machine that plays many parts, to see that none of them deceives a shopper."""
