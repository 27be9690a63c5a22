# unittest.TestLoader: what names lead to, and what becomes of tests that cannot be loaded.
import os
import shutil
import sys
import tempfile
import unittest

FILES = {
    "mods.py": """
import unittest
class A(unittest.TestCase):
    def test_b(self): pass
    def test_a(self): pass
    @staticmethod
    def test_s(): pass
class B(unittest.TestCase):
    def runTest(self): pass
def make(): return unittest.TestSuite([A('test_a')])
def one(): return B()
def none(): return 3
x = 5
suite = unittest.TestSuite([B()])
""",
    "withload.py": "def load_tests(loader, tests, pattern): raise ValueError('no')\n",
    "broken.py": "import nothing_there\n",
    "pk/__init__.py": "",
    "pk/test_broken.py": "import nothing_there\n",
    "pk/test_ok.py": "import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n",
    "pk/test_skip.py": "import unittest\nraise unittest.SkipTest('later')\n",
}
root = tempfile.mkdtemp()
for name, text in FILES.items():
    os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
    with open(os.path.join(root, name), "w") as f:
        f.write(text)
sys.path.insert(0, root)
sys.dont_write_bytecode = True


def flat(tests):
    return [t for each in tests for t in flat(each)] if isinstance(tests, unittest.TestSuite) else [str(tests)]


NAMES = """mods mods.A mods.A.test_a mods.A.test_s mods.A.zz mods.make mods.one mods.none mods.x mods.suite mods.B withload
broken broken.x nope nope.y pk.test_ok.A pk.test_broken pk.nothing unittest.TestSuite""".split()
for name in NAMES:
    loader = unittest.TestLoader()
    try:
        result = flat(loader.loadTestsFromName(name))
    except Exception as e:
        result = type(e).__name__ + " " + str(e).partition(" at 0x")[0]
    print(name, result, [e.splitlines()[0] + " | " + e.strip().splitlines()[-1] for e in loader.errors])
loader = unittest.TestLoader()
print(flat(loader.discover(os.path.join(root, "pk"), top_level_dir=root)), len(loader.errors))
import mods

loader.testNamePatterns = ["*test_a"]
print(flat(loader.loadTestsFromModule(mods)))
loader.testNamePatterns = None
loader.sortTestMethodsUsing = lambda a, b: (a < b) - (a > b)
print(flat(loader.loadTestsFromTestCase(mods.A)), loader.getTestCaseNames(mods.B))
try:
    loader.loadTestsFromTestCase(unittest.TestSuite)
except TypeError as e:
    print(e)
for name in ("withload", "broken", "mods.A.zz"):
    result = unittest.TestResult()
    unittest.TestLoader().loadTestsFromName(name).run(result)
    print(name, result.errors[0][1].strip().splitlines()[-1], len(result.errors))
shutil.rmtree(root)
