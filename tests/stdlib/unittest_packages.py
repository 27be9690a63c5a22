# Discovery asks packages themselves for tests, and their load_tests() in place of what stands in them.
import io
import os
import re
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
CASE = 'import unittest\nclass {0}(unittest.TestCase):\n    def test_{0}(self): pass\n'
with tempfile.TemporaryDirectory() as top:
    for name, text in {
        'test_top.py': CASE.format('Top'),
        'plain/test_hidden.py': CASE.format('Hidden'),  # no package
        'pk/__init__.py': "print('import pk')\n" + CASE.format('InPackage'),
        'pk/test_x.py': CASE.format('InX'),
        'pk/test_bad.py': 'import no_such_module\n',
        'pk/test_skipped.py': "import unittest\nraise unittest.SkipTest('not here')\n",
        'pk/inner/__init__.py': "import unittest\ndef load_tests(loader, tests, pattern):\n    print('load_tests', pattern)\n"
                                '    return unittest.TestSuite([unittest.FunctionTestCase(lambda: None, description="made")])\n',
        'pk/inner/test_not_asked.py': CASE.format('NotAsked'),
        'all/__init__.py': "import os\ndef load_tests(loader, tests, pattern):\n"
                           '    tests.addTests(loader.discover(os.path.dirname(__file__), pattern, loader._top_level_dir))\n'
                           '    return tests\n' + CASE.format('InAll'),
        'all/test_deep.py': CASE.format('Deep'),
        'broken/__init__.py': "1 / 0\n",
        'broken/test_never.py': CASE.format('Never'),
    }.items():
        os.makedirs(os.path.dirname(os.path.join(top, name)), exist_ok=True)
        with open(os.path.join(top, name), 'w') as f:
            f.write(text)
    for start, pattern in (top, 'test*.py'), (os.path.join(top, 'pk'), 'test_x.py'):
        stream = io.StringIO()
        tests = unittest.TestLoader().discover(start, pattern, top)
        result = unittest.TextTestRunner(stream, verbosity=2).run(tests)
        lines = stream.getvalue().splitlines()
        print(*sorted(line for line in lines if line.endswith(('ok', 'ERROR', "'not here'"))), sep='\n')
        print(result.testsRun, len(result.errors), len(result.skipped), *[t.id() for t, _ in result.errors])
