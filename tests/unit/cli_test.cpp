// The command line: what each kind of call prints and how it ends. Needs ADDER_PROGRAM (set by the build).
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "tests/runner/process.h"

namespace {

using adder::testing_support::ProcessResult;
using adder::testing_support::run_process;

class CommandLine : public ::testing::Test {
 protected:
  void SetUp() override {
    dir_ = std::filesystem::temp_directory_path() / ("adder_cli_" + std::to_string(getpid()));
    std::filesystem::create_directories(dir_);
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }

  ProcessResult run(std::vector<std::string> words, const std::string& input = "") {
    words.insert(words.begin(), ADDER_PROGRAM);
    return run_process(words, {"PYTHONUNBUFFERED="}, input, dir_, 20);
  }
  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((dir_ / name).parent_path());
    std::ofstream(dir_ / name) << text;
  }
  std::filesystem::path dir_;
};

void expect(const ProcessResult& r, int status, const std::string& out, const std::string& err_has = "") {
  EXPECT_EQ(r.exit_status, status) << r.err;
  EXPECT_EQ(r.out, out);
  EXPECT_NE(r.err.find(err_has), std::string::npos) << r.err;
}

TEST_F(CommandLine, RunsAFileWithItsArguments) {
  write("a.py", "import sys\nprint(sys.argv, __name__)\n");
  expect(run({"a.py", "x", "--y"}), 0, "['a.py', 'x', '--y'] __main__\n");
}

TEST_F(CommandLine, RunsCodeAModuleAndStandardInput) {
  expect(run({"-c", "import sys; print(1 + 1, sys.argv)", "z"}), 0, "2 ['-c', 'z']\n");
  write("m.py", "print(__name__, __file__ is not None)\n");
  expect(run({"-m", "m"}), 0, "__main__ True\n");
  write("pkg/__init__.py", "");
  write("pkg/__main__.py", "from . import part\nprint(part.x)\n");
  write("pkg/part.py", "x = 7\n");
  expect(run({"-m", "pkg"}), 0, "7\n");
  expect(run({"-"}, "print('in')\n"), 0, "in\n");
}

