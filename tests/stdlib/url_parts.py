# Parts of URLs, references, quoting and queries, of text and of bytes; what is refused.
from urllib.parse import (parse_qs, parse_qsl, quote, quote_from_bytes, quote_plus, unquote, unquote_plus,
                          unquote_to_bytes, urldefrag, urlencode, urljoin, urlparse, urlsplit)

urls = ["", "a;b", "/a;b/c;d", "http://u:p@Host:80/a/b;p?q=1#f", "//h/p", "http:a", "mailto:a@b", "http://[::1]:8/x",
        "http://[::1", "1a:b", "a+b.c-d:e", "http://h:99999/", "http://h:x/", "file:///a", "?q", "#f", "http:///x", "a:",
        "http://h%zone/", "  http://a b\t/", "http://:@h:"]


def show(function, *args, **kwargs):
    try:
        result = function(*args, **kwargs)
        print(repr(result))
        return result
    except Exception as e:
        print(type(e).__name__, e)


for url in urls:
    for function in (urlsplit, urlparse, urldefrag):
        for given in (url, url.encode()):
            result = show(function, given)
            if result is not None:
                show(result.geturl)
    if result := show(urlsplit, url):
        for name in ("username", "password", "hostname", "port"):
            show(getattr, result, name)
    show(urlparse, url, "ftp", False)
    show(urljoin, "http://a/b/c/d;p?q", url)
for reference in ("g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", ";x", ".", "./", "..", "../", "../g", "../..",
                  "../../../g", "/./g", "/../g", "g.", "..g", "./../g", "g;x=1/../y", "g?y/../x", "http:g"):
    show(urljoin, "http://a/b/c/d;p?q", reference)
    show(urljoin, "http://a/b/c/", reference)
show(urlsplit, "a", b"ftp")
for text in ("", "a b", "é%41%zz%C3%A9", "%E9", "a+b", "%4", "%41é%C3", b"%41\xff", "~_.-/:?", "\u20ac"):
    show(unquote, text)
    show(unquote, text, "latin-1")
    show(unquote_to_bytes, text)
    show(quote, text)
    show(quote_plus, text)
    show(quote, text, b"\xff~", encoding="utf-8")
show(unquote_plus, "a+b%2B")
show(quote_from_bytes, "a")
show(unquote_to_bytes, 3)
for query in ({"a": 1, "b": [1, 2], "c é": "x&y"}, [("a", b"x y"), (b"k", None)], "str", [1], 3, {"t": (1,)}):
    show(urlencode, query)
    show(urlencode, query, True, quote_via=quote, safe="é")
for query in ("", "a=1&b=2&a=3", "a", "a=&b", "=x", "a=b=c", "a+b=%41", "a;b", "&&", b"a=1&b=%ff", "a&"):
    for options in ({}, {"keep_blank_values": True}, {"strict_parsing": True}, {"separator": ";"}, {"max_num_fields": 1}):
        show(parse_qsl, query, **options)
    show(parse_qs, query)
show(parse_qs, "a=1", separator="")
