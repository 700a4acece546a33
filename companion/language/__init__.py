"""Sentences in the reader's language."""
