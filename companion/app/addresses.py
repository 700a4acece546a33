"""The addresses under which phones reach this machine."""

import socket

WEB = 80  # the port that an address without one means
ELSEWHERE = (
    "192.0.2.1",
    9,
)  # for documentation (RFC 5737); connecting a datagram socket sends nothing


def numeric() -> list[str]:
    """Return the IPv4 addresses of all network cards but loopback, the outgoing one first."""
    import ifaddr  # it brings ctypes: only when somebody asks where the table is

    found = [
        str(ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and not str(ip.ip).startswith("127.")
    ]
    return sorted(found, key=lambda address: address != _outgoing())


def _outgoing() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def urls(host: str, port: int) -> list[str]:
    """Return the URLs of a server on this host and port, the one for the QR code first."""
    at = "" if port == WEB else f":{port}"
    if host not in ("0.0.0.0", "::"):
        return [f"http://{host}{at}/"]
    named = [*numeric(), f"{socket.gethostname().removesuffix('.local')}.local"]
    return [f"http://{name}{at}/" for name in named]
