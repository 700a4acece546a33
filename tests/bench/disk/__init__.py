"""What a disk does to a journal: damage, power cuts, years, and what each press costs it."""
