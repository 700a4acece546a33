"""A journal on a disk that may be full, slow, torn or gone: what it says, and what is done."""
