"""The project's own requests: what is asked, what a right reading and a right answer is, and how many are right."""
