# Tuples with names of fields: which of them a script can make, copy and pickle.
import copy
import pickle
import sys


def tell(text):
    try:
        answer = repr(eval(text))
    except Exception as e:
        answer = f"{type(e).__name__} {e}"
    print(text, "->", answer)


for name in ("sys.flags", "sys.version_info"):
    for call in ("copy.copy({})", "copy.deepcopy({})", "type({})()", "type({})((1,))", "type({})(5)",
                 "pickle.loads(pickle.dumps({}))"):
        tell(call.format(name))
for call in ("type({})(5)", "type({})((1, 2))", "copy.copy({}) == {}", "copy.deepcopy({}) == {}"):
    for name in ("sys.float_info", "sys.int_info"):
        tell(call.format(name, name))
