# Tracebacks of code whose source a script has given to linecache, as interactive shells do.
import linecache
import traceback

SOURCES = ['assert 1 == 2', 'x.y', 'x + y', 'f(1,\n  2, x.y)', 'raise ValueError("a")', 'é = x["k"]', '(\n x\n .y)']
for number, text in enumerate(SOURCES):
    name = f'<input {number}>'
    linecache.cache[name] = len(text), None, [line + '\n' for line in text.split('\n')], name
    linecache.checkcache()
    try:
        exec(compile(text, name, 'exec'), {'x': 1, 'y': 'a', 'f': print})
    except Exception:
        print(''.join(traceback.format_exc().partition('<input')[1:]))
