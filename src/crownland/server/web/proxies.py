"""The proxies in front of the server, which alone may say where a request comes from."""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers

from crownland.kernel.errors import SetupError

__all__ = ["Proxies"]

SCHEMES = ("http", "https")


class Proxies:
    """The trusted proxies: addresses and networks, separated by spaces or commas."""

    def __init__(self, text: str = "") -> None:
        self._networks = tuple(_network(one) for one in text.replace(",", " ").split())

    def __contains__(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        if isinstance(parsed, IPv6Address):  # a server that listens on "::" sees IPv4 addresses so
            parsed = parsed.ipv4_mapped or parsed
        return any(parsed in network for network in self._networks)

    def forwarded(self, address: str, scheme: str, headers: Headers) -> tuple[str, str]:
        """Returns the address of the client and the scheme it uses, for a request that *address* has sent.

        Each proxy appends the address it received the request from, so the last one that is no proxy is the client.
        """
        if address not in self:
            return address, scheme
        named = ",".join(headers.getlist("x-forwarded-for")).split(",")
        for one in reversed([_without_port(one.strip()) for one in named if one.strip()]):
            address = one
            if address not in self:
                break
        told = headers.get("x-forwarded-proto", "").strip().lower()
        return address, told if told in SCHEMES else scheme


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise SetupError(f"expected CROWNLAND_PROXIES to be addresses or networks, got: {text[:60]!r}") from None


def _without_port(text: str) -> str:
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
