"""What goes over the wire: frames and answers, made from the state of a game."""
