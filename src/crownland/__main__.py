"""``python -m crownland``."""

from crownland.cli import main

if __name__ == "__main__":
    main()
