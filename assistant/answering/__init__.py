"""Answering: the choice of the Top Pick, solvers, the check of what they wrote, the response document."""
