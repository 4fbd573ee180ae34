"""Training of networks by self-play. Nothing here is needed to play."""
