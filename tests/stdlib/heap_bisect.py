# heapq and bisect: order, stability, errors, lists that change under a comparison
import bisect
import heapq

h = []
for x in [5, 3, 8, 1, 9, 2, 7, 3, 3]:
    heapq.heappush(h, x)
print(h, heapq.heappop(h), heapq.heapreplace(h, 0), heapq.heappushpop(h, -1), heapq.heappushpop(h, 100), h)
x = [(3, 'c'), (1, 'b'), (2.5, 'x'), (1, 'a')]
heapq.heapify(x)
print(x, [heapq.heappop(x) for _ in range(4)])
print(heapq.nlargest(3, [1, 9, 4, 7]), heapq.nsmallest(2, 'hello'), list(heapq.merge([1, 4], [2, 3], [0])))
print(list(heapq.merge('ca', 'b', key=str, reverse=True)))
for call in (lambda: heapq.heappop([]), lambda: heapq.heapreplace([], 1), lambda: heapq.heappush((), 1),
             lambda: heapq.heapify({}), lambda: heapq.heappush([1], 'a'), lambda: heapq.heappop(3)):
    try:
        print(call())
    except (IndexError, TypeError) as e:
        print(type(e).__name__, e)
print(heapq.heappushpop([], 4))


class Item:
    def __init__(self, v, heap):
        self.v, self.heap = v, heap

    def __lt__(self, other):
        self.heap.clear()
        return self.v < other.v


heap = []
try:
    for i in range(5, 0, -1):
        heapq.heappush(heap, Item(i, heap))
except RuntimeError as e:
    print('RuntimeError', e)


class MyList(list):
    pass


m = MyList([3, 1, 2])
heapq.heapify(m)
print(m, heapq.heappop(m))
a = [1, 2, 2, 2, 5, 9]
print(bisect.bisect(a, 2), bisect.bisect_left(a, 2), bisect.bisect_right(a, 2, 1, 3), bisect.bisect_left(a, 100),
      bisect.bisect_left(range(0, 100, 7), 50), bisect.bisect('aceg', 'd'), bisect.bisect_left(a, 4, hi=2))
bisect.insort(a, 2.5)
bisect.insort_left(a, 0)
bisect.insort(a, 7, key=lambda v: v)
print(a)
people = [('ann', 3), ('bob', 5), ('cy', 9)]
print(bisect.bisect_left(people, 5, key=lambda p: p[1]), bisect.bisect(people, 5, key=lambda p: p[1]))
bisect.insort(people, ('dan', 6), key=lambda p: p[1])
print(people)
for call in (lambda: bisect.bisect(a, 1, -1), lambda: bisect.bisect([1, 'a'], 2), lambda: bisect.bisect(5, 1)):
    try:
        print(call())
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
