"""The cube reader measured on photographs: counts, times, memory, worth of its confidence."""
