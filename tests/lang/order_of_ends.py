# In which order containers, objects and frames let go what they hold.
class K:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print(self.name, end=' ')

    def __hash__(self):
        return int(self.name[1:]) * 7 % 16

    def __eq__(self, other):
        return self is other


def ks(n=4):
    return [K('k%d' % i) for i in range(n)]


def show(title, f):
    print(title, end=': ')
    f()
    print()


def tuples():
    t = tuple(ks())
    del t


def nested():
    t = (K('k0'), [K('k1'), K('k2')], {'a': K('k3'), 'b': (K('k4'), K('k5'))}, K('k6'))
    del t


def lists():
    l = ks()
    del l


def cleared():
    l = ks()
    l.clear()


def emptied_by_slice():
    l = ks(6)
    l[:] = []


def slice_deleted():
    l = ks(6)
    del l[1:4]
    print('|', end=' ')


def slice_assigned():
    l = ks(6)
    l[1:4] = [1]
    print('|', end=' ')


def step_deleted():
    l = ks(6)
    del l[::2]
    print('|', end=' ')


def step_deleted_backwards():
    l = ks(6)
    del l[::-2]
    print('|', end=' ')


def step_assigned():
    l = ks(6)
    l[::2] = [1, 2, 3]
    print('|', end=' ')


def list_made_again():
    l = ks()
    l.__init__([1])


def list_multiplied_away():
    l = ks()
    l *= 0


def dicts():
    d = {K('k%d' % (i * 2)): K('k%d' % (i * 2 + 1)) for i in range(4)}
    del d


def dicts_by_names():
    d = dict(b=K('k1'), a=K('k2'), c=K('k3'))
    d['b'] = K('k4')
    print('|', end=' ')
    del d['a']
    d['a'] = K('k5')
    print('|', end=' ')
    d.clear()


def sets():
    s = set(ks(6))
    del s


def sets_cleared():
    s = set(ks(6))
    s.clear()


def frozen():
    s = frozenset(ks(6))
    del s


def sets_reduced():
    s = set(ks(6))
    s &= set()


class Plain:
    pass


def attributes():
    o = Plain()
    o.z, o.a, o.m = ks(3)
    del o


def attributes_by_dict():
    o = Plain()
    o.z, o.a, o.m = ks(3)
    vars(o)['b'] = K('k9')
    del o


class Slots:
    __slots__ = ('z', 'a', 'm')


class MoreSlots(Slots):
    __slots__ = ('y', 'b')


class SlotsAndDict(MoreSlots):
    pass


def slots():
    o = Slots()
    o.a, o.m, o.z = ks(3)
    del o


def slots_of_bases():
    o = MoreSlots()
    o.z, o.a, o.m, o.y, o.b = ks(5)
    del o


def slots_and_dict():
    o = SlotsAndDict()
    o.q, o.z, o.a, o.y, o.b = ks(5)
    del o


class OfList(list):
    pass


def payload_and_attributes():
    o = OfList(ks(3))
    o.x, o.y = K('k8'), K('k9')
    del o


class OfDict(dict):
    __slots__ = ('s',)


def payload_and_slots():
    o = OfDict(a=K('k1'), b=K('k2'))
    o.s = K('k3')
    del o


class OfTuple(tuple):
    pass


def tuple_with_attributes():
    o = OfTuple(ks(3))
    o.x = K('k5')
    del o


def frame():
    a, b = K('k0'), K('k1')
    d, c = K('k2'), K('k3')
    return None


def frame_with_cells():
    a, b = K('k0'), K('k1')
    d, c = K('k2'), K('k3')

    def f():
        return b, c

    return None


def parameters(x, *args, y, **kw):
    local = K('k9')


def frame_with_parameters():
    parameters(K('k0'), K('k1'), K('k2'), y=K('k3'), z=K('k4'))


def unwound():
    try:
        raising()
    except ValueError as e:
        e.__traceback__ = None
    print('|', end=' ')


def raising():
    a, b = K('k0'), K('k1')
    raise ValueError


def methods():
    class M:
        def __init__(self, k):
            self.k = k

        def __del__(self):
            print('self', end=' ')

        def f(self):
            pass

    m = M(K('k1')).f
    del m


def slice_objects():
    s = slice(K('k0'), K('k1'), K('k2'))
    del s


def properties():
    p = property(K('k0'), K('k1'), K('k2'), K('k3'))
    del p


def exceptions():
    e = ValueError(K('k0'))
    e.attribute = K('k1')
    e.__cause__ = KeyError(K('k2'))
    e.__context__ = KeyError(K('k3'))
    del e


def defaults():
    def f(a=K('k0'), b=K('k1'), *, c=K('k2')):
        pass

    f.attribute = K('k3')
    del f


def generators():
    def g(x):
        a, b = K('k0'), K('k1')
        yield
    i = g(K('k2'))
    next(i)
    del i


def deques():
    import collections
    d = collections.deque(ks())
    del d
    print('|', end=' ')
    d = collections.deque(ks())
    d.clear()


def iterators():
    i = iter(ks())
    next(i)
    print('|', end=' ')
    del i
    print('|', end=' ')
    z = zip(ks(2), [1, 2])
    next(z)
    del z
    print('|', end=' ')
    m = map(K('k5').__eq__, ks(2))
    del m


def partials():
    import functools
    p = functools.partial(print, K('k0'), K('k1'), x=K('k2'))
    del p


def displays():
    [K('k0'), K('k1')]
    print('|', end=' ')
    (K('k0'), K('k1'))
    print('|', end=' ')
    {K('k0'): K('k1'), K('k2'): K('k3')}
    print('|', end=' ')
    {K('k3'), K('k1')}
    print('|', end=' ')
    K('k0') == K('k1')
    print('|', end=' ')
    K('k0') is K('k1')
    print('|', end=' ')
    [K('k0')] + [K('k1')]
    print('|', end=' ')
    id([K('k0')]), id([K('k1')])


def swapped():
    a, b = K('k0'), K('k1')
    a, b = b, K('k2')
    print('|', end=' ')
    a = b = None
    print('|', end=' ')
    a, *b = ks()
    a, b = 1, 2


def classes():
    class C:
        x, y = K('k0'), K('k1')
    import gc
    del C
    gc.collect()


for f in (tuples, nested, lists, cleared, emptied_by_slice, slice_deleted, slice_assigned, step_deleted,
          step_deleted_backwards, step_assigned, list_made_again, list_multiplied_away, dicts, dicts_by_names, sets,
          sets_cleared, frozen, sets_reduced, attributes, attributes_by_dict, slots, slots_of_bases, slots_and_dict,
          payload_and_attributes, payload_and_slots, tuple_with_attributes, frame, frame_with_cells,
          frame_with_parameters, unwound, methods, slice_objects, properties, exceptions, defaults, generators, deques,
          iterators, partials, displays, swapped, classes):
    show(f.__name__, f)
