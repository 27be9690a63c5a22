# One place that calls a method of objects whose types are implemented alike.
class C:
    def method(self):
        pass

    @classmethod
    def of_class(cls):
        pass


objects = [[].append, [1].__iter__, {}.get, len.__call__, len, str.upper, int.__add__, C().method, C.of_class, print]
for _ in range(3):
    for o in objects:
        made = o.__reduce__()
        print(made if o is len or o is print else made[0] is getattr, o.__call__.__name__, end=' ')
    print()
wrapped = [(dict.__dict__['fromkeys'], dict), (C.__dict__['of_class'], C), (staticmethod(len), int),
           (int.__dict__['from_bytes'], int)]
for _ in range(3):
    for o, owner in wrapped:
        print(callable(o.__get__(None, owner)), type(o).__name__, end=' ')
    print()
for _ in range(3):
    for o in (iter([1]), iter({1: 1}), iter(()), iter('a'), iter(range(3)), reversed([1]), zip(), enumerate('ab'), map(str, ())):
        print(o.__reduce__()[0].__name__, o.__next__.__name__, end=' ')
    print()
