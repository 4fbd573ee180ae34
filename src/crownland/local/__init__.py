"""A table server without a server: the same tables, calls and frames in a page's own Python (docs/offline.md).

``house.py`` is what a page opens, ``mind.py`` is what thinks beside it, ``store.py`` keeps everything in the page's
storage. Nothing here needs more than the standard library, msgspec and Crownland.
"""