TEST_F(CommandLine, ThePathHasTheFoldersOfTheEnvironment) {
  const std::string here = std::filesystem::canonical(dir_).string();
  write("lib/helper.py", "x = 5\n");
  write("real/s.py", "import sys\nprint(sys.path[0])\n");
  write("real/main.py", "import sys, helper\nprint(helper.x, sys.path[:2])\n");
  auto with = [&](const std::string& path, std::vector<std::string> words) {
    words.insert(words.begin(), ADDER_PROGRAM);
    return run_process(words, {"PYTHONPATH=" + path}, "", dir_, 20);
  };
  const std::string show = "import sys; print(sys.path[:3], sys.flags.safe_path, sys.flags.ignore_environment)";
  expect(with("lib", {"real/main.py"}), 0, "5 ['" + here + "/real', '" + here + "/lib']\n");
  expect(with("a:/b/../c/", {"-c", show}), 0, "['', '" + here + "/a', '/c'] False 0\n");
  expect(with("/b::/b:/", {"-P", "-c", show}), 0, "['/b', '" + here + "', '/'] True 0\n");
  expect(with("/b", {"-E", "-c", "import sys; print('/b' in sys.path, sys.path[0] == '')"}), 0, "False True\n");
  expect(with("/b", {"-I", "-c", "import sys; print('/b' in sys.path, '' in sys.path, sys.flags.isolated)"}), 0,
         "False False 1\n");
  expect(with("", {"-c", "import sys; print(sys.path.count('" + here + "'))"}), 0, "0\n");
}
TEST_F(CommandLine, TheFolderOfAScriptIsTheOneBehindItsLinks) {
  const std::string here = std::filesystem::canonical(dir_).string();
  write("real/s.py", "import sys\nprint(sys.path[0], __file__)\n");
  write("real/__main__.py", "import sys\nprint(sys.path[0])\n");
  std::filesystem::create_directories(dir_ / "links");
  std::filesystem::create_symlink("../real/s.py", dir_ / "links/s.py");
  std::filesystem::create_symlink("real", dir_ / "folder");
  expect(run({"links/s.py"}), 0, here + "/real " + here + "/links/s.py\n");
  expect(run({"folder/s.py"}), 0, here + "/real " + here + "/folder/s.py\n");
  expect(run({"folder"}), 0, here + "/folder\n");
  expect(run({"/dev/stdin"}, "import sys\nprint(sys.path[0])\n"), 0, "/proc/self/fd\n");
}
TEST_F(CommandLine, FromPackageImportsItsSubmodules) {
  write("p/__init__.py", "__all__ = ['a', 'b', 'c']\nb = 1\n");
  write("p/a.py", "print('a')\n");
  write("p/b.py", "print('b')\n");
  write("p/c/__init__.py", "from . import *\nprint('c')\n__all__ = ['d']\n");
  write("p/c/d.py", "print('d')\n");
  write("bad/__init__.py", "__all__ = ['nope']\n");
  write("worse/__init__.py", "__all__ = ['x', 3]\nx = 1\n");
  expect(run({"-c", "from p import *\nprint(a.__name__, b, c.__name__, 'd' in vars(c))\nfrom p.c import *\nprint(d.__name__)"}), 0,
         "a\nc\np.a 1 p.c False\nd\np.c.d\n");
  expect(run({"-c", "m = __import__('p', fromlist=['a', 'b'])\nprint(m.a.__name__, m.b)"}), 0, "a\np.a 1\n");
  expect(run({"-c", "from bad import *"}), 1, "", "AttributeError: module 'bad' has no attribute 'nope'");
  expect(run({"-c", "from worse import *"}), 1, "", "TypeError: Item in worse.__all__ must be str, not int");
  expect(run({"-c", "import p\ntry: __import__('p', fromlist=(1,))\nexcept TypeError as e: print(e)"}), 0,
         "Item in ``from list'' must be str, not int\n");
}
TEST_F(CommandLine, UnittestTakesFilesForModules) {
  const std::string test = "import unittest\nclass A(unittest.TestCase):\n  def test_a(self): print(__name__)\n";
  write("test_x.py", test);
  write("sub/test_z.py", test);
  const std::string here = std::filesystem::canonical(dir_).string();
  expect(run({"-m", "unittest", "test_x.py", "./sub/test_z.py", here + "/test_x.py"}), 0, "test_x\nsub.test_z\ntest_x\n");
  expect(run({"-m", "unittest", "nope.py"}), 1, "", "No module named 'nope'");
}
TEST_F(CommandLine, ArgumentsAndInputMayBeNoText) {
  expect(run({"-c", "import sys; print(ascii(sys.argv))", "\xff\xfe", "\xf0", "a\xf0\x9f"}), 0,
         "['-c', '\\udcff\\udcfe', '\\udcf0', 'a\\udcf0\\udc9f']\n");
  expect(run({"-c", "import sys; print([*sys.stdin])"}, "a\r\nb\rc\n"), 0, "['a\\r\\n', 'b\\rc\\n']\n");
  expect(run({"-"}, "print(__file__)\n"), 0, "<stdin>\n");
}
TEST_F(CommandLine, TheEnvironmentSaysHowStreamsAreEncoded) {
  auto with = [&](const char* settings, const std::string& code) {
    return run_process({"/bin/sh", "-c", std::string(settings) + " exec \"$0\" -c \"$1\"", ADDER_PROGRAM, code}, {}, "", dir_, 20);
  };
  expect(with("PYTHONIOENCODING=latin-1", "print('\xc3\xa9')"), 0, "\xe9\n");
  expect(with("PYTHONIOENCODING=ascii:replace", "print('\xc3\xa9')"), 0, "?\n");
  expect(with("PYTHONIOENCODING=:ignore", "print('a\\ud800b')"), 0, "ab\n");
  expect(with("PYTHONIOENCODING=nosuch", "1"), 2, "", "unknown encoding: nosuch");
  expect(with("LC_ALL=C", "print('a\\udcffb')"), 0, "a\xff" "b\n");
  expect(with("LC_ALL=C PYTHONIOENCODING=utf-8", "print('a\\udcffb')"), 1, "", "surrogates not allowed");
}
// The parent learns that it was an interrupt.
TEST_F(CommandLine, AnUncaughtInterruptEndsTheProgramByItsSignal) {
  expect(run_process({"/bin/sh", "-c", "\"$0\" -c 'import sys, subprocess; print(subprocess.run([sys.executable, \"-c\", "
                                       "\"raise KeyboardInterrupt\"]).returncode)'", ADDER_PROGRAM}, {}, "", dir_, 20),
         0, "-2\n", "KeyboardInterrupt");
}
// Prompts of an input that is no terminal are no output, and input() takes the next line.
TEST_F(CommandLine, ThePromptReadsLinesOfAFile) {
  expect(run({"-i", "-q"}, "x = 6\nx * 7\ninput('? ')\nhello\nif x:\n  'last'\n"), 0, "42\n? 'hello'\n'last'\n", ">>> >>> >>> ");
}
TEST_F(CommandLine, TheExitOfAScriptBeforeAPromptIsAnException) {
  expect(run({"-i", "-q", "-c", "raise SystemExit(3)"}, "5 * 5\n"), 0, "25\n", "SystemExit: 3\n");
}
TEST_F(CommandLine, TheTracebackOfAFailedAsyncTestReachesTheTest) {
  write("test_async.py",
        "import unittest\nclass T(unittest.IsolatedAsyncioTestCase):\n    async def test(self):\n        self.fail('no')\n");
  expect(run({"-m", "unittest", "test_async"}), 1, "", "line 4, in test\n    self.fail('no')\nAssertionError: no\n");
  expect(run({"-m", "unittest", "test_async.T.nope"}), 1, "",
         "-\nAttributeError: type object 'T' has no attribute 'nope'\n\n");
}
TEST_F(CommandLine, RunsModulesOfTheLibrary) {
  expect(run({"-m", "json.tool", "--indent=1"}, "{\"a\": [1]}"), 0, "{\n \"a\": [\n  1\n ]\n}\n");
  expect(run({"-m", "json.tool", "none"}), 2, "",
         "json.tool: error: argument infile: can't open 'none': [Errno 2] No such file or directory: 'none'\n");
  expect(run({"-m", "base64", "-d"}, "YWRkZXI="), 0, "adder");
  expect(run({"-m", "base64", "-t"}), 0, "b'Aladdin:open sesame'\nb'QWxhZGRpbjpvcGVuIHNlc2FtZQ==\\n'\nb'Aladdin:open sesame'\n");
  expect(run({"-m", "calendar", "-w", "3", "2026", "2"}), 0,
         "       February 2026\nMon Tue Wed Thu Fri Sat Sun\n                          1\n"
         "  2   3   4   5   6   7   8\n  9  10  11  12  13  14  15\n 16  17  18  19  20  21  22\n 23  24  25  26  27  28\n");
  expect(run({"--no-files", "-m", "json.tool"}, "[]"), 0, "[]\n");
  expect(run({"--no-files", "-m", "no_such"}), 1, "", ": No module named no_such\n");
  expect(run({"-m", "json.tool"}, "{1"), 1, "", "Expecting property name enclosed in double quotes");
  ProcessResult r = run({"-m", "timeit", "-n", "10", "-r", "3", "-s", "x = 1", "x + 1"});
  EXPECT_TRUE(r.out.starts_with("10 loops, best of 3: ")) << r.out;
  EXPECT_TRUE(r.out.ends_with("sec per loop\n")) << r.out;
  write("test_one.py", "import unittest\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEqual(1, 1)\n");
  expect(run({"-m", "unittest", "test_one"}), 0, "", "Ran 1 test in ");
  expect(run({"-m", "no_such"}), 1, "", ": No module named no_such\n");
}

TEST_F(CommandLine, SaysWhyAModuleCannotBeRun) {
  write("pkg/__init__.py", "");
  write("pkg/sub.py", "import sys\nif __spec__: print(__spec__.name, __package__, __file__ == __spec__.origin)\nprint(sys.argv[0] == __file__)");
  write("bare/__main__.py", "print(__spec__.name, __package__)\n");
  expect(run({"-m", "pkg.sub"}), 0, "pkg.sub pkg True\nTrue\n");
  expect(run({"-m", "bare"}), 0, "bare.__main__ bare\n");
  expect(run({"-m", "pkg"}), 1, "", ": No module named pkg.__main__; 'pkg' is a package and cannot be directly executed\n");
  expect(run({"-m", "json"}), 1, "", ": No module named json.__main__; 'json' is a package and cannot be directly executed\n");
  expect(run({"-m", "pkg.none"}), 1, "", ": No module named pkg.none\n");
  expect(run({"-m", "none.sub"}), 1, "",
         ": Error while finding module specification for 'none.sub' (ModuleNotFoundError: No module named 'none')\n");
  expect(run({"-m", "pkg.sub.x"}), 1, "pkg.sub pkg True\nFalse\n",
         " (ModuleNotFoundError: __path__ attribute not found on 'pkg.sub' while trying to find 'pkg.sub.x')\n");
  expect(run({"-m", "math"}), 1, "", ": No code object available for math\n");
  expect(run({"-m", "__main__"}), 1, "",
         ": Error while finding module specification for '__main__' (ValueError: __main__.__spec__ is None)\n");
}

