# Functions and constants that modules have for few programs.
import asyncio
import inspect
import io
import locale
import os
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
import weakref

print(time.CLOCK_REALTIME, time.CLOCK_MONOTONIC, time.CLOCK_PROCESS_CPUTIME_ID, time.CLOCK_THREAD_CPUTIME_ID,
      time.CLOCK_MONOTONIC_RAW, time.CLOCK_BOOTTIME, time.CLOCK_TAI)
print(abs(time.clock_gettime(time.CLOCK_REALTIME) - time.time()) < 1, abs(time.clock_gettime_ns(1) - time.monotonic_ns()) < 10 ** 9)
print(0 < time.clock_getres(time.CLOCK_MONOTONIC) < 1)
try:
    time.clock_gettime(12345)
except OSError as e:
    print(e)
print(tempfile.gettempdirb() == os.fsencode(tempfile.gettempdir()), tempfile.gettempprefixb())


class A:
    x = property(lambda self: 1)
    y = 2


class B(A):
    pass


class C(A):
    pass


class D(B, C):
    pass


print([name for name, value in inspect.getmembers_static(A()) if not name.startswith('__')])
print(inspect.getmembers_static(D, lambda value: value == 2), inspect.getclasstree([A, B, C, D]))
print(inspect.getclasstree([D, B], unique=True), inspect.getabsfile(A) == os.path.abspath(__file__))


class Case(unittest.TestCase):
    def test_b(self):
        pass

    def test_a(self):
        pass


with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    print(unittest.getTestCaseNames(Case, 'test'), unittest.makeSuite(Case).countTestCases())
    print(unittest.findTestCases(sys.modules['__main__']).countTestCases(), unittest.makeSuite(Case, 'test_a').countTestCases())
for warning in told:
    print(warning.category.__name__, warning.message)


class Plain(unittest.IsolatedAsyncioTestCase):
    def asyncSetUp(self):
        print('never')

    def test(self):
        print('never')


class Torn(unittest.IsolatedAsyncioTestCase):
    def asyncTearDown(self):
        print('never')

    async def test(self):
        await asyncio.sleep(0)
        print('runs')


class Entering(unittest.IsolatedAsyncioTestCase):
    async def test(self):
        await self.enterAsyncContext(5)


for case in (Plain, Torn, Entering):
    result = unittest.TestResult()
    case('test').run(result)
    for kind, found in (('failure', result.failures), ('error', result.errors)):
        for _, text in found:
            print(kind, text.splitlines()[-1].partition(' at 0x')[0])


class Sequence:
    def __getitem__(self, i):
        return i


print(iter(Sequence()).__length_hint__(), iter([1, 2]).__length_hint__())
proxy = weakref.proxy(case := A())
try:
    weakref.proxy(proxy)
except TypeError as e:
    print(e)
PLAIN = {name: value for name, value in os.environ.items() if not name.startswith(('LC_', 'LANG'))}
for settings in ({}, {'LC_ALL': 'C'}, {'LC_ALL': 'POSIX'}, {'LC_ALL': 'C.UTF-8'}, {'LANG': 'C'}, {'LANG': 'no_such.UTF-8'},
                 {'LC_ALL': 'no_such'}):
    code = 'import locale; print(locale.getlocale(), locale.getlocale(locale.LC_NUMERIC), locale.setlocale(locale.LC_CTYPE))'
    print(settings, subprocess.run([sys.executable, '-c', code], env={**PLAIN, **settings}, capture_output=True, text=True).stdout)
