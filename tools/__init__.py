"""What ./play and ./check are made of: the standard library only.

This file runs before anything else here, so its syntax stays plain: a Python that is too old must be able to read it
far enough to say so.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the starters run on whatever `python3` is, before anything is installed
    sys.stderr.write(
        f"Python 3.11 or newer is needed, this is {sys.version_info[0]}.{sys.version_info[1]} ({sys.executable}): "
        f"install a newer one and start again with it, for example: python3.12 {sys.argv[0]}\n"
    )
    sys.exit(2)
