"""Parts of URLs, and quoting."""
import re
import unicodedata
from collections import namedtuple
from types import GenericAlias

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
_CONTROL_OR_SPACE = "".join(map(chr, range(33)))
_UNSAFE = ["\t", "\r", "\n"]


def clear_cache():
    """Nothing is kept."""


def _coerce_args(*args):
    """The arguments as texts, and what makes results of their kind."""
    is_str = isinstance(args[0], str)
    for arg in args[1:]:
        if arg and isinstance(arg, str) != is_str:
            raise TypeError("Cannot mix str and non-str arguments")
    if is_str:
        return args + (lambda x: x,)
    return tuple(x.decode("ascii", "strict") if x else "" for x in args) + (lambda x: x.encode("ascii", "strict"),)


class _Text:
    __slots__ = ()

    def encode(self, encoding="ascii", errors="strict"):
        return self._counterpart(*(x.encode(encoding, errors) for x in self))


class _Bytes:
    __slots__ = ()

    def decode(self, encoding="ascii", errors="strict"):
        return self._counterpart(*(x.decode(encoding, errors) for x in self))


class _Netloc:
    """User, password, host and port of a network location."""
    __slots__ = ()

    def _parts(self):
        at, colon, open_, close = ("@", ":", "[", "]") if isinstance(self.netloc, str) else (b"@", b":", b"[", b"]")
        info, have_info, host = self.netloc.rpartition(at)
        username = password = None
        if have_info:
            username, have_password, password = info.partition(colon)
            if not have_password:
                password = None
        _, have_bracket, bracketed = host.partition(open_)
        if have_bracket:
            hostname, _, port = bracketed.partition(close)
            _, _, port = port.partition(colon)
        else:
            hostname, _, port = host.partition(colon)
        return username, password, hostname, port or None

    @property
    def username(self):
        return self._parts()[0]

    @property
    def password(self):
        return self._parts()[1]

    @property
    def hostname(self):
        hostname = self._parts()[2]
        if not hostname:
            return None
        percent = "%" if isinstance(hostname, str) else b"%"
        hostname, percent, zone = hostname.partition(percent)
        return hostname.lower() + percent + zone

    @property
    def port(self):
        port = self._parts()[3]
        if port is None:
            return None
        if port.isdigit() and port.isascii():
            port = int(port)
        else:
            raise ValueError(f"Port could not be cast to integer value as {port!r}")
        if not 0 <= port <= 65535:
            raise ValueError("Port out of range 0-65535")
        return port

    __class_getitem__ = classmethod(GenericAlias)


_Defrag = namedtuple("DefragResult", "url fragment")
_Split = namedtuple("SplitResult", "scheme netloc path query fragment")
_Parse = namedtuple("ParseResult", "scheme netloc path params query fragment")


class DefragResult(_Defrag, _Text):
    """A URL and its fragment."""
    __slots__ = ()

    def geturl(self):
        return self.url + "#" + self.fragment if self.fragment else self.url


class SplitResult(_Split, _Netloc, _Text):
    """The five parts of a URL."""
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(_Parse, _Netloc, _Text):
    """The six parts of a URL."""
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


class DefragResultBytes(_Defrag, _Bytes):
    """A URL and its fragment, in bytes."""
    __slots__ = ()

    def geturl(self):
        return self.url + b"#" + self.fragment if self.fragment else self.url


class SplitResultBytes(_Split, _Netloc, _Bytes):
    """The five parts of a URL, in bytes."""
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResultBytes(_Parse, _Netloc, _Bytes):
    """The six parts of a URL, in bytes."""
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


for _a, _b in (DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes), (ParseResult, ParseResultBytes):
    _a._counterpart = _b
    _a._encoded_counterpart = _b
    _b._counterpart = _b._decoded_counterpart = _a


def urlparse(url, scheme="", allow_fragments=True):
    """The six parts: scheme, netloc, path, params, query, fragment."""
    url, scheme, convert = _coerce_args(url, scheme)
    s = urlsplit(url, scheme, allow_fragments)
    path, params = s.path, ""
    if s.scheme in uses_params and ";" in path:
        path, params = _split_params(path)
    result = ParseResult(s.scheme, s.netloc, path, params, s.query, s.fragment)
    return result if isinstance(convert(""), str) else result.encode()