// Folders without __init__.py are packages too, of all parts that lie on the path.
TEST_F(CommandLine, FoldersArePackages) {
  write("one/space/a.py", "from . import b\nprint(__package__, b.x)\n");
  write("two/space/b.py", "x = 2\n");
  write("two/whole.py", "x = 3\n");
  write("one/whole/c.py", "");
  write("a.py",
        "import sys; sys.path += ['one', 'two']\n"
        "import space.a, whole\n"
        "print(space.__name__, hasattr(space, '__file__'), len(space.__path__), whole.x)\n"
        "from importlib.util import find_spec\n"
        "print(find_spec('space').origin, len(find_spec('one').submodule_search_locations))\n"
        "try: from space import c\n"
        "except ImportError as e: print(e)\n");
  expect(run({"a.py"}), 0,
         "space 2\nspace False 2 3\nNone 1\ncannot import name 'c' from 'space' (unknown location)\n");
}

TEST_F(CommandLine, WritesAtOnceWhereAsked) {
  const std::string script = "import os\nprint(1)\nos._exit(0)\n";
  expect(run({"-c", script}), 0, "");
  expect(run({"-u", "-c", script}), 0, "1\n");
  expect(run_process({ADDER_PROGRAM, "-c", script}, {"PYTHONUNBUFFERED=1"}, "", dir_, 20), 0, "1\n");
  expect(run_process({ADDER_PROGRAM, "-E", "-c", script}, {"PYTHONUNBUFFERED=1"}, "", dir_, 20), 0, "");
}

TEST_F(CommandLine, SaysThatItsOutputIsLost) {
  ProcessResult r = run_process({"/bin/sh", "-c", std::string(ADDER_PROGRAM) + " -c 'print(1)' > /dev/full"}, {"PYTHONUNBUFFERED="}, "", dir_, 20);
  EXPECT_EQ(r.exit_status, 120);
  EXPECT_NE(r.err.find("OSError: [Errno 28] No space left on device"), std::string::npos) << r.err;
}

TEST_F(CommandLine, RunsWithItsStreamsClosed) {
  auto with = [&](const std::string& closed, const std::string& script) {
    return run_process({"/bin/sh", "-c", std::string(ADDER_PROGRAM) + " -c '" + script + "' " + closed}, {}, "", dir_, 20);
  };
  for (const char* closed : {">&-", ">&- 2>&- <&-"}) {
    expect(with(closed, "print(1)\nprint(2, flush=True)"), 0, "");
    expect(with(closed, "import sys\nprint(1)\nsys.exit(0 if sys.stdout is sys.__stdout__ is None else 1)"), 0, "");
  }
  expect(with("2>&-", "import sys\nprint(sys.stderr)"), 0, "None\n");
  expect(with("<&-", "input(1)"), 1, "", "RuntimeError: input(): lost sys.stdin");
  // What is told on a closed stream gets into no file of the script.
  for (const char* closed : {"2>&-", ">&- 2>&- <&-"}) {
    expect(with(closed, "f = open(\"data\", \"w\")\nf.write(\"data\")\nf.flush()\n1/0"), 1, "");
    std::ifstream file(dir_ / "data");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "data");
  }
}

