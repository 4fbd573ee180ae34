"""What environments have of Kingdomino alone."""
