"""Helper plugins that come with the program."""
