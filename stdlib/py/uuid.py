"""Universally unique identifiers."""
import os
import sys

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    "reserved for NCS compatibility", "specified in RFC 4122", "reserved for Microsoft compatibility",
    "reserved for future definition"]


def __getattr__(name):
    if name != "SafeUUID":
        raise AttributeError(f"module 'uuid' has no attribute {name!r}")
    global SafeUUID
    from _safe_uuid import SafeUUID
    return SafeUUID


def __dir__():
    return sorted({*globals(), "SafeUUID"})


class UUID:
    """A 128-bit identifier."""
    __slots__ = ("int", "_safe", "__weakref__")

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *,
                 is_safe=None):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        if hex is not None:
            hex = hex.replace("urn:", "").replace("uuid:", "")
            hex = hex.strip("{}").replace("-", "")
            if len(hex) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            int = _int(hex, 16)
        if bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError("bytes_le is not a 16-char string")
            bytes = bytes_le[3::-1] + bytes_le[5:3:-1] + bytes_le[7:5:-1] + bytes_le[8:]
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError("bytes is not a 16-char string")
            int = _int.from_bytes(bytes, "big")
        if fields is not None:
            if len(fields) != 6:
                raise ValueError("fields is not a 6-tuple")
            for n, (value, bits) in enumerate(zip(fields, (32, 16, 16, 8, 8, 48)), 1):
                if not 0 <= value < 1 << bits:
                    raise ValueError(f"field {n} out of range (need a {bits}-bit value)")
            low, mid, high, clock_high, clock_low, node = fields
            int = low << 96 | mid << 80 | high << 64 | (clock_high << 8 | clock_low) << 48 | node
        if not 0 <= int < 1 << 128:
            raise ValueError("int is out of range (need a 128-bit value)")
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError("illegal version number")
            int &= ~(0xc000 << 48)
            int |= 0x8000 << 48
            int &= ~(0xf000 << 64)
            int |= version << 76
        object.__setattr__(self, "int", int)
        object.__setattr__(self, "_safe", is_safe)

    @property
    def is_safe(self):
        """Whether no two processes can have made it: a SafeUUID."""
        return sys.modules[__name__].SafeUUID.unknown if self._safe is None else self._safe

    def __getstate__(self):
        return {"int": self.int}

    def __setstate__(self, state):
        object.__setattr__(self, "int", state["int"])
        object.__setattr__(self, "_safe", None)

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return "%s(%r)" % (self.__class__.__name__, str(self))

    def __setattr__(self, name, value):
        raise TypeError("UUID objects are immutable")

    def __str__(self):
        h = "%032x" % self.int
        return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}"

    @property
    def bytes(self):
        return self.int.to_bytes(16, "big")

    @property
    def bytes_le(self):
        b = self.bytes
        return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]

    @property
    def fields(self):
        return (self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant, self.clock_seq_low,
                self.node)

    time_low = property(lambda self: self.int >> 96)
    time_mid = property(lambda self: self.int >> 80 & 0xffff)
    time_hi_version = property(lambda self: self.int >> 64 & 0xffff)
    clock_seq_hi_variant = property(lambda self: self.int >> 56 & 0xff)
    clock_seq_low = property(lambda self: self.int >> 48 & 0xff)
    time = property(lambda self: (self.time_hi_version & 0x0fff) << 48 | self.time_mid << 32 | self.time_low)
    clock_seq = property(lambda self: (self.clock_seq_hi_variant & 0x3f) << 8 | self.clock_seq_low)
    node = property(lambda self: self.int & 0xffffffffffff)
    hex = property(lambda self: "%032x" % self.int)
    urn = property(lambda self: "urn:uuid:" + str(self))

    @property
    def variant(self):
        if not self.int & 0x8000 << 48:
            return RESERVED_NCS
        if not self.int & 0x4000 << 48:
            return RFC_4122
        if not self.int & 0x2000 << 48:
            return RESERVED_MICROSOFT
        return RESERVED_FUTURE

    @property
    def version(self):
        if self.variant == RFC_4122:
            return self.int >> 76 & 0xf


_int = int
_node = None
_last = 0


def getnode():
    """A number of this machine (random, marked as such)."""
    global _node
    if _node is None:
        _node = _int.from_bytes(os.urandom(6), "big") | 1 << 40
    return _node


def uuid1(node=None, clock_seq=None):
    """An identifier of a machine and a time."""
    global _last
    import time
    stamp = time.time_ns() // 100 + 0x01b21dd213814000
    if stamp <= _last:
        stamp = _last + 1
    _last = stamp
    if clock_seq is None:
        clock_seq = _int.from_bytes(os.urandom(2), "big") & 0x3fff
    if node is None:
        node = getnode()
    return UUID(fields=(stamp & 0xffffffff, stamp >> 32 & 0xffff, stamp >> 48 & 0x0fff, clock_seq >> 8 & 0x3f,
                        clock_seq & 0xff, node), version=1)


def uuid3(namespace, name):
    """An identifier of the MD5 of a name."""
    from hashlib import md5
    return UUID(bytes=md5(namespace.bytes + bytes(name, "utf-8")).digest()[:16], version=3)


def uuid4():
    """A random identifier."""
    return UUID(bytes=os.urandom(16), version=4)


def uuid5(namespace, name):
    """An identifier of the SHA-1 of a name."""
    from hashlib import sha1
    return UUID(bytes=sha1(namespace.bytes + bytes(name, "utf-8")).digest()[:16], version=5)


NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_X500 = UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")
