"""What the program runs on."""
import os
import re
import sys
from _namedtuple import namedtuple as _namedtuple

__version__ = "1.0.8"


class uname_result(_namedtuple("uname_result_base", "system node release version machine")):
    """System, host name, release, version, machine; `processor` is found when asked for."""

    _fields = ("system", "node", "release", "version", "machine", "processor")

    @property
    def processor(self):
        return ""

    def __iter__(self):
        yield from super().__iter__()
        yield self.processor

    @classmethod
    def _make(cls, iterable):
        fields = list(iterable)
        if len(fields) != 6:
            raise TypeError("Expected 6 arguments, got %d" % len(fields))
        return cls(*fields[:5])

    def __getitem__(self, key):
        return tuple(self)[key]

    def __len__(self):
        return len(tuple(iter(self)))

    def __reduce__(self):
        return uname_result, tuple(self)[:5]


_uname = None


def uname():
    """All of it."""
    global _uname
    if _uname is None:
        u = os.uname()
        _uname = uname_result(u[0], u[1], u[2], u[3], u[4])
    return _uname


def system():
    """The system's name, such as 'Linux'."""
    return uname().system


def node():
    """The computer's network name."""
    return uname().node


def release():
    """The system's release."""
    return uname().release


def version():
    """The system's version."""
    return uname().version


def machine():
    """The machine's type, such as 'x86_64'."""
    return uname().machine


def processor():
    """The processor's name."""
    return uname().processor


def system_alias(system, release, version):
    """Names as marketing has them."""
    return system, release, version


def architecture(executable=sys.executable, bits="", linkage=""):
    """(bits, linkage) of a program."""
    return bits or ("64bit" if sys.maxsize > 1 << 32 else "32bit"), linkage or "ELF"


def libc_ver(executable=None, lib="", version="", chunksize=16384):
    """(name, version) of the C library."""
    try:
        name = os.confstr("CS_GNU_LIBC_VERSION")
        parts = name.split(maxsplit=1)
        if len(parts) == 2:
            return tuple(parts)
    except (AttributeError, ValueError, OSError):
        pass
    return lib or "glibc", version


def platform(aliased=False, terse=False):
    """One text that tells system, release, machine and C library."""
    u = uname()
    lib, lib_version = libc_ver()
    text = "-".join(p for p in ((u.system, u.release) if terse else
                                (u.system, u.release, u.machine)) if p)
    tail = "glibc" + lib_version if terse else "with-" + lib + lib_version
    if terse:
        text += "-" + tail
    else:
        text += "-" + tail
    return text.replace(" ", "_")


def python_implementation():
    """The name of the implementation."""
    return "CPython"


def python_version():
    """'major.minor.patchlevel'."""
    return "%d.%d.%d" % sys.version_info[:3]


def python_version_tuple():
    """(major, minor, patchlevel) as texts."""
    return tuple(python_version().split("."))


def python_branch():
    """The branch of the source."""
    return ""


def python_revision():
    """The revision of the source."""
    return ""


def python_build():
    """(number, date) of the build."""
    return "main", "Jan  1 2024 00:00:00"


def python_compiler():
    """The compiler of the build."""
    return "GCC 12.2.0"


def mac_ver(release="", versioninfo=("", "", ""), machine=""):
    """Version of macOS: none here."""
    return release, versioninfo, machine


def win32_ver(release="", version="", csd="", ptype=""):
    """Version of Windows: none here."""
    return release, version, csd, ptype


def win32_edition():
    """Edition of Windows: none here."""
    return None


def win32_is_iot():
    """Is it Windows IoT?"""
    return False


def java_ver(release="", vendor="", vminfo=("", "", ""), osinfo=("", "", "")):
    """Version of Java: none here."""
    return release, vendor, vminfo, osinfo


_os_release = None


def freedesktop_os_release():
    """The fields of /etc/os-release."""
    global _os_release
    if _os_release is None:
        for path in "/etc/os-release", "/usr/lib/os-release":
            try:
                with open(path, encoding="utf-8") as file:
                    info = {"NAME": "Linux", "ID": "linux", "PRETTY_NAME": "Linux"}
                    for line in file:
                        m = re.match(r"^(?P<name>[a-zA-Z0-9_]+)=(?P<quote>[\"']?)(?P<value>.*)(?P=quote)$", line)
                        if m:
                            info[m["name"]] = re.sub(r"\\([\\$\"'`])", r"\1", m["value"])
                    _os_release = info
                    break
            except OSError:
                pass
        else:
            raise OSError(2, "Unable to read files /etc/os-release, /usr/lib/os-release")
    return _os_release.copy()


if __name__ == "__main__":
    print(platform(not {"nonaliased", "--nonaliased"} & set(sys.argv), bool({"terse", "--terse"} & set(sys.argv))))
    sys.exit(0)
