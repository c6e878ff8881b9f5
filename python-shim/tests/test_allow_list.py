"""The allow-list: what a name, an address and a port are, and which of them are opened."""

from __future__ import annotations

from ipaddress import ip_address

import pytest
from runrl_shim.agent.network.allow_list import AllowList, Refused, parse_authority, special


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("api.example.com:443", "api.example.com", 443),
        ("API.Example.COM.:443", "api.example.com", 443),
        ("localhost.:80", "localhost", 80),
        ("1.2.3.4:80", "1.2.3.4", 80),
        ("[2001:DB8::1]:443", "2001:db8::1", 443),
        ("[::ffff:10.0.0.1]:443", "10.0.0.1", 443),
        ("[::ffff:a00:1]:443", "10.0.0.1", 443),
        ("[0:0:0:0:0:ffff:a00:1]:443", "10.0.0.1", 443),
        ("_dmarc.example.com:1", "_dmarc.example.com", 1),
        ("a:65535", "a", 65535),
        ("a:00080", "a", 80),
    ],
)
def test_an_authority_is_read(text: str, host: str, port: int) -> None:
    parsed = parse_authority(text, None)
    assert parsed is not None
    assert (str(parsed[0]), parsed[1]) == (host, port)


@pytest.mark.parametrize(
    "text",
    [
        *("", ":", ":443", "a", "a:", "a:0", "a:65536", "a:99999", "a:-1", "a:+80", "a: 80", "a:8 0", "a:80:80"),
        *("a:80/", "a:80/x", "a:80?x", "a:80#x", "/a:80", "http://a:80", "a\\b:80", "a%2eb:80", "a b:80", "a\tb:80"),
        *(
            "user@a:80",
            "user:pw@a:80",
            "a:80@b:80",
            "good.example@10.0.0.1:80",
            "a\0b:80",
            "a\0:80",
            "a:80\0",
            "a\n:80",
        ),
        *("127.1:80", "127.0.1:80", "2130706433:80", "0x7f000001:80", "0x7f.0.0.1:80", "0x7f.1:80", "017700000001:80"),
        *("0177.0.0.1:80", "127.0.0.01:80", "127.0.0.1.:80", "1.2.3.4.5:80", "256.1.1.1:80", "1.2.3:80", "a.1:80"),
        *("a.0x1:80", "a.0x:80", "[::1:80", "::1:80", "[::1]80", "[::1]", "[::1]]:80", "[127.0.0.1]:80", "[a]:80"),
        *("[::1%lo]:80", "[::1%25lo]:80", "[fe80::1%eth0]:80", "[v1.x]:80", "[]:80", "[:::1]:80", "[::1].:80"),
        *(
            "a..b:80",
            ".a:80",
            "a..:80",
            ".:80",
            "-a:80",
            "a-:80",
            "a.-b:80",
            "*.a:80",
            "*:80",
            "ä:80",
            "１２７.0.0.1:80",
        ),
        *("127。0。0。1:80", "ⓛocalhost:80", "a:８０", "a" * 64 + ":80", "a." * 127 + "a:80"),
    ],
)
def test_an_odd_authority_is_not(text: str) -> None:
    assert parse_authority(text, None) is None


@pytest.mark.parametrize(
    ("address", "why"),
    [
        *(("8.8.8.8", None), ("2606:4700::1111", None), ("::ffff:8.8.8.8", None), ("64:ff9b::808:808", None)),
        *(("0.0.0.0", "unspecified"), ("0.1.2.3", "unspecified"), ("::", "unspecified"), ("::ffff:0:0", "unspecified")),
        *(
            ("127.0.0.1", "loopback"),
            ("127.255.255.254", "loopback"),
            ("::1", "loopback"),
            ("::ffff:7f00:1", "loopback"),
        ),
        *(
            ("10.0.0.1", "private"),
            ("172.31.255.255", "private"),
            ("192.168.1.1", "private"),
            ("100.64.0.1", "private"),
        ),
        *(("64:ff9b::a00:1", "private"), ("64:ff9b::7f00:1", "loopback"), ("64:ff9b::a9fe:a9fe", "metadata")),
        *(("64:ff9b:1::808:808", "reserved"), ("2002:7f00:1::", "reserved"), ("2001:0:1::", "reserved")),
        *(("169.254.169.254", "metadata"), ("fd00:ec2::254", "metadata"), ("::ffff:169.254.169.254", "metadata")),
        *(
            ("169.254.1.1", "link-local"),
            ("fe80::1", "link-local"),
            ("fc00::1", "unique-local"),
            ("fd12::1", "unique-local"),
        ),
        *(
            ("224.0.0.1", "multicast"),
            ("ff02::1", "multicast"),
            ("255.255.255.255", "reserved"),
            ("240.0.0.1", "reserved"),
        ),
        *(
            ("::127.0.0.1", "reserved"),
            ("fec0::1", "reserved"),
            ("100::1", "reserved"),
            ("::ffff:0:127.0.0.1", "reserved"),
        ),
        *(("192.0.2.1", "reserved"), ("198.18.0.1", "reserved"), ("2001:db8::1", "reserved"), ("5f00::1", "reserved")),
        *(
            ("172.15.255.255", None),
            ("172.32.0.0", None),
            ("11.0.0.0", None),
            ("128.0.0.1", None),
            ("192.169.0.0", None),
        ),
    ],
)
def test_what_is_special_about_an_address(address: str, why: str | None) -> None:
    assert special(ip_address(address)) == why


