"""Tests: cases, suites, a loader, a runner."""
from .result import TestResult
from .case import (FunctionTestCase, SkipTest, TestCase, addModuleCleanup, doModuleCleanups, enterModuleContext,
                   expectedFailure, skip, skipIf, skipUnless)
from .suite import BaseTestSuite, TestSuite
from .loader import TestLoader, defaultTestLoader, findTestCases, getTestCaseNames, makeSuite
from .runner import TextTestResult, TextTestRunner
from .main import TestProgram, main

__all__ = ["TestResult", "TestCase", "IsolatedAsyncioTestCase", "TestSuite", "TextTestRunner", "TestLoader",
           "FunctionTestCase", "main", "defaultTestLoader", "SkipTest", "skip", "skipIf", "skipUnless",
           "expectedFailure", "TextTestResult", "addModuleCleanup", "doModuleCleanups", "enterModuleContext"]

__unittest = True


def __getattr__(name):
    if name == "IsolatedAsyncioTestCase":
        from .async_case import IsolatedAsyncioTestCase
        return IsolatedAsyncioTestCase
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), "IsolatedAsyncioTestCase"})


def installHandler():
    """Nothing to install: Ctrl-C ends the run."""


def load_tests(loader, tests, pattern):
    """The tests of this package."""
    import os.path
    return loader.discover(start_dir=os.path.dirname(__file__), pattern=pattern)
