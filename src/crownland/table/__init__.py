"""What terminal and server share at a table: the session, gains, and actions in words."""
