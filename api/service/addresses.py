"""Names and addresses by which the server may be called."""

import ipaddress
import socket

LOOPBACK_NAMES = {"localhost"}


def host_name(header: str) -> str:
    """The name or address in a Host header, without its port, in small letters."""
    host = header.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if ":" in host else host


def may_be_called(name: str, *, lan: bool) -> bool:
    """Whether a browser that calls the server by this name can have been sent here by nobody else.

    A page elsewhere can point a name of its own at this machine (DNS rebinding), but not an address, and not a name
    that only the local network answers for.
    """
    if name in LOOPBACK_NAMES:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return lan and name in own_names()
    return address.is_loopback or lan


def own_names() -> set[str]:
    """Names of this machine, as its network knows it."""
    name = socket.gethostname().lower()
    return {name, f"{name.partition('.')[0]}.local"}


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback


def lan_address() -> str:
    """The address that other machines in the network reach this one by; loopback where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: picks a route, sends nothing
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