TEST_F(CommandLine, TakesTheOptionsOfCPython) {
  write("a.py", "first line is no Python\nimport sys\nprint(sys.argv, sys.flags.quiet)\n");
  expect(run({"-qx", "a.py", "-i"}), 0, "['a.py', '-i'] 1\n");
  expect(run({"-BuEsSOIv", "-X", "dev", "-Xutf8", "-c", "print(1)"}), 0, "1\n");
  expect(run({"-Bcprint(2)", "x"}), 0, "2\n");
  write("-b.py", "print('dashed')\n");
  expect(run({"--", "-b.py"}), 0, "dashed\n");
  expect(run({"-W", "error", "-c", "import warnings\nwarnings.warn('w')"}), 1, "", "UserWarning: w");
  expect(run({"-Wignore", "-c", "import sys, warnings\nwarnings.warn('w')\nprint(sys.warnoptions)"}), 0, "['ignore']\n");
  for (const auto& [option, why] : std::vector<std::pair<std::string, std::string>>{
           {"bogus", "invalid action: 'bogus'"},
           {"error::Nope", "unknown warning category: 'Nope'"},
           {"error::no.Nope", "invalid module name: 'no'"},
           {"error::int", "invalid warning category: 'int'"},
           {"error::::y", "invalid lineno 'y'"},
           {"error:a:b:c:d:e", "too many fields (max 5): 'error:a:b:c:d:e'"}})
    EXPECT_EQ(run({"-W", option, "-c", "print(1)"}).err, "Invalid -W option ignored: " + why + "\n");
  expect(run({"-Wignore:a(b", "-c", "import warnings\nwarnings.warn('a(b c')\nwarnings.warn('d')"}), 0, "", "UserWarning: d");
  expect(run({"-W"}), 2, "", "argument expected for the -W option");
  expect(run({"-Z"}), 2, "", "unknown option -Z");
  ProcessResult r = run({"-qi", "-c", "x = 6"}, "x * 7\ny = [\nx,\n8]\nsum(y)\n");
  EXPECT_NE(r.out.find("42"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("14"), std::string::npos) << r.out;
}

// Expected lines from CPython 3.11.
TEST_F(CommandLine, LeavesAssertsAndDocumentationOut) {
  write("b.py", "assert 0\nprint('imported')\n");
  write("a.py",
        "import ast, sys, b\n"
        "def f():\n    'text'\n    assert 0, 'no'\n    if __debug__: print('debug')\n"
        "class C: 'text'\n"
        "f()\nexec('assert 0')\nprint(sys.flags.optimize, __debug__, f.__doc__, C.__doc__)\n"
        "for level in -1, 0, 1, 2:\n"
        "    for source in 'assert 0', ast.parse('assert 0'):\n"
        "        try:\n            exec(compile(source, 'x', 'exec', optimize=level))\n"
        "        except AssertionError:\n            print(level, end=' ')\n"
        "print(eval(compile('__debug__', 'x', 'eval', optimize=0)))\n"
        "try:\n    compile('', 'x', 'exec', optimize=3)\nexcept ValueError as e:\n    print(e)\n");
  const std::string rest = "0 0 True\ncompile(): invalid optimize value\n";
  expect(run({"-O", "a.py"}), 0, "imported\n1 False text text\n" + rest);
  expect(run({"-OO", "a.py"}), 0, "imported\n2 False None None\n" + rest);
  expect(run({"-c", "import os, sys\nprint(sys.flags.optimize, __debug__)\nassert 0"}), 1, "0 True\n", "AssertionError");
}

TEST_F(CommandLine, KeepsAScriptFromFilesAndModules) {
  write("helper.py", "x = 1\n");
  write("a.py",
        "import json, os, subprocess\n"
        "def t(f, *a):\n"
        "  try: print(f(*a))\n"
        "  except Exception as e: print(type(e).__name__, str(e)[:40])\n"
        "t(open, 'a.py')\nt(os.listdir)\nt(os.stat, '.')\nt(os.remove, 'a.py')\nt(subprocess.run, ['true'])\n"
        "t(__import__, 'helper')\nt(json.dumps, [1])\n");
  expect(run({"--no-files", "a.py"}), 0,
         "PermissionError [Errno 1] Operation not permitted: the s\n"
         "PermissionError [Errno 1] Operation not permitted: the s\n"
         "PermissionError [Errno 1] Operation not permitted: the s\n"
         "PermissionError [Errno 1] Operation not permitted: the s\n"
         "PermissionError [Errno 1] Operation not permitted: the s\n"
         "ModuleNotFoundError No module named 'helper'\n[1]\n");
  write("b.py",
        "import json, os.path\n"
        "def t(f):\n"
        "  try: f()\n"
        "  except ImportError as e: print(e, e.name)\n"
        "def one(): import subprocess\n"
        "def two(): from os import environ\n"
        "def three(): __import__('helper')\n"
        "def four(): import importlib; importlib.import_module('socket')\n"
        "t(one); t(two); t(three); t(four); print(json.loads('[1.5]'))\n");
  expect(run({"--allow-modules=json,os,importlib", "b.py"}), 0,
         "import of 'subprocess' is not allowed (--allow-modules) subprocess\n"
         "import of 'helper' is not allowed (--allow-modules) helper\n"
         "import of 'socket' is not allowed (--allow-modules) socket\n[1.5]\n");
  // What a module has in other files of the library comes with it.
  expect(run({"--allow-modules=typing,enum", "-c",
              "from typing import Generic, NamedTuple, get_args, Pattern, Deque, ContextManager, Iterable\n"
              "from enum import verify, _simple_enum\nprint(Generic.__name__, get_args(Iterable[int]))"}),
         0, "Generic (<class 'int'>,)\n");
  expect(run({"--allow-modules=collections,enum,inspect,io,os,re,signal,string,types,uuid,weakref", "-c",
              "import collections, enum, inspect, io, os, re, signal, string, types, uuid, weakref\n"
              "print(collections.abc.Sized, collections.ChainMap, enum.Flag, inspect.Signature, io.IOBase, "
              "len(os.stat('/')))\n"
              "print(os.PathLike, re.I, signal.SIGINT, string.Template, types.SimpleNamespace, weakref.WeakSet())\n"
              "print(uuid.SafeUUID.safe, string.Template('$a').substitute({}, a=1), re.compile('a', re.I).flags)"}),
         0,
         "<class 'collections.abc.Sized'> <class 'collections.ChainMap'> <flag 'Flag'> <class 'inspect.Signature'> "
         "<class 'io.IOBase'> 10\n<class 'os.PathLike'> re.IGNORECASE 2 <class 'string.Template'> "
         "<class 'types.SimpleNamespace'> set()\nSafeUUID.safe 1 34\n");
  // A file name that only the library's own code has makes no code of the library.
  write("c.py",
        "def t(text, mode):\n"
        "  try: exec(compile(text, '<adder>/json/x.py', mode)); print('imported')\n"
        "  except ImportError as e: print(e)\n"
        "t('import os', 'exec'); t('exec(\"import os\")', 'exec'); t('__import__(\"os\")', 'eval')\n"
        "import json; print(json.loads('[1]'))\n");
  expect(run({"--allow-modules=json", "c.py"}), 0,
         "import of 'os' is not allowed (--allow-modules)\nimport of 'os' is not allowed (--allow-modules)\n"
         "import of 'os' is not allowed (--allow-modules)\n[1]\n");
  // A list of nothing allows nothing, and a name that cannot be a module's or is none's is said at the start.
  write("d.py", "print(len('x'))\ntry: import math\nexcept ImportError as e: print(e)\n");
  expect(run({"--allow-modules=", "d.py"}), 0, "1\nimport of 'math' is not allowed (--allow-modules)\n");
  expect(run({"--allow-modules=math, os", "d.py"}), 2, "", "' os' is not the name of a module");
  expect(run({"--allow-modules=math,maths,helper,os.path", "d.py"}), 0, "1\n");
  EXPECT_EQ(run({"--allow-modules=math,maths,helper,os.path", "d.py"}).err,
            "adder: warning: --allow-modules: there is no module 'maths'\n");
}

TEST_F(CommandLine, FindsModulesBesideTheScript) {
  write("sub/b.py", "import c\nprint(c.y)\n");
  write("sub/c.py", "y = 3\n");
  expect(run({"sub/b.py"}), 0, "3\n");
}

TEST_F(CommandLine, WrongUsageEndsWithTwo) {
  expect(run({"--bogus", "a.py"}), 2, "", "unknown option --bogus");
  expect(run({"--backend=fpga", "a.py"}), 2, "", "is not one of");
  expect(run({"-c"}), 2, "", "-c");
  expect(run({"missing.py"}), 2, "", "can't open file '/");
  expect(run({"missing.py"}), 2, "", "[Errno 2] No such file or directory");
}

TEST_F(CommandLine, UncaughtExceptionEndsWithOne) {
  write("e.py", "def f():\n    return 1 // 0\nf()\n");
  ProcessResult r = run({"e.py"});
  expect(r, 1, "", "Traceback (most recent call last):\n  File \"");
  EXPECT_NE(r.err.find("e.py\", line 2, in f\n    return 1 // 0\n"), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("ZeroDivisionError: integer division or modulo by zero\n"), std::string::npos) << r.err;
}

// CPython's text: the members of a group are printed wherever they stand.
TEST_F(CommandLine, NestedExceptionGroups) {
  write("groups.py",
        "e = ValueError(1)\n"
        "try:\n"
        "    raise e\n"
        "except ValueError:\n"
        "    pass\n"
        "raise ExceptionGroup(\"outer\", [e, ExceptionGroup(\"inner\", [TypeError(\"two\\nlines\"), e])])\n");
  ProcessResult r = run({"groups.py"});
  const std::string path = (dir_ / "groups.py").string();
  for (size_t at; (at = r.err.find(path)) != r.err.npos;) r.err.replace(at, path.size(), "groups.py");
  expect(r, 1, "",
         "  + Exception Group Traceback (most recent call last):\n"
         "  |   File \"groups.py\", line 6, in <module>\n"
         "  |     raise ExceptionGroup(\"outer\", [e, ExceptionGroup(\"inner\", [TypeError(\"two\\nlines\"), e])])\n"
         "  | ExceptionGroup: outer (2 sub-exceptions)\n"
         "  +-+---------------- 1 ----------------\n"
         "    | Traceback (most recent call last):\n"
         "    |   File \"groups.py\", line 3, in <module>\n"
         "    |     raise e\n"
         "    | ValueError: 1\n"
         "    +---------------- 2 ----------------\n"
         "    | ExceptionGroup: inner (2 sub-exceptions)\n"
         "    +-+---------------- 1 ----------------\n"
         "      | TypeError: two\n"
         "lines\n"
         "      +---------------- 2 ----------------\n"
         "      | Traceback (most recent call last):\n"
         "      |   File \"groups.py\", line 3, in <module>\n"
         "      |     raise e\n"
         "      | ValueError: 1\n"
         "      +------------------------------------\n");
}

TEST_F(CommandLine, SystemExitGivesItsOwnStatus) {
  expect(run({"-c", "import sys; print('a'); sys.exit(7)"}), 7, "a\n");
  expect(run({"-c", "import sys; sys.exit('gone')"}), 1, "", "gone\n");
  expect(run({"-c", "raise SystemExit"}), 0, "");
}

TEST_F(CommandLine, SyntaxErrorsShowTheLine) {
  write("s.py", "x = 1\ny = (2,\n");
  ProcessResult r = run({"s.py"});
  expect(r, 1, "", "SyntaxError: '(' was never closed");
  EXPECT_NE(r.err.find("line 2\n    y = (2,\n        ^\n"), std::string::npos) << r.err;
}

TEST_F(CommandLine, TracebacksShowNoFilesThatTheScriptMayNotRead) {
  write("secret.txt", "the first secret\n");
  write("t.py",
        "import io, sys\n"
        "try: exec(compile('{}[0]', 'secret.txt', 'exec'))\n"
        "except KeyError:\n"
        "  shown, sys.stderr = sys.stderr, io.StringIO()\n"
        "  sys.__excepthook__(*sys.exc_info())\n"
        "  print('secret.txt' in sys.stderr.getvalue(), 'the first' in sys.stderr.getvalue(), 'exec(compile' in sys.stderr.getvalue())\n");
  expect(run({"--no-files", "t.py"}), 0, "True False True\n");
  expect(run({"t.py"}), 0, "True True True\n");
}
TEST_F(CommandLine, UnreadableAndOddFiles) {
  write("d/x.py", "");
  EXPECT_EQ(run({"d"}).exit_status, 1);
  write("bad.py", "x = '\xff'\n");
  EXPECT_EQ(run({"bad.py"}).exit_status, 1);
  write("empty.py", "");
  expect(run({"empty.py"}), 0, "");
}

TEST_F(CommandLine, MemoryLimitHoldsForTensorsAndObjectsTogether) {
  write("m.py", R"(
import torch
def fill(make):
    kept = []
    try:
        for i in range(1000): kept.append(make())
    except MemoryError:
        return len(kept)
print(5 < fill(lambda: torch.ones(10**6)) < 13)
print(5 < fill(lambda: bytearray(4 * 10**6)) < 13)
both = [torch.ones(5 * 10**6)]
print(2 < fill(lambda: bytearray(4 * 10**6)) < 8)
try:
    torch.ones(10**8)
except MemoryError as e:
    print("you tried to allocate 400000000 bytes" in str(e))
)");
  expect(run({"--max-memory=50000000", "m.py"}), 0, "True\nTrue\nTrue\nTrue\n");
}

TEST_F(CommandLine, MemoryLimitHoldsForCompressionLibraries) {
  write("z.py", R"(
import bz2, lzma, zlib
def refused(f):
    try: f()
    except MemoryError: return True
big = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 27}]
print(refused(lambda: lzma.LZMACompressor(preset=9 | lzma.PRESET_EXTREME)))
print(refused(lambda: lzma.compress(b"x", format=lzma.FORMAT_ALONE, preset=9)))
print(refused(lambda: lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=big)))
print(refused(lambda: [lzma.LZMACompressor(preset=4) for i in range(9)]), lzma.decompress(lzma.compress(b"x", preset=1)))
block = b"\2\0\x21\1\x25\0\0\0"  # a dictionary of more than 1 GB
header = b"\xfd7zXZ\0\0\1\x69\x22\xde\x36" + block + zlib.crc32(block).to_bytes(4, "little")
print(refused(lambda: lzma.LZMADecompressor().decompress(header + b"\1\0\0x\0")))
# Output beyond the limit is lost, the stream goes on behind it.
for c, d in (bz2.BZ2Compressor(), bz2.BZ2Decompressor()), (lzma.LZMACompressor(preset=0), lzma.LZMADecompressor()):
    packed = b"".join([c.compress(bytes(1000000)) for i in range(100)] + [c.flush()])
    c = None
    n = 0
    print(refused(lambda: d.decompress(packed)))
    while not d.eof: n += len(d.decompress(b"", 1000000))
    print(30000000 < n < 100000000)
)");
  expect(run({"--max-memory=60M", "z.py"}), 0,
         "True\nTrue\nTrue\nTrue b'x'\nTrue\nTrue\nTrue\nTrue\nTrue\n");
}

