"""What stands of a conversation: the wishes in force, what a message changes of them, and what was turned down."""
