"""Kingdomino Duel: rules D1–D11."""
