"""Text and bytes."""


def encode(obj, encoding="utf-8", errors="strict"):
    """The bytes of a text."""
    change = _transform(encoding)
    return obj.encode(encoding, errors) if change is None else _changed(obj, encoding, change[0], "encoding")


def decode(obj, encoding="utf-8", errors="strict"):
    """The text of bytes."""
    change = _transform(encoding)
    return str(obj, encoding, errors) if change is None else _changed(obj, encoding, change[1], "decoding")


# Codecs between bytes and bytes, and rot_13 between texts: str.encode() does not know them.

def _transform(encoding):
    """(encode, decode) of such a codec, or None."""
    name = encoding.lower().replace("-", "_").replace(" ", "_").removesuffix("_codec")
    name = {"base_64": "base64", "rot_13": "rot13", "zip": "zlib"}.get(name, name)
    if name not in ("base64", "bz2", "hex", "rot13", "zlib"):
        return None
    if name == "rot13":
        small = "abcdefghijklmnopqrstuvwxyz"
        turned = small[13:] + small[:13]
        table = str.maketrans(small + small.upper(), turned + turned.upper())
        return (lambda text: str.translate(text, table),) * 2
    if name in ("bz2", "zlib"):
        module = __import__(name)
        return module.compress, module.decompress
    if name == "base64":
        import base64
        return base64.encodebytes, base64.decodebytes
    import binascii
    return binascii.b2a_hex, binascii.a2b_hex


def _changed(obj, encoding, change, doing):
    try:
        return change(obj)
    except Exception as e:
        raise type(e)(f"{doing} with {encoding!r} codec failed ({type(e).__name__}: {e})") from e
