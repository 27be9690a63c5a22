# An exception that throw() puts into a generator or coroutine is not chained to what the caller of throw() handles.
def g():
    try:
        yield 1
    except KeyError:
        raise TypeError('t')
    except IndexError:
        yield 5
        raise TypeError('u')
def chain(e):
    out = []
    while e: out.append(type(e).__name__); e = e.__context__
    return out
for exc in (ValueError('x'), ValueError, KeyError('k'), IndexError):
    for handled in (False, True):
        for start in (0, 1):
            for cls in ('gen', 'coro', 'agen'):
                it = g()
                if start: next(it)
                def act():
                    try:
                        r = it.throw(exc)
                        print('got', r)
                        next(it)
                    except Exception as e: print(exc, handled, start, chain(e), e.__suppress_context__)
                if isinstance(exc, Exception): exc.__context__ = None
                if handled:
                    try: 1 / 0
                    except ZeroDivisionError: act()
                else: act()
def outer():
    try: yield from g()
    except ValueError as e: print('outer', chain(e)); raise
it = outer(); next(it)
try: 1/0
except ZeroDivisionError:
    try: it.throw(ValueError('v'))
    except ValueError as e: print(chain(e))
it = outer(); next(it)
try: 1/0
except ZeroDivisionError:
    try: it.close(); print('closed')
    except ValueError as e: print(chain(e))
import contextlib
@contextlib.contextmanager
def cm():
    try: yield
    except KeyError as e: raise ValueError('from cm')
try:
    try: 1/0
    except ZeroDivisionError:
        with cm(): raise KeyError('in')
except ValueError as e: print(chain(e))
async def co():
    await w()
import types
@types.coroutine
def w():
    try: yield 1
    except OSError as e: print('w', chain(e)); raise
c = co(); c.send(None)
try: 1/0
except ZeroDivisionError:
    try: c.throw(OSError('o'))
    except OSError as e: print(chain(e))
async def numbers():
    try: yield 1
    except KeyError as e: print('in', chain(e)); raise TypeError('t')
async def use():
    for exc in (KeyError('k'), OSError('o')):
        it = numbers()
        await it.asend(None)
        try: 1 / 0
        except ZeroDivisionError:
            try: await it.athrow(exc)
            except Exception as e: print(chain(e))
u = use()
try: u.send(None)
except StopIteration: print('done')
