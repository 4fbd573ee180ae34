"""Training of networks by self-play; nothing of it is needed to play. See docs/learning.md."""
