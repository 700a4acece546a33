"""Long work in a process of its own: a queue, its limits, and what each piece of work becomes."""
