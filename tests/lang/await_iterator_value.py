# The value that the end of an iterator carries reaches await, yield from and asynchronous iteration.
import types
@types.coroutine
def y(): 
    r = yield "sys"
    return r
async def inner(): return await y()
async def ag():
    for i in range(2):
        await inner()
        yield i
async def main():
    out=[]
    async for i in ag(): out.append(i)
    return out
async def main2():
    return [i async for i in ag()]
for m in main, main2:
    c=m()
    try:
        while True: print(c.send(None))
    except StopIteration as e: print(e.value)
class It:
    def __init__(self): self.n=0
    def __iter__(self): return self
    def __next__(self):
        self.n+=1
        if self.n>2: raise StopIteration("val")
        return self.n
def g():
    r = yield from It()
    print("result", r)
print(list(g()))
def h(): 
    r = yield from zip([1],[2])
    print(r)
print(list(h()))
class Aw:
    def __await__(self): return It()
async def aw(): return await Aw()
c=aw()
try:
    while 1: print(c.send(None))
except StopIteration as e: print(e.value)
