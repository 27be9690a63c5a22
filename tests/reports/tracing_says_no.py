# Code cannot be traced line by line: who asks for it is told so, and taking tracing away is fine.
import sys
import threading

for module in sys, threading:
    for name in "settrace", "setprofile":
        getattr(module, name)(None)
        try:
            getattr(module, name)(lambda frame, event, arg: None)
        except NotImplementedError as e:
            print(e)
print(sys.gettrace(), sys.getprofile(), threading.gettrace(), threading.getprofile())
# expect: sys.settrace() is not supported: code cannot be traced
# expect: sys.setprofile() is not supported: code cannot be profiled
# expect: threading.settrace() is not supported: code cannot be traced
# expect: threading.setprofile() is not supported: code cannot be profiled
# expect: None None None None
