"""Message authentication by hashes with a key (RFC 2104)."""
import hashlib as _hashlib
from _hashlib import compare_digest

__all__ = ["new", "digest", "compare_digest", "HMAC"]
digest_size = None
_TRANS_5C = bytes(x ^ 0x5C for x in range(256))
_TRANS_36 = bytes(x ^ 0x36 for x in range(256))


class HMAC:
    """A digest with a key."""
    blocksize = 64

    def __init__(self, key, msg=None, digestmod=""):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("key: expected bytes or bytearray, but got %r" % type(key).__name__)
        if not digestmod:
            raise TypeError("Missing required parameter 'digestmod'.")
        if callable(digestmod):
            make = digestmod
        elif isinstance(digestmod, str):
            def make(d=b""):
                return _hashlib.new(digestmod, d)
        else:
            make = digestmod.new
        self._outer = make()
        self._inner = make()
        self.digest_size = self._inner.digest_size
        self.block_size = getattr(self._inner, "block_size", self.blocksize)
        key = bytes(key)
        if len(key) > self.block_size:
            key = make(key).digest()
        key = key.ljust(self.block_size, b"\0")
        self._outer.update(key.translate(_TRANS_5C))
        self._inner.update(key.translate(_TRANS_36))
        if msg is not None:
            self.update(msg)

    @property
    def name(self):
        return "hmac-" + self._inner.name

    def update(self, msg):
        """Add to the message."""
        self._inner.update(msg)

    def copy(self):
        """A copy with the same state."""
        other = self.__class__.__new__(self.__class__)
        other.digest_size, other.block_size = self.digest_size, self.block_size
        other._inner, other._outer = self._inner.copy(), self._outer.copy()
        return other

    def digest(self):
        """The digest as bytes."""
        outer = self._outer.copy()
        outer.update(self._inner.digest())
        return outer.digest()

    def hexdigest(self):
        """The digest in hexadecimal."""
        return self.digest().hex()


def new(key, msg=None, digestmod=""):
    """A new HMAC."""
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    """The HMAC of one message."""
    return HMAC(key, msg, digest).digest()