TEST_F(CommandLine, StepAndTimeLimitsRaiseLimitExceeded) {
  write("l.py",
        "import sys\n"
        "try:\n"
        "    while True:\n"
        "        try:\n"
        "            for i in range(10 ** 9): pass\n"
        "        except Exception: print('stopped by accident')\n"
        "except sys.LimitExceeded as e:\n"
        "    print(e, issubclass(sys.LimitExceeded, Exception))\n");
  expect(run({"--max-steps=100000", "l.py"}), 0, "step limit reached False\n");
  expect(run({"--max-seconds=0.1", "l.py"}), 0, "time limit reached False\n");
}
TEST_F(CommandLine, TheTimeLimitEndsWhatBlocks) {
  for (const char* waits : {"time.sleep(100)", "os.read(os.pipe()[0], 1)", "os.fdopen(os.pipe()[0]).readline()",
                            "os.dup2(os.pipe()[0], 0) or input()", "[time.sleep(0.01) for i in range(10 ** 6)]",
                            "sum(range(10 ** 12))", "any(map(bool, iter(int, 1)))",
                            // operations of ints that take minutes
                            "3 ** (10 ** 9)", "int('7' * 4000) ** 500000", "pow(7 ** 10 ** 6, 7 ** 10 ** 6, 3 ** 10 ** 6)",
                            "sys.set_int_max_str_digits(0) or str(1 << 10 ** 8)", "(1 << 10 ** 9) // (3 ** 10 ** 6)",
                            "sys.set_int_max_str_digits(0) or int('7' * 10 ** 8)",
                            "__import__('math').factorial(10 ** 8)", "__import__('math').comb(10 ** 9, 10 ** 8)",
                            // comparisons of containers
                            "[[0.5] * 10 ** 6] * 10 ** 6 == [[0.5] * 10 ** 6] * 10 ** 6",
                            "([(0.5,) * 10 ** 6] * 10 ** 6).count((0.5,) * 10 ** 6)",
                            "([['a'] * 10 ** 6 + [1]] * 10 ** 6).index(['a'] * 10 ** 6 + [2])",
                            "['a'] * 10 ** 6 + [1] in ([['a'] * 10 ** 6 + [2]] * 10 ** 6)",
                            "sorted([['a'] * 10 ** 6, ['a'] * 10 ** 6] * 10 ** 6)",
                            // what has more parts than it takes memory
                            "repr(__import__('functools').reduce(lambda a, i: [a, a], range(60), []))",
                            "hash(__import__('functools').reduce(lambda a, i: (a, a), range(60), ()))",
                            "__import__('json').dumps(__import__('functools').reduce(lambda a, i: [a, a], range(60), []))",
                            "__import__('math').isqrt(3 << 10 ** 9)", "__import__('math').gcd(3 ** 10 ** 6 << 1, 5 ** 10 ** 6 << 1) and 3 ** 10 ** 9"}) {
    auto start = std::chrono::steady_clock::now();
    expect(run({"--max-seconds=0.2", "-c", std::string("import os, sys, time\ntry: ") + waits +
                                               "\nexcept sys.LimitExceeded as e: print(e)"}),
           0, "time limit reached\n");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60)) << waits;
  }
}
// Neither do `finally` blocks that call again and again, beyond the age of the universe, hold it up.
TEST_F(CommandLine, TheTimeLimitEndsRecursionThatGoesOnWhereItIsCaught) {
  for (const char* last : {"finally", "except BaseException"}) {
    write("l.py", std::string("def f():\n    try: f()\n    ") + last + ": f()\nf()\n");
    expect(run({"--max-seconds=0.2", "l.py"}), 1, "", "sys.LimitExceeded: time limit reached\n");
  }
}
// Where one call of a system library is too long, the program ends; what was printed so far is there.
TEST_F(CommandLine, TheTimeLimitEndsTheProgramInACallThatCannotStop) {
  auto start = std::chrono::steady_clock::now();
  expect(run({"--max-seconds=0.2", "-c", "import hashlib; print('on'); hashlib.pbkdf2_hmac('sha256', b'a', b'b', 1 << 30)"}), 1,
         "on\n", "sys.LimitExceeded: time limit reached\n");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}