def allows(entries: list[tuple[str, list[int]]], target: str, resolved: str | None = None) -> str | None:
    """What is refused, or None."""
    allowed = AllowList([{"host": host, "ports": ports} for host, ports in entries])
    parsed = parse_authority(target, None)
    assert parsed is not None
    try:
        allowed.check_target(*parsed)
        if resolved is not None:
            allowed.check_address(ip_address(resolved), parsed[1], str(parsed[0]))
    except Refused as error:
        return str(error)
    return None


def test_names_open_themselves_on_their_ports() -> None:
    entries = [("api.example.com", [443, 80]), ("judge.example.com", [8000])]
    assert allows(entries, "api.example.com:443") is None
    assert allows(entries, "API.example.com.:80") is None
    assert allows(entries, "judge.example.com:8000") is None
    for wrong in ("example.com:443", "x.api.example.com:443", "api.example.com.evil.org:443", "xapi.example.com:443"):
        assert allows(entries, wrong) is not None
    assert allows(entries, "evil.org:443") == "evil.org:443 is not allowed: add --allow-net evil.org"
    assert allows(entries, "api.example.com:8443") == (
        "api.example.com:8443 is not allowed: add --allow-net api.example.com:8443"
    )
    assert allows([], "evil.org:443") is not None


def test_wildcards_open_names_below_and_not_the_name_itself() -> None:
    entries = [("*.example.com", [443])]
    assert allows(entries, "a.example.com:443") is None
    assert allows(entries, "a.b.example.com:443") is None
    for wrong in ("example.com:443", "aexample.com:443", "a.example.com:80", "a.example.com.evil.org:443"):
        assert allows(entries, wrong) is not None


def test_names_open_public_addresses_only() -> None:
    entries = [("api.example.com", [443])]
    assert allows(entries, "api.example.com:443", "8.8.8.8") is None
    for inner in ("127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1", "64:ff9b::a00:1"):
        assert allows(entries, "api.example.com:443", inner) is not None
    assert allows(entries, "api.example.com:443", "10.0.0.1") == (
        "api.example.com:443 is 10.0.0.1 (private), which is not allowed: add --allow-net 10.0.0.1"
    )
    named = [*entries, ("10.0.0.0/8", [443])]
    assert allows(named, "api.example.com:443", "10.0.0.1") is None
    assert allows(named, "api.example.com:443", "192.168.0.1") is not None
    assert allows([*entries, ("10.0.0.0/8", [80])], "api.example.com:443", "10.0.0.1") is not None
    assert allows(named, "other.example.com:443", "10.0.0.1") is not None


def test_addresses_must_be_named_as_addresses() -> None:
    assert allows([("8.8.8.8", [53])], "8.8.8.8:53") is None
    assert allows([("8.8.8.8", [53])], "[::ffff:8.8.8.8]:53") is None
    assert allows([("8.8.8.0/24", [53])], "8.8.8.8:53") is None
    assert allows([("api.example.com", [443])], "8.8.8.8:443") == "8.8.8.8:443 is not allowed: add --allow-net 8.8.8.8"
    assert allows([("2606:4700::/32", [443])], "[2606:4700::1]:443") is None
    assert allows([], "[2606:4700::1]:8443") == (
        "[2606:4700::1]:8443 is not allowed: add --allow-net [2606:4700::1]:8443"
    )


def test_localhost_is_this_machine_on_that_port() -> None:
    entries = [("localhost", [8000])]
    for same in ("localhost:8000", "localhost.:8000", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000"):
        assert allows(entries, same) is None
    for other in ("localhost:8001", "127.0.0.1:80", "127.0.0.2:8000", "x.localhost:8000", "[::]:8000", "0.0.0.0:8000"):
        assert allows(entries, other) is not None


def test_wide_networks_do_not_open_what_is_special() -> None:
    for wide in ("0.0.0.0/0", "0.0.0.0/1", "8.0.0.0/5", "160.0.0.0/3"):
        entries = [(wide, [80])]
        for inner in ("127.0.0.1:80", "10.0.0.1:80", "169.254.169.254:80", "192.168.0.1:80", "0.0.0.0:80"):
            assert allows(entries, inner) is not None
    assert allows([("0.0.0.0/0", [80])], "8.8.8.8:80") is None
    assert allows([("::/0", [80])], "[2606:4700::1]:80") is None
    for inner in ("[::1]:80", "[fd00:ec2::254]:80", "[fe80::1]:80", "[64:ff9b::a00:1]:80", "[2002:a00:1::]:80"):
        assert allows([("::/0", [80])], inner) is not None
    assert allows([("192.168.0.0/16", [80])], "192.168.3.4:80") is None
    assert allows([("fd00::/8", [80])], "[fd12::1]:80") is None


def test_metadata_is_opened_by_its_own_address_only() -> None:
    assert allows([("169.254.0.0/16", [80])], "169.254.1.1:80") is None
    assert allows([("169.254.0.0/16", [80])], "169.254.169.254:80") is not None
    assert allows([("fd00::/8", [80])], "[fd00:ec2::254]:80") is not None
    assert allows([("168.63.0.0/16", [80])], "168.63.129.16:80") is not None
    assert allows([("169.254.169.254", [80])], "169.254.169.254:80") is None
    assert allows([("169.254.169.254", [80])], "169.254.169.254:443") is not None
