# Asynchronous syntax, driven by hand.
def drive(coroutine):
    result = None
    log = []
    while True:
        try:
            log.append(coroutine.send(result))
            result = len(log)
        except StopIteration as e:
            return e.value, log


class Pause:
    def __init__(self, tag):
        self.tag = tag

    def __await__(self):
        got = yield self.tag
        return f"{self.tag}:{got}"


async def simple():
    return await Pause("a"), await Pause("b")


print(drive(simple()))


class Manager:
    async def __aenter__(self):
        return await Pause("enter")

    async def __aexit__(self, kind, value, tb):
        await Pause("exit")
        return kind is KeyError


async def managed(error):
    async with Manager() as m, Manager():
        if error:
            raise error
    return m


print(drive(managed(None)))
print(drive(managed(KeyError("k"))))
try:
    drive(managed(ValueError("v")))
except ValueError as e:
    print("raised", e)


async def numbers(n):
    for i in range(n):
        await Pause(f"p{i}")
        got = yield i
        if got:
            print("got", got)


async def loops():
    out = []
    async for x in numbers(4):
        if x == 1:
            continue
        if x == 3:
            break
        out.append(x)
    else:
        out.append("else")
    async for x in numbers(1):
        out.append(x)
    else:
        out.append("else")
    out.append([x async for x in numbers(3) if x != 1])
    out.append({x: y async for x in numbers(2) for y in "ab"})
    out.append([await Pause("q") for _ in range(2)])
    out.append([y async for y in (x * 10 async for x in numbers(2))])
    out.append([[x async for x in numbers(2)] for _ in range(2)])
    return out


result, log = drive(loops())
print(result)
print(len(log), log[:5])


class Stops:
    def __aiter__(self):
        return self

    async def __anext__(self):
        raise StopAsyncIteration


async def other():
    async for _ in Stops():
        print("never")
    return "empty"


print(drive(other()))


async def bad(kind):
    if kind == 0:
        await 5
    if kind == 1:
        async for _ in 5:
            pass
    if kind == 2:
        async with 5:
            pass


for kind in range(3):
    try:
        drive(bad(kind))
    except TypeError as e:
        print(e)


async def returns_early():
    for i in range(3):
        try:
            async with Manager():
                return i
        finally:
            await Pause("finally")


print(drive(returns_early()))
