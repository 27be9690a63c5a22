"""Abstract base classes written in Python: here they are the only ones."""
from abc import ABCMeta, get_cache_token
