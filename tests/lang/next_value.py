# What a generator returns travels with its StopIteration, whoever asks for the next item.
def parts():
    yield 1
    return "done"


for ask in (next, lambda g: g.__next__(), lambda g: g.send(None)):
    g = parts()
    print(ask(g))
    try:
        ask(g)
    except StopIteration as stop:
        print(stop.value, stop.args)
    try:
        ask(g)
    except StopIteration as stop:
        print(stop.value, stop.args)
g = parts()
print(next(g, "default"), next(g, "default"), next(g, "default"))
