"""The names of this server. A request for another name, or from a page of another site, is refused.

Without this list a page of another site could point its own name at this server (DNS rebinding) and act for the
people who have that page open. Addresses are safe: nobody can point one elsewhere.
"""

import re
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from crownland.kernel.errors import SetupError
from crownland.server.settings import Settings

__all__ = ["Hosts", "is_same_origin"]

DEFAULT_PORTS = {"http": ":80", "https": ":443"}
LOCAL_ENDINGS = ("local", "lan", "home", "home.arpa", "internal", "localdomain")  # which nobody can register
_HOST = re.compile(r"(\[[^\]]*\]|[^:]*|[0-9a-f:.]+)(:[0-9]*)?")  # a name, or an address, in brackets or without
_NAME = re.compile(r"(\*|(\*\.)?[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?)")


class Hosts:
    """The host names that requests may be for: this machine's, and those of the settings. ``*`` accepts any."""

    def __init__(self, settings: Settings) -> None:
        machine = socket.gethostname().lower()
        names = {"localhost", machine, *(f"{machine.partition('.')[0]}.{ending}" for ending in LOCAL_ENDINGS)}
        names |= {_checked(name.lower()) for name in settings.hosts.split()}
        urls = (settings.nearby, *settings.origins.split())
        names |= {name for url in urls if (name := _host_of(url)) is not None}
        self._accepts_any = "*" in names
        self._names = frozenset(name for name in names if not name.startswith("*"))
        self._endings = (".localhost", *(name[1:] for name in names if name.startswith("*.")))

    def accepts(self, host: str | None) -> bool:
        """Whether a request with this Host header is for this server. Browsers always send the header."""
        if host is None or self._accepts_any:
            return True
        name = _name_in(host.lower())
        return name in self._names or name.endswith(self._endings) or _is_address(name)


def is_same_origin(headers: Headers, scheme: str, origins: str) -> bool:
    """Whether the request comes from a page of this server or of *origins*, or not from a browser at all."""
    origin = headers.get("origin")
    if origin is None or origin in origins.split():
        return True
    scheme = scheme.replace("ws", "http")
    own, default = headers.get("host", "").lower(), DEFAULT_PORTS[scheme]
    return origin.lower().removesuffix(default) == f"{scheme}://{own.removesuffix(default)}"


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name) and not _is_address(name):
        raise SetupError(f"expected CROWNLAND_HOSTS to be names like example.org or *.example.org, got: {name[:60]!r}")
    return name


def _host_of(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        raise SetupError(f"expected CROWNLAND_NEARBY and CROWNLAND_ORIGINS to be URLs, got: {url[:60]!r}") from None


def _name_in(host: str) -> str:
    """Returns the name in a Host header, without the port. Empty if the header is malformed."""
    found = _HOST.fullmatch(host)
    return "" if found is None else found[1].strip("[]")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
