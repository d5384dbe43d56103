"""Words for a content plan: facts as phrases, moves as sentences, for the screen and for the ear."""
