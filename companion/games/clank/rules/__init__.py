"""The rules of Clank!, a file for each chapter of the rulebook."""
