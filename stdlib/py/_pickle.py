"""The names of pickle under that of its accelerator, which its errors bear."""
from pickle import (PickleBuffer, PickleError, Pickler, PicklingError, Unpickler, UnpicklingError, dump, dumps, load, loads)
