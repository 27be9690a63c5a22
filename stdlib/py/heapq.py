"""Priority queues in lists: a[k] <= a[2*k+1] and a[k] <= a[2*k+2]."""
from _heapq import (_heapify_max, _heappop_max, _heapreplace_max, heapify, heappop, heappush, heappushpop,
                    heapreplace)

__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge", "nlargest", "nsmallest", "heappushpop"]


def merge(*iterables, key=None, reverse=False):
    """The items of sorted iterables in one sorted iterable."""
    h = []
    if reverse:
        _heapify, _heappop, _heapreplace, direction = _heapify_max, _heappop_max, _heapreplace_max, -1
    else:
        _heapify, _heappop, _heapreplace, direction = heapify, heappop, heapreplace, 1
    if key is None:
        for order, it in enumerate(map(iter, iterables)):
            try:
                next_ = it.__next__
                h.append([next_(), order * direction, next_])
            except StopIteration:
                pass
        _heapify(h)
        while len(h) > 1:
            try:
                while True:
                    value, order, next_ = s = h[0]
                    yield value
                    s[0] = next_()
                    _heapreplace(h, s)
            except StopIteration:
                _heappop(h)
        if h:
            value, order, next_ = h[0]
            yield value
            yield from next_.__self__
        return
    for order, it in enumerate(map(iter, iterables)):
        try:
            next_ = it.__next__
            value = next_()
            h.append([key(value), order * direction, value, next_])
        except StopIteration:
            pass
    _heapify(h)
    while len(h) > 1:
        try:
            while True:
                key_value, order, value, next_ = s = h[0]
                yield value
                value = next_()
                s[0] = key(value)
                s[2] = value
                _heapreplace(h, s)
        except StopIteration:
            _heappop(h)
    if h:
        key_value, order, value, next_ = h[0]
        yield value
        yield from next_.__self__


def nsmallest(n, iterable, key=None):
    """The n smallest items."""
    if n == 1:
        it = iter(iterable)
        sentinel = object()
        result = min(it, default=sentinel, key=key)
        return [] if result is sentinel else [result]
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    """The n largest items, from the largest."""
    if n == 1:
        it = iter(iterable)
        sentinel = object()
        result = max(it, default=sentinel, key=key)
        return [] if result is sentinel else [result]
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
