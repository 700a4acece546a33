"""What Clank! says, as sentences in no language yet."""
