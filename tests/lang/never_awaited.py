# Coroutines that end without having been awaited are told of where they are dropped.
import asyncio, contextlib, io, re, sys, warnings


def shown(f):
    out = io.StringIO()
    with contextlib.redirect_stderr(out):
        f()
    print(re.sub("0x[0-9a-f]+", "0x", re.sub(r"/\S*/", "", out.getvalue())), end="")


async def f():
    pass


class A:
    async def m(self):
        pass


def keep():
    x = f()
    return


def closed():
    c = f()
    c.close()
    del c


def run():
    async def main():
        f()
        await f()
        asyncio.sleep(1)

    asyncio.run(main())


async def gen():
    yield 1


def generators():
    gen()
    gen().asend(None)


for event in [f, lambda: A().m(), keep, closed, run, generators, lambda: [f() for i in range(2)] and None]:
    shown(event)
for action in ("error", "ignore", "always"):
    warnings.simplefilter(action)
    with warnings.catch_warnings(record=action == "always") as log:
        warnings.simplefilter(action)
        out = io.StringIO()
        with contextlib.redirect_stderr(out):
            f()
        print(action, re.sub("0x[0-9a-f]+", "0x", out.getvalue()).splitlines()[:1], [str(w.message) for w in log or ()])
warnings.simplefilter("always")
print(sys.get_coroutine_origin_tracking_depth())
sys.set_coroutine_origin_tracking_depth(2)


def make():
    return f()


c = make()
print([(line, name) for _, line, name in c.cr_origin])
shown(lambda: make() and None)
c.close()
sys.set_coroutine_origin_tracking_depth(0)
c = make()
print(c.cr_origin)
c.close()
try:
    sys.set_coroutine_origin_tracking_depth(-1)
except ValueError as e:
    print(e)
