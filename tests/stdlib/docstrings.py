# Every public module, class and function of these modules says what it is. (Not all of CPython's do: nothing is expected
# of them.)
import contextlib
import importlib
import io
import sys
import types

MODULES = """sys os os.path pathlib io time datetime math cmath random statistics itertools functools operator collections
collections.abc dataclasses enum typing types abc contextlib copy pickle copyreg json re string textwrap pprint reprlib
argparse logging warnings traceback inspect weakref gc heapq bisect array struct hashlib base64 binascii zlib gzip zipfile
csv glob fnmatch shutil tempfile subprocess threading queue concurrent.futures multiprocessing asyncio signal atexit
platform getpass uuid fractions decimal numbers unittest unittest.mock urllib.parse configparser contextvars unicodedata
codecs html difflib calendar timeit __future__ builtins""".split()

silent = []
for module_name in MODULES:
    with contextlib.redirect_stdout(io.StringIO()):
        module = importlib.import_module(module_name)
    if not module.__doc__:
        silent.append(module_name)
    for name, value in vars(module).items():
        if name.startswith("_") or not isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
            continue
        if isinstance(value, type) and issubclass(value, BaseException) and module_name in ("struct", "zlib"):
            continue  # made by the module itself
        if not value.__doc__:
            silent.append(f"{module_name}.{name}")
print(silent if sys.implementation.name == "adder" else [])
print([bool(x.__doc__) for x in (int, ValueError, len, "".upper, type, object, dict.get, map)])


class Plain:
    pass


class Number(int):
    pass


print(Plain.__doc__, Number.__doc__)
