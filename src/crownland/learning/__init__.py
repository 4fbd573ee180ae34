"""Training of networks by self-play; nothing of it is needed to play. See docs/learning.md."""

import os

# Self-play has all cores: more threads of BLAS would wait for each other, and learn eight times slower. NumPy reads
# this when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
