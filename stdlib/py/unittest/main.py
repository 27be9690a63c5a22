"""The command line: unittest.main() and python -m unittest."""
import sys

from . import loader, runner

__unittest = True

# Options of the command line: flags, the attribute that they set, how, and what is said of them.
_OPTIONS = [
    (("-v", "--verbose"), "verbosity", {"action": "store_const", "const": 2}, "Verbose output"),
    (("-q", "--quiet"), "verbosity", {"action": "store_const", "const": 0}, "Quiet output"),
    (("--locals",), "tb_locals", {"action": "store_true"}, "Show local variables in tracebacks"),
    (("-f", "--failfast"), "failfast", {"action": "store_true"}, "Stop on first fail or error"),
    (("-c", "--catch"), "catchbreak", {"action": "store_true"}, "Catch Ctrl-C and display results so far"),
    (("-b", "--buffer"), "buffer", {"action": "store_true"}, "Buffer stdout and stderr during tests"),
    (("-k",), "testNamePatterns", {"action": "append", "type": lambda text: text if "*" in text else f"*{text}*"},
     "Only run tests which match the given substring"),
]

_EXAMPLES = """\
Examples:
  %(name)s test_module               - run tests from test_module
  %(name)s module.TestClass          - run tests from module.TestClass
  %(name)s module.Class.test_method  - run specified test method
  %(name)s path/to/test_file.py      - run tests from test_file.py
"""
_EXAMPLES_OF_MODULE = """\
Examples:
  %(name)s                           - run default set of tests
  %(name)s MyTestSuite               - run suite 'MyTestSuite'
  %(name)s MyTestCase.testSomething  - run MyTestCase.testSomething
  %(name)s MyTestCase                - run all 'test*' test methods
                                       in MyTestCase
"""


def _imported(name):
    """A module by its dotted name."""
    found = __import__(name)
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    return found


def _module_name(name):
    """The dotted name of a module that the command line names by its file below the working directory."""
    from os import getcwd, path
    if not name.lower().endswith(".py") or not path.isfile(name):
        return name
    if path.isabs(name):
        below = path.relpath(name, getcwd())
        if below.startswith(path.pardir):
            return name
        name = below
    return path.normpath(name)[:-3].replace("/", ".")


class TestProgram:
    """Loads the tests that the command line names and runs them."""
    verbosity = 1
    module = failfast = catchbreak = buffer = None
    progName = warnings = testNamePatterns = None

    def __init__(self, module="__main__", defaultTest=None, argv=None, testRunner=None,
                 testLoader=loader.defaultTestLoader, exit=True, verbosity=1, failfast=None, catchbreak=None,
                 buffer=None,
                 warnings=None, *, tb_locals=False):
        given = {name: value for name, value in locals().items() if name not in ("self", "argv")}
        vars(self).update(given)
        if isinstance(module, str):
            self.module = _imported(module)
        if warnings is None and not sys.warnoptions:
            self.warnings = "default"  # show each once
        line = sys.argv if argv is None else argv
        from os.path import basename  # not for those who only derive from TestCase
        self.progName = basename(line[0])
        self.parseArgs(line)
        self.runTests()

    def parseArgs(self, argv):
        """Read the command line and load the tests."""
        if self.module is None and [word.lower() for word in argv[1:2]] == ["discover"]:
            return self._do_discovery(argv[2:])
        parser = self._parser(self.progName)
        parser.add_argument("tests", nargs="*", help="a list of any number of test modules, classes and test methods.")
        parser.print_help = lambda file=None: self._print_help(parser)
        parser.parse_args(argv[1:], self)
        if self.module is None and not self.tests:
            return self._do_discovery([])
        default = self.defaultTest
        if isinstance(default, str):
            default = (default,)
        if self.tests:
            self.testNames = [_module_name(name) for name in self.tests]
        else:
            self.testNames = default if default is None else list(default)
        self.createTests()

    def _parser(self, name):
        from argparse import ArgumentParser
        parser = ArgumentParser(prog=name)
        for flags, attribute, how, text in _OPTIONS:
            parser.add_argument(*flags, dest=attribute, default=getattr(self, attribute), help=text, **how)
        return parser

    def _print_help(self, parser):
        print(parser.format_help())
        if self.module is None:
            print(_EXAMPLES % {"name": self.progName})
            self._discovery_parser().print_help()
        else:
            print(_EXAMPLES_OF_MODULE % {"name": self.progName})

    def createTests(self, from_discovery=False, Loader=None):
        """Load the tests."""
        source = self.testLoader
        if self.testNamePatterns:
            source.testNamePatterns = self.testNamePatterns
        if from_discovery:
            source = source if Loader is None else Loader()
            self.test = source.discover(self.start, self.pattern, self.top)
        else:
            names = self.testNames
            self.test = (source.loadTestsFromModule(self.module) if names is None
                         else source.loadTestsFromNames(names, self.module))

    def _discovery_parser(self):
        from argparse import SUPPRESS
        parser = self._parser(f"{self.progName} discover")
        parser.epilog = ("For test discovery all test modules must be importable from the top level directory of the "
                         "project.")
        places = [("start", "-s", "--start-directory", ".", "Directory to start discovery ('.' default)"),
                  ("pattern", "-p", "--pattern", "test*.py", "Pattern to match tests ('test*.py' default)"),
                  ("top", "-t", "--top-level-directory", None,
                   "Top level directory of project (defaults to start directory)")]
        for name, *flags, default, text in places:
            parser.add_argument(*flags, dest=name, default=default, help=text)
        for name, *_ in places:  # the same without flags, in this order
            parser.add_argument(name, nargs="?", default=SUPPRESS, help=SUPPRESS)
        return parser

    def _do_discovery(self, argv, Loader=None):
        self._discovery_parser().parse_args(argv, self)
        self.createTests(True, Loader)

    def runTests(self):
        """Run the tests and, if `exit` is set, end the program."""
        chosen = self.testRunner or runner.TextTestRunner
        if isinstance(chosen, type):
            options = ("verbosity", "failfast", "buffer", "warnings", "tb_locals")
            chosen = chosen(**{name: getattr(self, name) for name in options})
        self.result = chosen.run(self.test)
        if self.exit:
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
