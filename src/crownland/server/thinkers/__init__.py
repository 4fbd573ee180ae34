"""The processes in which bots choose their actions."""
