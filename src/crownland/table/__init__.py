"""What every table needs, in the terminal, on the server and wherever else a game is played."""
