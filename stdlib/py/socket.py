"""Names and errors of sockets. Adder makes no connections."""
error = OSError
timeout = TimeoutError
AF_UNSPEC = 0
AF_UNIX = 1
AF_INET = 2
AF_INET6 = 10
SOCK_STREAM = 1
SOCK_DGRAM = 2


class herror(OSError):
    """An address that cannot be looked up."""


class gaierror(OSError):
    """A name that cannot be looked up."""


def gethostname():
    """The name of this machine."""
    import os
    return os.uname().nodename


class socket:
    """Not available: making one raises NotImplementedError."""

    def __init__(self, *args, **kwargs):
        raise NotImplementedError("sockets are not supported")


def create_connection(*args, **kwargs):
    raise NotImplementedError("sockets are not supported")
