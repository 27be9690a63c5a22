# At the end of the program finalizers still see the names of the script, modules and functions among them.
import gc
import json
import time


def say(*args):
    print(*args)


class Told:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        say("bye", self.name, time.time() > 0, json.dumps([1]), LIMIT, Told.__name__, len(kept), gc.isenabled())


LIMIT = 10
kept = [1]
told = Told("in a name")
_hidden = Told("in a name with an underscore")
ring = Told("in a ring")
ring.me = ring


def generator():
    try:
        yield 1
    finally:
        say("generator", time.time() > 0)


it = generator()
next(it)
