"""The one exception that ends a command with a sentence."""


class Sorry(Exception):
    """The command cannot be done; the text is the sentence for the person at the keyboard."""
