"""Whether evidence carries a sentence that a solver wrote, and what is said in its place where it does not."""
