"""What Kingdomino has drawn for itself: the legend of its box."""
