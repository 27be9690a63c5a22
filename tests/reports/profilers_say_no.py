# Profilers can be imported; using one tells what there is instead. (CPython would run them: this is a message of Adder's own.)
import cProfile, profile

for f in (cProfile.Profile, profile.Profile, lambda: cProfile.run("1"), lambda: profile.runctx("1", {}, {})):
    try:
        f()
        print("it ran")
    except NotImplementedError as e:
        print("timeit" in str(e))  # expect: True
                                   # expect: True
                                   # expect: True
                                   # expect: True
