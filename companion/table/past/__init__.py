"""Games that were played: as other programs log them, and added up."""
