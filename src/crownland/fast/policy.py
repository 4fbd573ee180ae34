"""How a seat acts inside the kernels. Plain numbers, and no kernel is needed to know them."""

__all__ = ["GREEDY", "RANDOM"]

RANDOM = 0  # any legal action, each as likely as the others
GREEDY = 1  # what the bot ``greedy`` takes
