"""Kingdomino: rules C1–C13 and K1–K11."""
