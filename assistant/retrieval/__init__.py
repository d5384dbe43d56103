"""Finding products: the plan, both search engines, fusion, reranking, evidence and what it covers."""
