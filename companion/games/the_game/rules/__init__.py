"""The rules of The Game, a file for each chapter of the rulebook."""
