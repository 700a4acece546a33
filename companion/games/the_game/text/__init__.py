"""What The Game says, as sentences in no language yet."""
