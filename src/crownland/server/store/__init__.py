"""What outlives a process, and how several processes share it."""
