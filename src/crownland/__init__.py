"""The Kingdomino family of board games: exact rules, bots, tables, records and pictures."""
