"""URLs: their parts, references from one to another, and the quoting of characters that mean something in them.

All functions take text, or bytes in ASCII, for which they work on text and give bytes.
"""
from functools import lru_cache
from types import GenericAlias

from _namedtuple import namedtuple

__all__ = ["urlparse", "urlunparse", "urljoin", "urldefrag", "urlsplit", "urlunsplit", "urlencode", "parse_qs",
           "parse_qsl", "quote", "quote_plus", "quote_from_bytes", "unquote", "unquote_plus", "unquote_to_bytes",
           "DefragResult", "ParseResult", "SplitResult", "DefragResultBytes", "ParseResultBytes", "SplitResultBytes"]

uses_relative = ["", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero",
                 "rtsp", "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss"]
uses_netloc = ["", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews",
               "prospero", "rtsp", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws", "wss"]
uses_params = ["", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtspu", "sip", "sips", "mms",
               "sftp", "tel"]
scheme_chars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."
_BLANK = "".join(map(chr, range(33)))  # what is cut from both ends
_DROPPED = str.maketrans("", "", "\t\r\n")  # what is taken out everywhere


def clear_cache():
    """Nothing is kept."""


# -- Text and bytes


def _as_is(value):
    return value


def _encoded(value):
    return value.encode("ascii", "strict")


def _coerce_args(*args):
    """The arguments as text, and behind them a function that makes results of what they were."""
    text = isinstance(args[0], str)
    for arg in args[1:]:
        if arg and isinstance(arg, str) is not text:
            raise TypeError("Cannot mix str and non-str arguments")
    if text:
        return (*args, _as_is)
    return (*[arg.decode("ascii", "strict") if arg else "" for arg in args], _encoded)


class _OfText:
    """Results of text; encode() gives those of bytes."""
    __slots__ = ()

    def encode(self, encoding="ascii", errors="strict"):
        """The same parts as bytes."""
        return self._encoded_counterpart(*[part.encode(encoding, errors) for part in self])


class _OfBytes:
    """Results of bytes; decode() gives those of text."""
    __slots__ = ()

    def decode(self, encoding="ascii", errors="strict"):
        """The same parts as text."""
        return self._decoded_counterpart(*[part.decode(encoding, errors) for part in self])


# -- The parts


class _Located:
    """What is in the network location: [user[:password]@]host[:port], with the host in brackets where it has colons."""
    __slots__ = ()
    __class_getitem__ = classmethod(GenericAlias)

    def _signs(self, signs):
        return signs if isinstance(self.netloc, str) else [sign.encode() for sign in signs]

    def _user(self):
        at, colon = self._signs(["@", ":"])
        user, given, _ = self.netloc.rpartition(at)
        name, has_password, password = user.partition(colon)
        return name if given else None, password if given and has_password else None

    def _host(self):
        at, colon, opening, closing = self._signs(["@", ":", "[", "]"])
        place = self.netloc.rpartition(at)[2]
        _, bracketed, inside = place.partition(opening)
        if not bracketed:
            host, _, port = place.partition(colon)
        else:
            host, _, behind = inside.partition(closing)
            port = behind.partition(colon)[2]
        return host, port

    username = property(lambda self: self._user()[0], doc="The name before the host, or None.")
    password = property(lambda self: self._user()[1], doc="The password behind the name, or None.")

    @property
    def hostname(self):
        """The host in small letters, but for a zone behind a percent sign; None where there is none."""
        host = self._host()[0]
        name, percent, zone = host.partition(*self._signs(["%"]))
        return name.lower() + percent + zone if host else None

    @property
    def port(self):
        """The number behind the host, or None."""
        port = self._host()[1]
        if not port:
            return None
        if not (port.isascii() and port.isdigit()):
            raise ValueError(f"Port could not be cast to integer value as {port!r}")
        if int(port) > 65535:
            raise ValueError("Port out of range 0-65535")
        return int(port)


_Defragged = namedtuple("DefragResult", "url fragment")
_Split = namedtuple("SplitResult", "scheme netloc path query fragment")
_Parsed = namedtuple("ParseResult", "scheme netloc path params query fragment")


class _Joined:
    """Results that are joined by a function."""
    __slots__ = ()

    def geturl(self):
        """The URL of these parts."""
        return (urlunsplit if len(self) == 5 else urlunparse)(self)


class _Defrag(_Defragged):
    __slots__ = ()

    def geturl(self):
        """The URL of both parts."""
        sign = "#" if isinstance(self.url, str) else b"#"
        return self.url + sign + self.fragment if self.fragment else self.url


class DefragResult(_Defrag, _OfText):
    """A URL without its fragment, and the fragment."""
    __slots__ = ()


class DefragResultBytes(_Defrag, _OfBytes):
    """A DefragResult of bytes."""
    __slots__ = ()


class SplitResult(_Split, _Joined, _Located, _OfText):
    """The five parts that urlsplit() tells."""
    __slots__ = ()


class SplitResultBytes(_Split, _Joined, _Located, _OfBytes):
    """A SplitResult of bytes."""
    __slots__ = ()


class ParseResult(_Parsed, _Joined, _Located, _OfText):
    """The six parts that urlparse() tells."""
    __slots__ = ()


class ParseResultBytes(_Parsed, _Joined, _Located, _OfBytes):
    """A ParseResult of bytes."""
    __slots__ = ()


for _text, _bytes in ((DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes),
                      (ParseResult, ParseResultBytes)):
    _text._encoded_counterpart, _bytes._decoded_counterpart = _bytes, _text


def _check_normal(netloc):
    """Refuse letters that other programs may take for signs of URLs once they are normalized."""
    if netloc.isascii():
        return
    from unicodedata import normalize
    plain = netloc.translate(str.maketrans("", "", "@:#?"))
    normal = normalize("NFKC", plain)
    if normal != plain and any(sign in normal for sign in "/?#@:"):
        raise ValueError(f"netloc '{netloc}' contains invalid characters under NFKC normalization")


@lru_cache(typed=True)
def urlsplit(url, scheme="", allow_fragments=True):
    """The parts of scheme://netloc/path?query#fragment; `scheme` is for URLs that have none."""
    url, scheme, result = _coerce_args(url, scheme)
    url = url.lstrip(_BLANK).translate(_DROPPED)
    scheme = scheme.strip(_BLANK).translate(_DROPPED)
    first, colon, rest = url.partition(":")
    if colon and first[:1].isalpha() and first.isascii() and not first.strip(scheme_chars):
        scheme, url = first.lower(), rest
    netloc = query = fragment = ""
    if url.startswith("//"):
        end = min([at for at in (url.find(sign, 2) for sign in "/?#") if at >= 0], default=len(url))
        netloc, url = url[2:end], url[end:]
        if ("[" in netloc) is not ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
    if allow_fragments:
        url, _, fragment = url.partition("#")
    path, _, query = url.partition("?")
    _check_normal(netloc)
    return result(SplitResult(scheme, netloc, path, query, fragment))


def urlparse(url, scheme="", allow_fragments=True):
    """As urlsplit(), with the parameters that stand behind a semicolon in the last part of the path."""
    url, scheme, result = _coerce_args(url, scheme)
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ""
    if scheme in uses_params:
        folders, slash, last = path.rpartition("/")
        last, _, params = last.partition(";")
        path = folders + slash + last
    return result(ParseResult(scheme, netloc, path, params, query, fragment))


def urlunsplit(components):
    """The URL of five parts."""
    scheme, netloc, url, query, fragment, result = _coerce_args(*components)
    if netloc or scheme and scheme in uses_netloc and not url.startswith("//"):
        slash = "/" if url and url[0] != "/" else ""
        url = f"//{netloc or ''}{slash}{url}"
    before = f"{scheme}:" if scheme else ""
    behind = "".join([sign + part for sign, part in (("?", query), ("#", fragment)) if part])
    return result(before + url + behind)


def urlunparse(components):
    """The URL of six parts."""
    scheme, netloc, url, params, query, fragment, result = _coerce_args(*components)
    return result(urlunsplit((scheme, netloc, f"{url};{params}" if params else url, query, fragment)))


def urldefrag(url):
    """The URL without its fragment, and the fragment."""
    url, result = _coerce_args(url)
    fragment = ""
    if "#" in url:
        *parts, fragment = urlparse(url)
        url = urlunparse((*parts, ""))
    return result(DefragResult(url, fragment))


def urljoin(base, url, allow_fragments=True):
    """The URL that a reference means in a page of the base's URL."""
    if not (base and url):
        return base or url
    base, url, result = _coerce_args(base, url)
    base_scheme, base_netloc, base_path, base_params, base_query, _ = urlparse(base, "", allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, base_scheme, allow_fragments)
    if scheme != base_scheme or scheme not in uses_relative:
        return result(url)
    if scheme in uses_netloc:
        if netloc:
            return result(urlunparse((scheme, netloc, path, params, query, fragment)))
        netloc = base_netloc
    if not (path or params):
        return result(urlunparse((scheme, netloc, base_path, base_params, query or base_query, fragment)))
    steps = _steps(base_path, path)
    way = []
    for step in steps:
        if step == "..":
            del way[-1:]
        elif step != ".":
            way.append(step)
    if steps[-1] in (".", ".."):  # the folder itself
        way.append("")
    return result(urlunparse((scheme, netloc, "/".join(way) or "/", params, query, fragment)))


def _steps(base, path):
    """The parts between slashes of a path within the folder of a base's."""
    if path.startswith("/"):
        return path.split("/")
    folders = base.split("/")
    if folders[-1]:
        del folders[-1]
    steps = folders + path.split("/")
    return [*steps[:1], *filter(None, steps[1:-1]), *steps[1:][-1:]]


# -- Quoting


_UNQUOTED = {}  # the byte of two digits in bytes
_HEX_DIGITS = b"0123456789ABCDEFabcdef"


def _byte_of(digits):
    found = _UNQUOTED.get(digits)
    if found is None and len(digits) == 2 and digits[0] in _HEX_DIGITS and digits[1] in _HEX_DIGITS:
        found = _UNQUOTED[digits] = bytes.fromhex(digits.decode())
    return found


def unquote_to_bytes(string):
    """The bytes that a text means in which some are written as %XX; text that is not ASCII stands for its UTF-8."""
    if not string:
        string.split  # numbers and the like are no text
        return b""
    if isinstance(string, str):
        string = string.encode("utf-8")
    first, *others = string.split(b"%")
    parts = [first]
    for part in others:
        byte = _byte_of(part[:2])
        parts.append(b"%" + part if byte is None else byte + part[2:])
    return b"".join(parts)


def unquote(string, encoding="utf-8", errors="replace"):
    """The text that a text means in which some bytes of an encoding are written as %XX."""
    encoding, errors = encoding or "utf-8", errors or "replace"
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if "%" not in string:
        string.split  # lists and the like are no text
        return string
    if string.isascii():
        return unquote_to_bytes(string).decode(encoding, errors)
    from itertools import groupby
    runs = [(ascii, "".join(run)) for ascii, run in groupby(string, str.isascii)]
    return "".join([unquote_to_bytes(run).decode(encoding, errors) if ascii else run for ascii, run in runs])


def unquote_plus(string, encoding="utf-8", errors="replace"):
    """As unquote(), where plus signs mean blanks."""
    return unquote(string.replace("+", " "), encoding, errors)


_ALWAYS_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")


def quote(string, safe="/", encoding=None, errors=None):
    """A text in which the bytes of all characters but letters, digits, _.-~ and `safe` are written as %XX."""
    if not isinstance(string, str):
        for name, given in (("encoding", encoding), ("errors", errors)):
            if given is not None:
                raise TypeError(f"quote() doesn't support '{name}' for bytes")
    elif string:
        string = string.encode(encoding or "utf-8", errors or "strict")
    else:
        return string
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    """As quote(), with plus signs for blanks."""
    blank = b" " if isinstance(string, bytes) else " "
    if isinstance(string, (str, bytes)) and blank not in string:
        return quote(string, safe, encoding, errors)
    safe += " " if isinstance(safe, str) else b" "
    return quote(string, safe, encoding, errors).replace(" ", "+")


def quote_from_bytes(bs, safe="/"):
    """As quote(), of bytes."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    if isinstance(safe, str):
        safe = safe.encode("ascii", "ignore")
    kept = _ALWAYS_SAFE.union([byte for byte in safe if byte < 128])
    return "".join([chr(byte) if byte in kept else f"%{byte:02X}" for byte in bs])


# -- Queries


def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    """The query of names and values, from a mapping or pairs; with doseq, each element of a value counts as one."""
    if hasattr(query, "items"):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError as failure:
            raise TypeError("not a valid non-string sequence or mapping object") from failure

    def quoted(value):
        return quote_via(value, safe) if isinstance(value, bytes) else quote_via(str(value), safe, encoding, errors)

    fields = []
    for name, value in query:
        many = doseq and not isinstance(value, (str, bytes)) and hasattr(value, "__len__")
        fields += [f"{quoted(name)}={quoted(each)}" for each in (value if many else (value,))]
    return "&".join(fields)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace",
              max_num_fields=None, separator="&"):
    """The pairs of names and values in a query. Fields without a value are left out unless they are to be kept, and
    refused where the parsing is strict."""
    qs, result = _coerce_args(qs)
    separator, _ = _coerce_args(separator)
    if not (separator and isinstance(separator, str)):
        raise ValueError("Separator must be of type string or bytes.")
    fields = qs.split(separator) if qs else []
    if max_num_fields is not None and len(fields) > max_num_fields:
        raise ValueError("Max number of fields exceeded")
    pairs = []
    for field in fields:
        name, equals, value = field.partition("=")
        if strict_parsing and not equals:
            raise ValueError(f"bad query field: {field!r}")
        if value or keep_blank_values and field:
            pairs.append(tuple([result(unquote_plus(part, encoding, errors)) for part in (name, value)]))
    return pairs


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace",
             max_num_fields=None, separator="&"):
    """The values of each name in a query, as parse_qsl() finds them."""
    found = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        found.setdefault(name, []).append(value)
    return found
