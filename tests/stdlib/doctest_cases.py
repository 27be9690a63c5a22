# Examples in docstrings: how differences are shown, and as cases of unittest; help of unittest.
"""
>>> 1+1
3
>>> print("a\\nb  c\\nlong line here")
a
b c
long lime here
>>> 1/0
5
"""
import contextlib, doctest, io, os, re, sys, tempfile, unittest


def say(text):
    # Lines of modules of the library are left out.
    text = text.replace(__file__, 'FILE')
    print(re.sub(r'(?m)^ *File "[^"]*doctest[^"]*", line \d+, in .*\n(?!Traceback)( +[^ F>\n].*\n)?', '', text))


def f():
    """
    >>> 2
    3
    """
for flags in (0, doctest.REPORT_NDIFF, doctest.REPORT_UDIFF, doctest.REPORT_CDIFF, doctest.REPORT_ONLY_FIRST_FAILURE, doctest.REPORT_NDIFF|doctest.NORMALIZE_WHITESPACE):
    print("=== flags", flags)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        doctest.testmod(optionflags=flags)
    say(out.getvalue())
suite = doctest.DocTestSuite()
out = io.StringIO()
unittest.TextTestRunner(stream=out, verbosity=2).run(suite)
say(re.sub(r'in [0-9.]*s', 'in Xs', out.getvalue()))
out = io.StringIO()
s = doctest.DocTestSuite(optionflags=doctest.REPORT_NDIFF)
unittest.TextTestRunner(stream=out).run(s)
say(re.sub(r'in [0-9.]*s', 'in Xs', out.getvalue()))
for t in suite: print(t, repr(t), t.id(), t.shortDescription(), t == t, type(t).__mro__[:2])

print(doctest.set_unittest_reportflags(doctest.REPORT_NDIFF), doctest.set_unittest_reportflags(0) == doctest.REPORT_NDIFF)
try: doctest.set_unittest_reportflags(doctest.ELLIPSIS)
except ValueError as e: print(e.args == ('Only reporting flags allowed', doctest.ELLIPSIS))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'text.txt')
    with open(path, 'w') as f: f.write('Some text.\n\n>>> 1 + 1\n2\n>>> x\n4\n')
    for globs in ({'x': 4}, {'x': 5}):
        suite = doctest.DocFileSuite(path, module_relative=False, globs=globs, setUp=lambda t: print('up', t.name), tearDown=lambda t: print('down'))
        result = unittest.TestResult()
        suite.run(result)
        print(result.testsRun, len(result.failures), [t.id() for t in suite], suite.countTestCases())
        print(*[text[text.index('Failed doc'):].replace(folder, 'FOLDER') for _, text in result.failures])
for module in (None, '__main__'):
    try: unittest.main(module=module, argv=['prog', '-h'])
    except SystemExit as e: print(e)
try: unittest.main(module=None, argv=['prog', 'discover', '-h'])
except SystemExit as e: print(e)
