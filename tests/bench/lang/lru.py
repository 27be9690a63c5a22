# LRU cache simulations: a linked list by hand, an OrderedDict, functools.lru_cache
from collections import OrderedDict
from functools import lru_cache


class Node:
    __slots__ = ('key', 'value', 'prev', 'next')

    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.prev = self.next = None


class LinkedCache:
    def __init__(self, capacity):
        self.capacity = capacity
        self.nodes = {}
        self.head = Node(None, None)
        self.tail = Node(None, None)
        self.head.next = self.tail
        self.tail.prev = self.head
        self.hits = self.misses = 0

    def _unlink(self, node):
        node.prev.next = node.next
        node.next.prev = node.prev

    def _front(self, node):
        node.prev = self.head
        node.next = self.head.next
        self.head.next.prev = node
        self.head.next = node

    def get(self, key):
        node = self.nodes.get(key)
        if node is None:
            self.misses += 1
            return None
        self.hits += 1
        self._unlink(node)
        self._front(node)
        return node.value

    def put(self, key, value):
        node = self.nodes.get(key)
        if node is not None:
            node.value = value
            self._unlink(node)
            self._front(node)
            return
        if len(self.nodes) >= self.capacity:
            last = self.tail.prev
            self._unlink(last)
            del self.nodes[last.key]
        node = self.nodes[key] = Node(key, value)
        self._front(node)


class OrderedCache:
    def __init__(self, capacity):
        self.capacity = capacity
        self.data = OrderedDict()
        self.hits = self.misses = 0

    def get(self, key):
        try:
            value = self.data[key]
        except KeyError:
            self.misses += 1
            return None
        self.data.move_to_end(key)
        self.hits += 1
        return value

    def put(self, key, value):
        self.data[key] = value
        self.data.move_to_end(key)
        if len(self.data) > self.capacity:
            self.data.popitem(last=False)


def keys(n):
    seed = 99
    for i in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
        a = seed >> 16
        yield a % 50 if a % 4 else a % 4000


@lru_cache(maxsize=256)
def slow_square(k):
    return k * k


def run(cache, n):
    total = 0
    for k in keys(n):
        v = cache.get(k)
        if v is None:
            v = k * k
            cache.put(k, v)
        total += v
    return total, cache.hits, cache.misses


print(run(LinkedCache(256), 200000))
print(run(OrderedCache(256), 200000))
print(sum(slow_square(k) for k in keys(250000)), slow_square.cache_info())
