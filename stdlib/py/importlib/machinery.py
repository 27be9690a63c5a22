"""Specs and loaders of modules."""
from importlib.util import BuiltinImporter, FrozenImporter, ModuleSpec, NamespaceLoader, SourceFileLoader

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = []
EXTENSION_SUFFIXES = []


def all_suffixes():
    """The ends of the names of files that hold modules."""
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES
