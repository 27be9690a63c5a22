# What pickle and copy ask of functions and methods that are not written in Python.
import collections
import copy
import functools
import itertools
import math
import operator
import pickle
import types


class C:
    __slots__=('a',)
    @property
    def p(self): pass
objs = {
 'str.upper': str.upper, 'int.__add__': int.__add__, '[].append': [].append, '{}.get': {}.get, 'len': len, 'x.upper': 'x'.upper,
 'dict.fromkeys': dict.fromkeys, 'mod': math.sin, 'wrapper bound': (1).__add__, 'object.__new__': object.__new__, 'str.maketrans': str.maketrans,
 'dict.__dict__[fromkeys]': dict.__dict__['fromkeys'], 'staticm': str.__dict__['maketrans'], 'partial len': functools.partial(len, 'abc'), 'partial str.upper': functools.partial(str.upper,'a'),
 'partial bound': functools.partial('a'.upper), 'member': C.__dict__['a'], 'prop': C.__dict__['p'], 'getset': types.FunctionType.__code__, 'deque.append': collections.deque.append, 'bound deque': collections.deque([1]).append,
 'itemgetter': operator.itemgetter(1), 'attrgetter': operator.attrgetter('a.b'), 'methodcaller': operator.methodcaller('f',1,a=2), 'object.__init__': object.__init__, 'type.mro': type.mro, 'int.mro': int.mro, 'list.__iter__': [1].__iter__,
 'int.from_bytes': int.from_bytes, 'float.fromhex': float.fromhex, 'bytes.fromhex':bytes.fromhex, 'type.__call__': type.__call__, 'int.__call__': int.__call__, 'object.__reduce__': object.__reduce__, 'object().__reduce__': object().__reduce__, 'len.__call__': len.__call__, '__subclasshook__': object.__subclasshook__, 'print': print, 'chain.from_iterable': itertools.chain.from_iterable,'NotImpl': NotImplemented,'Ellipsis':..., 'property': property, 'gen': (i for i in []).__next__,
}
for n, o in objs.items():
    for what, f in (('reduce', lambda: o.__reduce__()), ('reduce_ex2', lambda: o.__reduce_ex__(2)), ('reduce_ex0', lambda: o.__reduce_ex__(0)), ('dumps', lambda: pickle.loads(pickle.dumps(o))), ('dumps0', lambda: pickle.loads(pickle.dumps(o, 0))), ('_dumps', lambda: pickle.loads(pickle._dumps(o))),('copy', lambda: copy.copy(o)), ('deepcopy', lambda: copy.deepcopy(o))):
        try:
            r = f()
            if what in ('copy','deepcopy'): r = r is o, type(r).__name__, r == o
            elif 'dumps' in what: r = type(r).__name__, r == o, str(r).split(' at ')[0]
            else: r = str(r).split(' at ')[0]
            print(n, what, r)
        except Exception as e: print(n, what, type(e).__name__, str(e).split(' at ')[0])
