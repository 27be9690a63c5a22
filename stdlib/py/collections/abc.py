"""Abstract base classes of containers: another name of the module _collections_abc."""
import sys

import _collections_abc

sys.modules[__name__] = _collections_abc
