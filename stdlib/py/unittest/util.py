"""What test cases share."""
__unittest = True
_MAX_LENGTH = 80
_BEGIN, _END, _COMMON = 5, 5, 5
_DIFF = _MAX_LENGTH - (_BEGIN + 12 + _COMMON + 12 + _END)


def safe_repr(obj, short=False):
    """repr() that never fails, cut if `short`."""
    try:
        result = repr(obj)
    except Exception:
        result = object.__repr__(obj)
    if not short or len(result) < _MAX_LENGTH:
        return result
    return result[:_MAX_LENGTH] + " [truncated]..."


def _shorten(s, prefix, suffix):
    skip = len(s) - prefix - suffix
    if skip > 12:
        s = "%s[%d chars]%s" % (s[:prefix], skip, s[len(s) - suffix:])
    return s


def common_shorten_repr(*args):
    """Texts of values, with what they have in common cut when they are long."""
    args = tuple(map(safe_repr, args))
    longest = max(map(len, args))
    if longest <= _MAX_LENGTH:
        return args
    prefix = _common_prefix(args)
    n = len(prefix)
    room = _MAX_LENGTH - (longest - n + _BEGIN + 12)
    if room > _COMMON:
        prefix = _shorten(prefix, _BEGIN, room)
        return tuple(prefix + s[n:] for s in args)
    prefix = _shorten(prefix, _BEGIN, _COMMON)
    return tuple(prefix + _shorten(s[n:], _DIFF, _END) for s in args)


def _common_prefix(texts):
    low, high = min(texts), max(texts)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def strclass(cls):
    """module.name of a class."""
    return "%s.%s" % (cls.__module__, cls.__qualname__)


def count_differences(actual, expected):
    """(count in the first, count in the second, element) of all that differ."""
    from collections import Counter
    try:
        a, b = Counter(actual), Counter(expected)
    except TypeError:
        return _count_unhashable(list(actual), list(expected))
    result = [(n, b.get(e, 0), e) for e, n in a.items() if n != b.get(e, 0)]
    return result + [(0, n, e) for e, n in b.items() if e not in a]


def _count_unhashable(a, b):
    result = []
    seen = []
    for e in a + b:
        if any(e == s for s in seen):
            continue
        seen.append(e)
        n, m = sum(1 for x in a if x == e), sum(1 for x in b if x == e)
        if n != m:
            result.append((n, m, e))
    return result


def three_way_cmp(x, y):
    """-1, 0 or 1 as x is less than, equal to or greater than y."""
    return (x > y) - (x < y)
