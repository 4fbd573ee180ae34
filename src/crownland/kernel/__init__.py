"""What the games share. No input or output, no randomness; imports nothing from the rest of the package."""
