"""The command line: unittest.main() and python -m unittest."""
import os
import sys

from . import loader, runner

__unittest = True


def _pattern(pattern):
    return pattern if "*" in pattern else "*%s*" % pattern


class TestProgram:
    """Loads the tests that the command line names and runs them."""
    module = None
    verbosity = 1
    failfast = catchbreak = buffer = progName = warnings = testNamePatterns = None

    def __init__(self, module="__main__", defaultTest=None, argv=None, testRunner=None,
                 testLoader=loader.defaultTestLoader, exit=True, verbosity=1, failfast=None, catchbreak=None,
                 buffer=None, warnings=None, *, tb_locals=False):
        if isinstance(module, str):
            self.module = __import__(module)
            for part in module.split(".")[1:]:
                self.module = getattr(self.module, part)
        else:
            self.module = module
        if argv is None:
            argv = sys.argv
        self.exit = exit
        self.failfast = failfast
        self.catchbreak = catchbreak
        self.verbosity = verbosity
        self.buffer = buffer
        self.tb_locals = tb_locals
        if warnings is None and not sys.warnoptions:
            self.warnings = "default"
        else:
            self.warnings = warnings
        self.defaultTest = defaultTest
        self.testRunner = testRunner
        self.testLoader = testLoader
        self.progName = os.path.basename(argv[0])
        self.parseArgs(argv)
        self.runTests()

    def parseArgs(self, argv):
        """Read the command line and load the tests."""
        if self.module is None and len(argv) > 1 and argv[1].lower() == "discover":
            self._do_discovery(argv[2:])
            return
        parser = self._parser()
        parser.add_argument("tests", nargs="*", help="a list of any number of test modules, classes and test methods.")
        parser.prog = self.progName
        parser.parse_args(argv[1:], self)
        if self.module is None:
            if not self.tests:
                self._do_discovery([])
                return
            self.testNames = self.tests
            self.module = None
        elif self.tests:
            self.testNames = self.tests
        elif self.defaultTest is None:
            self.testNames = None
        elif isinstance(self.defaultTest, str):
            self.testNames = (self.defaultTest,)
        else:
            self.testNames = list(self.defaultTest)
        self.createTests()

    def _parser(self):
        import argparse
        parser = argparse.ArgumentParser()
        parser.add_argument("-v", "--verbose", dest="verbosity", action="store_const", const=2, help="Verbose output",
                            default=self.verbosity)
        parser.add_argument("-q", "--quiet", dest="verbosity", action="store_const", const=0, help="Quiet output",
                            default=self.verbosity)
        parser.add_argument("--locals", dest="tb_locals", action="store_true", help="Show local variables in tracebacks",
                            default=self.tb_locals)
        parser.add_argument("-f", "--failfast", dest="failfast", action="store_true",
                            help="Stop on first fail or error", default=self.failfast)
        parser.add_argument("-c", "--catch", dest="catchbreak", action="store_true",
                            help="Catch Ctrl-C and display results so far", default=self.catchbreak)
        parser.add_argument("-b", "--buffer", dest="buffer", action="store_true",
                            help="Buffer stdout and stderr during tests", default=self.buffer)
        parser.add_argument("-k", dest="testNamePatterns", action="append", type=_pattern,
                            help="Only run tests which match the given substring")
        return parser

    def createTests(self, from_discovery=False, Loader=None):
        """Load the tests."""
        if self.testNamePatterns:
            self.testLoader.testNamePatterns = self.testNamePatterns
        if from_discovery:
            self.test = (Loader() if Loader else self.testLoader).discover(self.start, self.pattern, self.top)
        elif self.testNames is None:
            self.test = self.testLoader.loadTestsFromModule(self.module)
        else:
            self.test = self.testLoader.loadTestsFromNames(self.testNames, self.module)

    def _do_discovery(self, argv, Loader=None):
        parser = self._parser()
        parser.prog = "%s discover" % self.progName
        parser.add_argument("-s", "--start-directory", dest="start", default=".")
        parser.add_argument("-p", "--pattern", dest="pattern", default="test*.py")
        parser.add_argument("-t", "--top-level-directory", dest="top", default=None)
        import argparse
        for name in "start", "pattern", "top":
            parser.add_argument(name, nargs="?", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        parser.parse_args(argv, self)
        self.createTests(from_discovery=True, Loader=Loader)

    def runTests(self):
        """Run the tests and, if `exit` is set, end the program."""
        if self.testRunner is None:
            self.testRunner = runner.TextTestRunner
        if isinstance(self.testRunner, type):
            made = self.testRunner(verbosity=self.verbosity, failfast=self.failfast, buffer=self.buffer,
                                   warnings=self.warnings, tb_locals=self.tb_locals)
        else:
            made = self.testRunner
        self.result = made.run(self.test)
        if self.exit:
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
