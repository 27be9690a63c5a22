"""Profiles of calls, as in cProfile."""
from cProfile import Profile, __all__, run, runctx
