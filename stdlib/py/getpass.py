"""Ask for a password; the user's name."""
import os
import sys
import warnings

__all__ = ["getpass", "getuser", "GetPassWarning"]


class GetPassWarning(UserWarning):
    """A password may be seen while it is typed."""


def getpass(prompt="Password: ", stream=None):
    """Ask for a text without showing it, at the terminal if there is one."""
    try:
        import termios
    except ImportError:
        termios = None
    fd = None
    if termios is not None:
        try:
            fd = os.open("/dev/tty", os.O_RDWR | getattr(os, "O_NOCTTY", 0))
        except OSError:
            try:
                fd = sys.stdin.fileno()
            except (AttributeError, ValueError):
                fd = None
    if fd is None:
        return _plain(prompt, stream)
    try:
        old = termios.tcgetattr(fd)
    except termios.error:
        return _plain(prompt, stream)
    new = old[:]
    new[3] &= ~termios.ECHO
    try:
        termios.tcsetattr(fd, termios.TCSAFLUSH, new)
        out = stream or sys.stderr
        out.write(prompt)
        out.flush()
        return sys.stdin.readline().rstrip("\n")
    finally:
        termios.tcsetattr(fd, termios.TCSAFLUSH, old)
        (stream or sys.stderr).write("\n")


def _plain(prompt, stream):
    warnings.warn("Can not control echo on the terminal.", GetPassWarning, stacklevel=3)
    out = stream or sys.stderr
    print("Warning: Password input may be echoed.", file=out)
    out.write(prompt)
    out.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def getuser():
    """The user's name, from the environment or from the system."""
    for name in "LOGNAME", "USER", "LNAME", "USERNAME":
        user = os.environ.get(name)
        if user:
            return user
    uid = str(os.getuid())
    with open("/etc/passwd", encoding="utf-8") as file:
        for line in file:
            fields = line.split(":")
            if len(fields) > 2 and fields[2] == uid:
                return fields[0]
    raise KeyError("getpwuid(): uid not found: " + uid)
