# Numbers of the system, and small functions of os that have to do with them.
import asyncio
import os
import tempfile

names = 'OK USAGE DATAERR NOINPUT NOUSER NOHOST UNAVAILABLE SOFTWARE OSERR OSFILE CANTCREAT IOERR TEMPFAIL PROTOCOL NOPERM CONFIG'
print([getattr(os, 'EX_' + name) for name in names.split()])
print([getattr(os, name) for name in ('O_DIRECTORY', 'O_SYNC', 'O_DSYNC', 'O_NOCTTY', 'O_ACCMODE', 'WUNTRACED', 'WCONTINUED')])
print(os.geteuid(), os.getegid(), os.getpgrp() > 0, len(os.getloadavg()), all(isinstance(x, float) for x in os.getloadavg()))
print(os.getcwdb() == os.fsencode(os.getcwd()))
for name in ('SC_PAGE_SIZE', 'SC_PAGESIZE', 'SC_CLK_TCK', 'SC_NPROCESSORS_ONLN', 'SC_PHYS_PAGES', 'SC_ARG_MAX', 'SC_OPEN_MAX'):
    print(name, os.sysconf(name) > 0, os.sysconf(os.sysconf_names[name]) == os.sysconf(name))
for wrong in ('SC_NOTHING', 1.5, None, -5):
    try:
        print(os.sysconf(wrong))
    except (ValueError, TypeError, OSError) as e:
        print(type(e).__name__, e)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'a')
    with open(path, 'w') as f:
        f.write('0123456789')
    os.truncate(path, 5)
    print(open(path).read())
    with open(path, 'r+') as f:
        os.ftruncate(f.fileno(), 2)
        os.truncate(f.fileno(), 1)
    print(open(path).read())
    try:
        os.truncate(path + 'b', 1)
    except OSError as e:
        print(type(e).__name__, e.errno)
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.closerange(fd, fd + 2)
    try:
        os.fstat(fd)
    except OSError as e:
        print(e)
print({'getcwdb', 'sysconf', 'geteuid', 'truncate', 'EX_USAGE'} <= set(os.__all__))


async def late():
    try:
        async with asyncio.timeout(0.001):
            await asyncio.sleep(10)
    except TimeoutError as e:
        print(repr(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
    try:
        await asyncio.wait_for(asyncio.sleep(10), 0.001)
    except TimeoutError as e:
        print(repr(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__)


asyncio.run(late())
