"""The table tells web addresses: your own programs, or a chat. Nothing runs unless one is named."""