// Ten seconds of waiting, where nobody reads what is printed.
TEST_F(CommandLine, TheTimeLimitEndsAProgramThatNobodyReads) {
  expect(run({"--max-seconds=0.2", "-c", "import os; p = os.pipe(); os.dup2(p[1], 1)\nwhile 1: print('x' * 10000)"}), 1, "",
         "sys.LimitExceeded: time limit reached\n");
}
TEST_F(CommandLine, TheMemoryLimitHoldsForTextThatIsRead) {
  for (const char* reads : {"read()", "readline()", "read(10 ** 9)"}) {
    write("big", "");
    std::filesystem::resize_file(dir_ / "big", 400 << 20);
    expect(run({"--max-memory=50M", "-c", std::string("try: open('big').") + reads + "\nexcept MemoryError: print('refused')"}), 0,
           "refused\n");
  }
}
TEST_F(CommandLine, TheMemoryLimitCountsTheCompiler) {
  write("m.py",
        "text = 'x = [1, 2]\\n' * 300000\n"
        "for f in (lambda: exec(text), lambda: compile(text, 'f', 'exec'), lambda: eval('[' + '(),' * 1000000 + ']'),\n"
        "          lambda: [compile('f(a, b)\\n' * 10000, 'f', 'exec') for i in range(300)]):\n"
        "  try: f(); print('no limit')\n"
        "  except MemoryError: print(eval('1 + 1'))\n"
        "for i in range(300): exec('if 0: f(a, b)\\n' * 3000)\n"
        "print(len(text))\n");
  expect(run({"--max-memory=60M", "m.py"}), 0, "2\n2\n2\n2\n3300000\n");
}
TEST_F(CommandLine, TheMemoryLimitCountsTheTape) {
  write("m.py",
        "import torch\n"
        "x = torch.randn(4, requires_grad=True)\n"
        "def views():\n"
        "  y = x\n"
        "  while True: y = y.view(2, 2).view(4)\n"
        "for f in views, lambda: torch.svd_lowrank(x.view(2, 2), q=2, niter=2 ** 31):\n"
        "  try: f(); print('no limit')\n"
        "  except MemoryError: print('refused')\n"
        "print(x.view(2, 2).shape)\n");
  expect(run({"--max-memory=60M", "m.py"}), 0, "refused\nrefused\ntorch.Size([2, 2])\n");
}
// Work that grows with the square of its input took from ten seconds to minutes here.
TEST_F(CommandLine, LongProgramsTakeTimeThatGrowsWithTheirLength) {
  for (const char* code : {"for form in '(%d,)', '((%d,), 1)', '(%d, 0.5)', '%d in {1, %d}':\n"
                           "    eval('[' + ','.join(form.replace('%d', str(i)) for i in range(80000)) + ']')",
                           "b = bytearray(3000000)\nwhile b: del b[:10]",
                           "b = bytearray(1000000)\nfor i in range(200000):\n    b += b'0123456789'; del b[:10]",
                           "import io\ns = io.StringIO('a\\xe9' * 500000)\n"
                           "for i in range(60000): s.seek(300000 + i % 2 * 400000); s.read(1)"}) {
    auto start = std::chrono::steady_clock::now();
    expect(run({"-c", code}), 0, "");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10)) << code;
  }
}
TEST_F(CommandLine, RecursionReachesAMillionFrames) {
  expect(run({"-c", "import sys; sys.setrecursionlimit(10 ** 6 + 10)\n"
                    "def f(n): return 0 if n == 0 else 1 + f(n - 1)\n"
                    "print(f(900000))"}),
         0, "900000\n");
  expect(run({"--max-recursion=50", "-c", "def f(): return f()\ntry: f()\nexcept RecursionError as e: print(e)"}), 0,
         "maximum recursion depth exceeded\n");
  // No more than that, whatever is asked for.
  for (const char* limit : {"--max-recursion=3000000", "--max-recursion=9000000000000000000"})
    expect(run({limit, "-c", "def f(): return f()\ntry: f()\nexcept RecursionError as e: print(e)"}), 0,
           "maximum recursion depth exceeded\n");
}
TEST_F(CommandLine, HelpTeaches) {
  ProcessResult r = run({"--help"});
  EXPECT_EQ(r.exit_status, 0);
  for (const char* text : {"usage: adder", "--backend=", "--capture=", "--stats=", "--max-memory=", "Examples"})
    EXPECT_NE(r.out.find(text), std::string::npos) << text;
  // What it says is missing is missing.
  const size_t missing = r.out.find("adder --modules lists those that are)\n");
  ASSERT_NE(missing, std::string::npos);
  const std::string names = r.out.substr(r.out.find('\n', missing), r.out.find("\n\n", missing) - r.out.find('\n', missing));
  expect(run({"-c", "import sys\nfrom importlib.util import find_spec\nprint([n for n in sys.argv[1].split() if find_spec(n)])",
              names}),
         0, "[]\n");
  EXPECT_NE(run({"--help-debug"}).out.find("--stress="), std::string::npos);
  EXPECT_EQ(run({"--version"}).exit_status, 0);
}

