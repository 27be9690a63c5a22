# Where tasks are suspended, and where they have failed.
import asyncio, sys, io
def out(task, limit=None):
    text = io.StringIO()
    task.print_stack(file=text, limit=limit)
    print(text.getvalue().replace(__file__, 'FILE'))
async def inner():
    await asyncio.sleep(0.01)
async def outer():
    await inner()
async def fails():
    1/0
async def main():
    t = asyncio.create_task(outer(), name='tt')
    await asyncio.sleep(0)
    out(t); out(t, 1); print([x.f_lineno for x in t.get_stack()])
    print(asyncio.current_task().get_stack()[-1].f_lineno, len(asyncio.current_task().get_stack(limit=1)))
    await t
    out(t); print([x.f_lineno for x in t.get_stack()])
    f = asyncio.create_task(fails(), name='ff')
    await asyncio.wait([f])
    out(f); print([x.f_lineno for x in f.get_stack()], [x.f_lineno for x in f.get_stack(limit=1)])
    g = asyncio.create_task(outer(), name='gg')
    out(g); print([x.f_lineno for x in g.get_stack()])
    g.cancel()
    try: await g
    except asyncio.CancelledError: pass
    out(g)
asyncio.run(main())
