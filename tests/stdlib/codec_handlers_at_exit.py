# A program whose registries hold handlers, codecs and modules ends, and its finalizers run.
import atexit
import codecs
import gc
import sys
import weakref


class Held:
    def __init__(self, name):
        self.name = name
        self.module = sys.modules[__name__]
        self.itself = self

    def handle(self, exc):
        return self.name, exc.end

    def search(self, name):
        if name != "held":
            return None
        return codecs.CodecInfo(lambda o, e="strict": (self.name.encode(), len(o)),
                                lambda b, e="strict": (self.name, len(b)))


handlers = [Held("one"), Held("two")]
for held in handlers:
    codecs.register_error("held." + held.name, held.handle)
    codecs.register(held.search)
print("é".encode("ascii", "held.one"), "x".encode("held"), b"y".decode("held"))
alive = weakref.ref(handlers[1])
del held, handlers
gc.collect()
print(alive() is not None, b"\xff".decode("ascii", "held.two"))


class Last:
    def __del__(self):
        print("finalizer:", "é".encode("ascii", "held.one"), flush=True)


last = Last()
last.itself = last
other = Last()
atexit.register(lambda: print("at exit:", "é".encode("ascii", "held.two")))
del other
codecs.register_error("module", sys.modules[__name__].__dict__.get)
codecs.register_error("modules", lambda exc, modules=sys.modules, me=sys.modules[__name__]: (me.__name__, exc.end))
print("é".encode("ascii", "modules"))
del last
gc.collect()
print("end")
