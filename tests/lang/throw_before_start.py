# A StopIteration thrown into a generator that has not started leaves it as one that was raised inside.
def g():
    yield 1

async def c():
    pass

async def a():
    yield 1

def attempt(f):
    try: print('returned', f())
    except BaseException as e: print(repr(e), repr(e.__cause__))

attempt(lambda: g().throw(StopIteration(3)))
attempt(lambda: g().throw(ValueError(3)))
attempt(lambda: g().throw(GeneratorExit))
attempt(lambda: c().throw(StopIteration(3)))
attempt(lambda: a().athrow(StopAsyncIteration(3)).send(None))
x = g(); list(x)
attempt(lambda: x.throw(StopIteration(4)))
x = g(); next(x)
attempt(lambda: x.throw(StopIteration(5)))
class Ends:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        return self.n if self.n < 3 else g().throw(StopIteration(6))
attempt(lambda: list(Ends()))
