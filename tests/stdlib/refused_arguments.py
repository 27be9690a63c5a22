# What modules say about objects that they cannot work with.
import copy
import functools
import pickle
import threading
import types


def told(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)


for make in threading.Lock, threading.RLock, lambda: open(__file__), lambda: (i for i in ()):
    told(lambda: copy.deepcopy(make()))
    told(lambda: pickle.dumps(make()))
told(lambda: types.SimpleNamespace(5))
told(lambda: functools.cache("x"))
