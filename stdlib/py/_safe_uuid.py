"""The enumeration of uuid, which most programs do without."""
from enum import Enum

__name__ = "uuid"


class SafeUUID(Enum):
    """Whether an identifier was made such that no two processes can make the same."""
    safe = 0
    unsafe = -1
    unknown = None
