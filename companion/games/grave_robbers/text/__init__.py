"""What Grave Robbers says, as sentences in no language yet."""
