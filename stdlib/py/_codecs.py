"""Text and bytes."""


def encode(obj, encoding="utf-8", errors="strict"):
    """The bytes of a text."""
    return obj.encode(encoding, errors)


def decode(obj, encoding="utf-8", errors="strict"):
    """The text of bytes."""
    return str(obj, encoding, errors)