constexpr const char* kCompiled = R"(
import torch
@torch.compile
def f(x): return torch.softmax(x * 2 + 1, -1)
print(f(torch.zeros(1, 2)))
)";
constexpr const char* kCompiledOut = "tensor([[0.5000, 0.5000]])\n";

TEST_F(CommandLine, DumpsTheStagesOfTheCodeGenerator) {
  write("m.py", kCompiled);
  ProcessResult r = run({"--dump=passes,schedule,kernel,asm,spirv", "--time-passes", "--kernel-cache=off", "m.py"});
  expect(r, 0, kCompiledOut);
  for (const char* text : {"--- graph recorded", "--- graph dce", "--- schedule", "--- kernel k0", "--- spirv k0",
                           "--- times: 1 graphs", "functionalize", "machine code"})
    EXPECT_NE(r.err.find(text), std::string::npos) << text;
  expect(run({"--dump=shedule", "m.py"}), 2, "", "'shedule' is not one of");
}

TEST_F(CommandLine, DumpsBytecodeTracesAndGraphsToAFolder) {
  write("m.py", kCompiled);
  std::string folder = (dir_ / "dumps").string();
  ProcessResult r = run({"--dump=bytecode,trace,graph,kernel", "--dump-dir=" + folder, "m.py"});
  expect(r, 0, kCompiledOut);
  EXPECT_EQ(r.err, "");
  std::string names;
  for (const auto& e : std::filesystem::directory_iterator(folder)) names += e.path().filename().string() + " ";
  for (const char* text : {"0001-bytecode-", "bytecode-f.txt", "-trace.txt", "-graph.txt", "-kernel-k0.txt"})
    EXPECT_NE(names.find(text), std::string::npos) << text << " in " << names;
  EXPECT_NE(run({"--dump=bytecode,trace,graph", "m.py"}).err.find("--- trace\n"), std::string::npos);
  expect(run({"--dump=trace", "--dump-dir=/proc/nowhere/x", "m.py"}), 2, "", "--dump-dir: cannot make");
}

TEST_F(CommandLine, WhatRunsOftenBecomesMachineCode) {
  write("hot.py", "def f(n):\n    s = 0\n    for i in range(n):\n        s += i\n    return s\nprint(f(100000))\n");
  ProcessResult r = run({"--dump=jit", "hot.py"});
  expect(r, 0, "4999950000\n");
  EXPECT_NE(r.err.find("--- jit f\n"), std::string::npos) << r.err.substr(0, 200);
  EXPECT_EQ(run({"--jit=off", "--dump=jit", "hot.py"}).err, "");
  EXPECT_EQ(run({"--dump=jit", "-c", "print(1)"}).err, "");
}

TEST_F(CommandLine, StopsAfterAStage) {
  write("m.py", std::string("print('begun')\n") + kCompiled);
  struct {
    const char *stage, *title, *out;
  } rows[] = {{"bytecode", "--- bytecode <module>\n", ""}, {"trace", "--- trace\n", "begun\n"},
              {"graph", "--- graph\n", "begun\n"},         {"passes", "--- graph dce\n", "begun\n"},
              {"schedule", "--- schedule\n", "begun\n"},    {"kernel", "--- kernel k0\n", "begun\n"},
              {"spirv", "--- spirv k0\n", "begun\n"}};
  for (auto& row : rows) {
    ProcessResult r = run({"--kernel-cache=off", std::string("--stop-after=") + row.stage, "m.py"});
    EXPECT_EQ(r.exit_status, 0) << row.stage;
    EXPECT_EQ(r.out, row.out) << row.stage;
    EXPECT_NE(r.err.find(row.title), std::string::npos) << row.stage << r.err;
  }
  write("e.py", "print(1)\n");  // what never comes to the stage runs to its end
  expect(run({"--stop-after=kernel", "e.py"}), 0, "1\n", "");
  expect(run({"--stop-after=kernels", "m.py"}), 2, "", "--stop-after: 'kernels' is not one of");
}

TEST_F(CommandLine, StatsAreWrittenOrRefusedBeforeTheScriptRuns) {
  write("m.py", kCompiled);
  std::string file = (dir_ / "stats.json").string();
  expect(run({"--stats=" + file, "m.py"}), 0, kCompiledOut);
  std::ifstream in(file);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  for (const char* key :
       {"version", "frames", "traces", "side_traces", "graphs", "ops", "breaks", "break_reasons", "recompiles",
        "guard_failures", "fallbacks", "launches", "kernels", "external_calls", "capture_ms", "kernel_compile_ms", "peak_rss_mb"})
    EXPECT_NE(text.find("\"" + std::string(key) + "\": "), std::string::npos) << key << " in " << text;
  expect(run({"--stats=/proc/nowhere/s.json", "m.py"}), 2, "", "--stats: cannot write '/proc/nowhere/s.json': ");
}

