"""The page as a folder for any static host: it plays without a server. See docs/offline.md."""

from crownland.site.folder import PAGE, SiteError, networks
from crownland.site.writing import Part, Site, write_site

__all__ = ["PAGE", "Part", "Site", "SiteError", "networks", "write_site"]
