"""The rules of Grave Robbers, a file for each chapter of the manual."""
