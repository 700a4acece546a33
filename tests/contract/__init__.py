"""What every game must keep to, whichever it is: parametrised by companion.games.GAMES."""