def _split_params(url):
    if "/" in url:
        i = url.find(";", url.rfind("/"))
        if i < 0:
            return url, ""
    else:
        i = url.find(";")
    return url[:i], url[i + 1:]


def _check_netloc(netloc):
    if not netloc or netloc.isascii():
        return
    n = netloc.replace("@", "").replace(":", "").replace("#", "").replace("?", "")
    normal = unicodedata.normalize("NFKC", n)
    if n == normal:
        return
    for c in "/?#@:":
        if c in normal:
            raise ValueError("netloc '" + netloc + "' contains invalid characters under NFKC normalization")


def urlsplit(url, scheme="", allow_fragments=True):
    """The five parts: scheme, netloc, path, query, fragment."""
    url, scheme, convert = _coerce_args(url, scheme)
    url = url.lstrip(_CONTROL_OR_SPACE)
    scheme = scheme.strip(_CONTROL_OR_SPACE)
    for c in _UNSAFE:
        url = url.replace(c, "")
        scheme = scheme.replace(c, "")
    allow_fragments = bool(allow_fragments)
    netloc = query = fragment = ""
    i = url.find(":")
    if i > 0 and url[0].isascii() and url[0].isalpha():
        for c in url[:i]:
            if c not in scheme_chars:
                break
        else:
            scheme, url = url[:i].lower(), url[i + 1:]
    if url[:2] == "//":
        end = len(url)
        for c in "/?#":
            at = url.find(c, 2)
            if at >= 0:
                end = min(end, at)
        netloc, url = url[2:end], url[end:]
        if ("[" in netloc) != ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
    if allow_fragments and "#" in url:
        url, fragment = url.split("#", 1)
    if "?" in url:
        url, query = url.split("?", 1)
    _check_netloc(netloc)
    result = SplitResult(scheme, netloc, url, query, fragment)
    return result if isinstance(convert(""), str) else result.encode()


def urlunparse(components):
    """A URL from its six parts."""
    scheme, netloc, url, params, query, fragment, convert = _coerce_args(*components)
    if params:
        url = "%s;%s" % (url, params)
    return convert(urlunsplit((scheme, netloc, url, query, fragment)))


def urlunsplit(components):
    """A URL from its five parts."""
    scheme, netloc, url, query, fragment, convert = _coerce_args(*components)
    if netloc or scheme and scheme in uses_netloc and url[:2] != "//":
        if url and url[:1] != "/":
            url = "/" + url
        url = "//" + (netloc or "") + url
    if scheme:
        url = scheme + ":" + url
    if query:
        url = url + "?" + query
    if fragment:
        url = url + "#" + fragment
    return convert(url)


def urljoin(base, url, allow_fragments=True):
    """The URL that a reference means in a base URL."""
    if not base:
        return url
    if not url:
        return base
    base, url, convert = _coerce_args(base, url)
    bscheme, bnetloc, bpath, bparams, bquery, bfragment = urlparse(base, "", allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, bscheme, allow_fragments)
    if scheme != bscheme or scheme not in uses_relative:
        return convert(url)
    if scheme in uses_netloc:
        if netloc:
            return convert(urlunparse((scheme, netloc, path, params, query, fragment)))
        netloc = bnetloc
    if not path and not params:
        return convert(urlunparse((scheme, netloc, bpath, bparams, query or bquery, fragment)))
    base_parts = bpath.split("/")
    if base_parts[-1] != "":
        del base_parts[-1]
    if path[:1] == "/":
        segments = path.split("/")
    else:
        segments = base_parts + path.split("/")
        segments[1:-1] = filter(None, segments[1:-1])
    resolved = []
    for seg in segments:
        if seg == "..":
            try:
                resolved.pop()
            except IndexError:
                pass
        elif seg != ".":
            resolved.append(seg)
    if segments[-1] in (".", ".."):
        resolved.append("")
    return convert(urlunparse((scheme, netloc, "/".join(resolved) or "/", params, query, fragment)))


def urldefrag(url):
    """The URL without its fragment, and the fragment."""
    url, convert = _coerce_args(url)
    if "#" in url:
        s, n, p, a, q, fragment = urlparse(url)
        defrag = urlunparse((s, n, p, a, q, ""))
    else:
        defrag, fragment = url, ""
    result = DefragResult(defrag, fragment)
    return result if isinstance(convert(""), str) else result.encode()


_HEX = None


