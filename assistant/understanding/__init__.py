"""Understanding a message: what is private, what it does, and every slot that it fills."""
