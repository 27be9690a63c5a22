# What is left to the end: events that handlers keep are told, folders that could not be made are no matter.
import asyncio
import logging
import logging.handlers
import sys
import tempfile

shown = logging.StreamHandler(sys.stdout)
kept = logging.handlers.MemoryHandler(10, target=shown)
logging.getLogger('x').addHandler(kept)
logging.getLogger('x').warning('buffered')
try:
    tempfile.TemporaryDirectory(dir='/no/such/folder')
except FileNotFoundError as e:
    print(type(e).__name__)


async def main():
    future = asyncio.get_running_loop().create_future()
    for given in 5, 'text', int:
        try:
            future.set_exception(given)
        except TypeError as e:
            print(e)
    print(future.done())


asyncio.run(main())
try:
    import _os
except ImportError:
    pass  # CPython has none
else:
    for times in 5, (1,), (1, 2, 3, 'x'):
        try:
            _os._utime('.', times, None, True)
        except TypeError:
            pass
print('end')
