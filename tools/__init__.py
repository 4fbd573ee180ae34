"""The code of ./play and ./check; it uses only the standard library.

This file runs first and keeps to old syntax, so that a Python that is too old can read it and print the message.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the starters run on whatever `python3` is, before anything is installed
    sys.stderr.write(
        f"Python 3.11 or newer is needed, this is {sys.version_info[0]}.{sys.version_info[1]} ({sys.executable}): "
        f"install a newer one and start again with it, for example: python3.12 {sys.argv[0]}\n"
    )
    sys.exit(2)