TEST_F(CommandLine, AutomaticCaptureNeedsNoTorchCompile) {
  write("a.py", R"(
import torch
def f(x, k):
    y = torch.relu(x) * k
    return y.sum()
def g(n):
    return n + 1
for i in range(6): print(f(torch.ones(4), 2).item(), g(i))
)");
  std::string out;
  for (int i = 0; i < 6; i++) out += "8.0 " + std::to_string(i + 1) + "\n";
  std::string file = (dir_ / "auto.json").string();
  expect(run({"--capture=auto", "--stats=" + file, "a.py"}), 0, out);
  std::ifstream in(file);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  EXPECT_NE(text.find("\"traces\": 1,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"graphs\": 1,"), std::string::npos) << text;
}

TEST_F(CommandLine, StressFindsACallThatComputesSomethingElse) {
  write("wrong.py",
        "import torch\n"
        "def wrong(gm, inputs):\n"
        "    return lambda *args: tuple(t + 1 for t in gm(*args))\n"
        "f = torch.compile(lambda x: x * 2, backend=wrong)\n"
        "f(torch.ones(2))\n");
  for (const char* stress : {"--stress=verify", "--stress=again"}) expect(run({stress, "wrong.py"}), 70, "", "interpreted: 2");
}

TEST_F(CommandLine, RefusesUnknownStress) {
  expect(run({"--stress=verify,storm", "-c", "1"}), 2, "", "'storm' is not one of gc, rebuild, memory, verify");
}

TEST_F(CommandLine, KeepsKernelsInAFolder) {
  write("m.py", kCompiled);
  std::string folder = "--kernel-cache=" + (dir_ / "kept" / "here").string();
  expect(run({folder, "--time-passes", "m.py"}), 0, kCompiledOut, "0 on disk");
  int files = 0;
  for (const auto& e : std::filesystem::directory_iterator(dir_ / "kept" / "here")) {
    expect(run({folder, "--time-passes", "m.py"}), 0, kCompiledOut, "1 on disk");
    std::ofstream(e.path(), std::ios::trunc) << "damaged";
    ++files;
  }
  EXPECT_LE(files, 1);  // none where there is no emitter
  expect(run({folder, "--time-passes", "m.py"}), 0, kCompiledOut, "0 on disk");
  expect(run({"--kernel-cache=" + (dir_ / "m.py" / "below").string(), "m.py"}), 0, kCompiledOut);
  expect(run({"--kernel-cache=/proc/nowhere", "m.py"}), 0, kCompiledOut);
}

TEST_F(CommandLine, SaysThatThereIsNoVulkanDevice) {
  ProcessResult r = run_process({ADDER_PROGRAM, "--backend=vulkan", "-c", "print(1)"},
                                {"VK_DRIVER_FILES=/nonexistent", "VK_ICD_FILENAMES=/nonexistent"}, "", dir_, 20);
  expect(r, 2, "", "the vulkan backend has no device: ");
}

// Objects that something counts though nobody has them are told, by type; a script that leaves none is fine.
TEST_F(CommandLine, CheckObjectsFindsWhatIsLeft) {
  std::string script = "import sys, _testcapi\nclass Left: pass\nx = [Left(), {'k': Left}]\nx.append(x)\n"
                       "if len(sys.argv) > 1: _testcapi.keep_forever(x)\n";
  expect(run({"--check-objects", "-c", script}), 0, "");
  ProcessResult r = run_process({ADDER_PROGRAM, "--check-objects", "-c", script, "keep"}, {"ASAN_OPTIONS=detect_leaks=0"}, "", dir_, 20);
  expect(r, 70, "", "objects are left");
  for (const char* told : {"1 list", "1 Left", "type: Left"}) EXPECT_NE(r.err.find(told), std::string::npos) << r.err;
  expect(run({"--check-objects", "-c", "import torch\nx = torch.ones(2, requires_grad=True)\n(x * x).sum().backward()\n"}), 0, "");
}

// Memory that an instruction is refused is a MemoryError where the instruction stands: its own handlers see it.
TEST_F(CommandLine, RefusedMemoryIsRaisedWhereItWasAsked) {
  std::string script = R"(
kept = []
class C:
    def __init__(self, a): self.a = a
def a_list(i):
    try: return kept.append([i, i, i, i, i, i])
    except MemoryError: return 1
def a_tuple(i):
    try: return kept.append((i, i, i, i, i, i, i))
    except MemoryError: return 1
def a_dict(i):
    try: return kept.append({'a': i, 'b': i})
    except MemoryError: return 1
def a_slice(i):
    try: return kept.append(slice(i, i)) or kept.append(kept[i:i])
    except MemoryError: return 1
def a_function(i):
    try: return kept.append(lambda: kept)
    except MemoryError: return 1
def an_instance(i):
    try: return kept.append(C(i))
    except MemoryError: return 1
def a_text(i, s='x' * 100):
    try: return kept.append(f'{s}{s}{i}')
    except MemoryError: return 1
def items(i):
    try: kept.append([j for j in range(70)])
    except MemoryError: return 1
seen = {}
for f in (a_list, a_tuple, a_dict, a_slice, a_function, an_instance, a_text, items):
    for i in range(4000):
        if f(i): seen[f] = 1
del kept[:]
while True:
    try: print(len(seen) > 2)
    except MemoryError: continue
    break
)";
  for (const char* first : {"300", "777", "1500"})
    expect(run({std::string("--stress=memory:") + first, "-c", script}), 0, "True\n");
}

TEST_F(CommandLine, TheMessageOfAnExitNeedsNoStderrOfTheScript) {
  for (const char* gone : {"sys.stderr = None", "del sys.stderr"})
    expect(run({"-c", std::string("import sys\n") + gone + "\nsys.exit('bye')"}), 1, "", "bye");
  ProcessResult r = run({"-c", "import sys\nsys.stderr = None\n1/0"});
  EXPECT_EQ(r.exit_status, 1);
  EXPECT_EQ(r.err, "");
}
TEST_F(CommandLine, OutputAndErrorsKeepTheirOrder) {
  ProcessResult r = run_process({"/bin/sh", "-c", std::string("exec 2>&1; exec '") + ADDER_PROGRAM + "' -c \"$0\"",
                                 "import sys\nprint('a', flush=True)\nprint('b', file=sys.stderr)\nprint('c')\n"},
                                {}, "", dir_, 20);
  EXPECT_EQ(r.out, "a\nb\nc\n");
}

}  // namespace
