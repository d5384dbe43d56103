"""The stages of a turn and the pure functions they share; stages never import each other."""
