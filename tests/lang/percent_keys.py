# %-formats with keys beside places without.
for form, given in [("%(a)s %s", {"a": 1}), ("%(a)s %d", {"a": 1}), ("%s %(a)s", {"a": 1}), ("%s", {"a": 1}),
                    ("%(a)*d", {"a": 1}), ("%(a)s %%", {"a": 1}), ("%s %s", {"a": 1}), ("%(a)s %(a)s", {"a": 1}),
                    ("%(a)s%s", ({"a": 1}, 2)), ("x", {"a": 1}), ("%*s", {"a": 1}), ("%.*s", {}), ("%(a).*f", {"a": 1.5}),
                    ("%s %(a)s %s", {"a": 1}), ("%d", {"a": 1}), ("%(a)s %", {"a": 1}), ("%(a)s", [1]), ("%(a)s", "x"),
                    ("%(0)s", b"x"), ("x", [1]), ("x", 1), ("x", b"x"), ("x", range(3)), ("%s x", range(3)), ("x", ())]:
    for kind in str, bytes:
        text, value = form, given
        if kind is bytes:
            text = form.replace("%s", "%b").replace("(a)s", "(a)b").encode()
            value = {b"a": b"1"} if isinstance(given, dict) and "a" in given else given
        try:
            print(text, value, repr(text % value))
        except Exception as e:
            print(text, value, type(e).__name__, e)
