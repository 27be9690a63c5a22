"""Writes stdlib/py/torch/_signatures.py: how PyTorch prints the signatures of functions and methods of several overloads.

usage: PYTHON_WITH_TORCH tests/generate/argument_signatures.py > stdlib/py/torch/_signatures.py
Every function is called with arguments that fit nothing; the error lists the signatures.
"""
import re
import textwrap
import warnings

import torch

warnings.simplefilter("ignore")
TENSOR = torch.ones(2, 3)
SKIPPED = ("set_num_threads", "set_num_interop_threads")  # nothing is tried on settings
MODULES = ("_VariableFunctions", "_linalg", "_special", "_fft", "_nn")


def ask(function):
    """(signatures, whether another one is hidden), or None for a function of one signature."""
    for count in (14, 40):
        try:
            function(*["x"] * count)
        except TypeError as error:
            text = str(error)
            if "expected one of" in text:
                return tuple(re.findall(r"^ \* (.*)$", text, re.M)), False
            only = re.search(r"invalid combination.*but expected (\(.*\))$", text)
            return ((only.group(1),), True) if only else None
        except Exception:
            return None
    return None


found = {}
for module in MODULES:
    for name in dir(getattr(torch._C, module)):
        if not name.startswith("_") and name not in SKIPPED:
            found[name] = ask(getattr(getattr(torch._C, module), name))
for name in dir(torch._C.TensorBase):
    if not name.startswith("_") and callable(getattr(torch._C.TensorBase, name)):
        found["." + name] = ask(getattr(TENSOR, name))
found["new"] = ask(lambda *ignored: torch.Tensor(TENSOR, 1))
found["device"] = ask(torch.device)
names_of = {}
for name, known in found.items():
    if known:
        names_of.setdefault(known, []).append(name)

print('"""Signatures as PyTorch prints them. Made by tests/generate/argument_signatures.py; a method starts with a dot.')
print()
print("Names of functions, then an indented line for each of their signatures; + stands for one that is not listed.")
print('"""')
print()
print('SIGNATURES = """')
for (signatures, hidden), names in sorted(names_of.items(), key=lambda item: item[1]):
    print("\n".join(textwrap.wrap(" ".join(sorted(names)), 118)))
    print("\n".join(" " + s for s in signatures + (("+",) if hidden else ())))
print('"""')
