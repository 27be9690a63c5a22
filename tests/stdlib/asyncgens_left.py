# Asynchronous generators that are left are closed by their loop; sys.set_asyncgen_hooks() is told of them.
import asyncio
import sys


async def numbers(name):
    try:
        for i in range(5):
            yield i
            await asyncio.sleep(0)
    finally:
        print(name, "closing")
        await asyncio.sleep(0)
        print(name, "closed")


async def fails():
    try:
        yield 1
    finally:
        await asyncio.sleep(0)
        raise ValueError("in finally")


async def main():
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: print(context["message"].split(" <")[0], repr(context["exception"])))
    async for i in numbers("dropped"):
        if i == 2:
            break
    print("left the loop")
    await asyncio.sleep(.01)
    print("slept")
    global kept
    kept = numbers("kept")
    print(await anext(kept))
    bad = fails()
    print(await anext(bad))
    loop.bad = bad
    async for i in numbers("exhausted"):
        pass
    other = numbers("never begun")
    del other
    return "end"


print(sys.get_asyncgen_hooks())
print(asyncio.run(main()))
print(sys.get_asyncgen_hooks())


def drive(awaitable):
    try:
        awaitable.__await__().send(None)
    except StopIteration as e:
        return e.value


begun, ended = [], []
sys.set_asyncgen_hooks(begun.append)
print(sys.get_asyncgen_hooks().firstiter is not None, sys.get_asyncgen_hooks().finalizer)
sys.set_asyncgen_hooks(finalizer=ended.append)
a, b, c = numbers("a"), numbers("b"), numbers("c")
print(drive(anext(a)), len(begun))
b.aclose().close()
print(len(begun))
del c
print(len(begun), len(ended))
begun.clear()
del a
print(len(begun), len(ended), ended[0].ag_running)


def refuses(generator):
    raise LookupError("not this one")


sys.set_asyncgen_hooks(refuses)
for call in numbers("d").__anext__, numbers("d").aclose, lambda: numbers("d").asend(None), lambda: numbers("d").athrow(ValueError):
    try:
        call()
    except LookupError as e:
        print(repr(e))
for bad in (1, None), (None, 1), ("x", "y"):
    try:
        print(sys.set_asyncgen_hooks(*bad))
    except TypeError as e:
        print(e)
sys.set_asyncgen_hooks(None, None)
print(sys.get_asyncgen_hooks())
