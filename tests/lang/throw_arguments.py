# The third argument of throw() is a traceback or nothing.
import asyncio
import sys


def g():
    while True:
        try:
            yield 1
        except ValueError as e:
            print('caught', e, e.__traceback__.tb_next is None)


try:
    raise KeyError
except KeyError:
    tb = sys.exc_info()[2]
for third in 5, 'x', None, tb:
    it = g()
    next(it)
    try:
        print(it.throw(ValueError, 'a', third))
    except Exception as e:
        print(type(e).__name__, e)


async def c():
    pass


it = c()
try:
    it.throw(ValueError, 'a', 5)
except Exception as e:
    print(type(e).__name__, e)
it.close()


async def ag():
    yield 1


async def main():
    for third in 5, tb:
        try:
            await ag().athrow(ValueError, 'a', third)
        except Exception as e:
            print(type(e).__name__, e)


asyncio.run(main())
