"""The rulebooks in Python, cited by rule number: pure functions of frozen values."""
