"""The table server: tables that never forget a move."""
