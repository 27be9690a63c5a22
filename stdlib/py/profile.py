"""Profiles of calls, as in cProfile."""
from cProfile import _REASON, Profile, __all__, run, runctx

if __name__ == "__main__":
    raise NotImplementedError(_REASON)
