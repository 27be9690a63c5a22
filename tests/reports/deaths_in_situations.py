# Every script of tests/capture that begins with s runs twice, compiled and not: what it prints, and when arguments and results
# of its compiled functions die, must come in the same order.
import builtins
import io
import os
import sys
import weakref

import torch
import torch._dynamo

folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "capture")
real_compile, real_print = torch.compile, builtins.print


class Run:
    def __init__(self, path, compiled):
        self.log, self.refs, self.compiled, self.calls = [], [], compiled, 0
        with open(path) as f:
            self.code = compile(f.read(), path, "exec")
        self.path = path

    def watch(self, o, name):
        if isinstance(o, (tuple, list)):
            for i, x in enumerate(o):
                self.watch(x, name + "." + str(i))
        elif isinstance(o, torch.Tensor) and not isinstance(o, torch.nn.Parameter):
            log = self.log
            self.refs.append(weakref.ref(o, lambda r: log.append(name + " died")))

    def wrap(self, f):
        def call(*args, **kwargs):
            self.calls += 1
            n = str(self.calls)
            for i, a in enumerate(args):
                self.watch(a, "argument " + n + ":" + str(i))
            result = f(*args, **kwargs)
            self.log.append("returned " + n)
            self.watch(result, "result " + n)
            return result

        return call

    def compile(self, f=None, **options):
        if f is None:
            return lambda g: self.compile(g, **options)
        if isinstance(f, torch.nn.Module):
            return real_compile(f, **options) if self.compiled else f
        return self.wrap(real_compile(f, **options) if self.compiled else f)

    def run(self):
        torch._dynamo.reset()
        torch.manual_seed(0)
        torch.compile = self.compile
        builtins.print = lambda *a, **k: self.log.append(" ".join(map(str, a)))
        try:
            exec(self.code, {"__name__": "__main__", "__file__": self.path})
        except Exception as e:
            self.log.append(type(e).__name__ + ": " + str(e))
        finally:
            torch.compile, builtins.print = real_compile, real_print
        return self.log


# What these print is about compilation itself.
asks = ("explain", "_dynamo.utils", "is_compiling", "fullgraph", "state_dict")
agreed = 0
for name in sorted(os.listdir(folder)):
    if not (name[0] == "s" and name[1].isdigit() and name.endswith(".py")):
        continue
    path = os.path.join(folder, name)
    with open(path) as f:
        text = f.read()
    if any(word in text for word in asks):
        continue
    plain, compiled = Run(path, False).run(), Run(path, True).run()
    if plain == compiled:
        agreed += 1
        continue
    at = next((i for i, (a, b) in enumerate(zip(plain, compiled)) if a != b), min(len(plain), len(compiled)))
    print(name, at, plain[at : at + 3], compiled[at : at + 3])
print(agreed > 80)
