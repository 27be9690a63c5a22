"""Bytes of C values."""
from _struct import calcsize, error, iter_unpack, pack, pack_into, unpack, unpack_from

__all__ = ["calcsize", "pack", "pack_into", "unpack", "unpack_from", "iter_unpack", "Struct", "error"]


class Struct:
    """A format, used again and again."""
    __module__ = "_struct"

    def __init__(self, format):
        self.size = calcsize(format)
        self.format = format if isinstance(format, str) else format.decode("ascii")

    def pack(self, *values):
        """The bytes of values."""
        return pack(self.format, *values)

    def pack_into(self, buffer, offset, *values):
        """Write the bytes of values into a buffer."""
        return pack_into(self.format, buffer, offset, *values)

    def unpack(self, buffer, /):
        """The values of bytes."""
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        """The values of bytes of a buffer."""
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer, /):
        """The values of bytes, again and again."""
        return iter_unpack(self.format, buffer)

    def __repr__(self):
        return f"{type(self).__name__}({self.format!r})"


def _clearcache():
    pass
