"""Priority queues in lists: a[k] <= a[2*k+1] and a[k] <= a[2*k+2]."""
from _heapq import (_heapify_max, _heappop_max, _heapreplace_max, heapify, heappop, heappush, heappushpop,
                    heapreplace)

__all__ = ["heappush", "heappop", "heapify", "heapreplace", "merge", "nlargest", "nsmallest", "heappushpop"]


def merge(*iterables, key=None, reverse=False):
    """The items of sorted iterables in one sorted iterable."""
    if reverse:
        order, remove, replace = _heapify_max, _heappop_max, _heapreplace_max
    else:
        order, remove, replace = heapify, heappop, heapreplace
    # Each iterable is an entry: the key of its next item, its place (which decides between equal ones), the item, and
    # what gives the items after it.
    entries = []
    for place, iterable in enumerate(iterables):
        more = iter(iterable).__next__
        try:
            item = more()
        except StopIteration:
            continue
        entries.append([item if key is None else key(item), -place if reverse else place, item, more])
    order(entries)
    while len(entries) > 1:
        entry = entries[0]
        yield entry[2]
        try:
            item = entry[3]()
        except StopIteration:
            remove(entries)
            continue
        entry[0], entry[2] = item if key is None else key(item), item
        replace(entries, entry)
    for _, _, item, more in entries:  # the last one goes on alone
        yield item
        yield from more.__self__


def _extreme(find, iterable, key):
    """[the smallest or largest item], or [] of nothing."""
    nothing = []
    found = find(iterable, default=nothing, key=key)
    return nothing if found is nothing else [found]


def nsmallest(n, iterable, key=None):
    """The n smallest items."""
    return _extreme(min, iterable, key) if n == 1 else _first(n, sorted(iterable, key=key))


def nlargest(n, iterable, key=None):
    """The n largest items, from the largest."""
    return _extreme(max, iterable, key) if n == 1 else _first(n, sorted(iterable, key=key, reverse=True))


def _first(n, items):
    return items if n >= len(items) else items[:len(range(n))]


if __name__ == "__main__":
    import doctest
    print(doctest.testmod())