def unquote_to_bytes(string):
    """The bytes that a quoted text stands for."""
    global _HEX
    if not string:
        string.split
        return b""
    if isinstance(string, str):
        string = string.encode("utf-8")
    bits = string.split(b"%")
    if len(bits) == 1:
        return string
    if _HEX is None:
        digits = "0123456789ABCDEFabcdef"
        _HEX = {(a + b).encode(): bytes.fromhex(a + b) for a in digits for b in digits}
    out = [bits[0]]
    for item in bits[1:]:
        c = _HEX.get(item[:2])
        if c is None:
            out.append(b"%" + item)
        else:
            out.append(c + item[2:])
    return b"".join(out)


_ASCII = re.compile("([\x00-\x7f]+)")


def unquote(string, encoding="utf-8", errors="replace"):
    """The text that a quoted text stands for."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode("utf-8" if encoding is None else encoding,
                                               "replace" if errors is None else errors)
    if "%" not in string:
        string.split
        return string
    if encoding is None:
        encoding = "utf-8"
    if errors is None:
        errors = "replace"
    bits = _ASCII.split(string)
    out = [bits[0]]
    for i in range(1, len(bits), 2):
        out.append(unquote_to_bytes(bits[i]).decode(encoding, errors))
        out.append(bits[i + 1])
    return "".join(out)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    """unquote() with blanks for plus signs."""
    return unquote(string.replace("+", " "), encoding, errors)


_ALWAYS_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")
_ALWAYS_SAFE_BYTES = bytes(_ALWAYS_SAFE)


def quote(string, safe="/", encoding=None, errors=None):
    """Characters that mean something in URLs become %XX."""
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode(encoding or "utf-8", errors or "strict")
    else:
        if encoding is not None:
            raise TypeError("quote() doesn't support 'encoding' for bytes")
        if errors is not None:
            raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    """quote() with plus signs for blanks."""
    if isinstance(string, str) and " " not in string or isinstance(string, bytes) and b" " not in string:
        return quote(string, safe, encoding, errors)
    space = " " if isinstance(safe, str) else b" "
    return quote(string, safe + space, encoding, errors).replace(" ", "+")


def quote_from_bytes(bs, safe="/"):
    """quote() of bytes."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    if not bs:
        return ""
    if isinstance(safe, str):
        safe = safe.encode("ascii", "ignore")
    else:
        safe = bytes(c for c in safe if c < 128)
    allowed = _ALWAYS_SAFE_BYTES + safe
    if not bs.rstrip(allowed):
        return bs.decode()
    allowed = frozenset(allowed)
    return "".join(chr(c) if c in allowed else "%%%02X" % c for c in bs)


def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    """Pairs as the query of a URL."""
    if hasattr(query, "items"):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError as err:
            raise TypeError("not a valid non-string sequence or mapping object") from err

    def one(v):
        return quote_via(v, safe) if isinstance(v, bytes) else quote_via(str(v), safe, encoding, errors)

    parts = []
    for k, v in query:
        k = one(k)
        if not doseq or isinstance(v, (str, bytes)):
            parts.append(k + "=" + one(v))
            continue
        try:
            len(v)
        except TypeError:
            parts.append(k + "=" + one(v))
        else:
            parts.extend(k + "=" + one(e) for e in v)
    return "&".join(parts)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace",
              max_num_fields=None, separator="&"):
    """The pairs of a query."""
    qs, convert = _coerce_args(qs)
    separator, _ = _coerce_args(separator)
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    if max_num_fields is not None and qs and max_num_fields < 1 + qs.count(separator):
        raise ValueError("Max number of fields exceeded")
    result = []
    for part in qs.split(separator) if qs else ():
        if not part and not strict_parsing:
            continue
        nv = part.split("=", 1)
        if len(nv) != 2:
            if strict_parsing:
                raise ValueError("bad query field: %r" % (part,))
            if not keep_blank_values:
                continue
            nv.append("")
        if len(nv[1]) or keep_blank_values:
            name = convert(unquote(nv[0].replace("+", " "), encoding=encoding, errors=errors))
            value = convert(unquote(nv[1].replace("+", " "), encoding=encoding, errors=errors))
            result.append((name, value))
    return result


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace",
             max_num_fields=None, separator="&"):
    """The values of each name in a query."""
    result = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        result.setdefault(name, []).append(value)
    return result
