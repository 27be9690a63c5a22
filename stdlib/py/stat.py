"""The bits of a file's mode."""
ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)

S_IFDIR = 0o040000
S_IFCHR = 0o020000
S_IFBLK = 0o060000
S_IFREG = 0o100000
S_IFIFO = 0o010000
S_IFLNK = 0o120000
S_IFSOCK = 0o140000
S_IFDOOR = S_IFPORT = S_IFWHT = 0

S_ISUID, S_ISGID, S_ISVTX, S_ENFMT = 0o4000, 0o2000, 0o1000, 0o2000
S_IREAD, S_IWRITE, S_IEXEC = 0o400, 0o200, 0o100
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001

UF_NODUMP, UF_IMMUTABLE, UF_APPEND, UF_OPAQUE, UF_NOUNLINK = 1, 2, 4, 8, 16
UF_COMPRESSED, UF_HIDDEN = 0x20, 0x8000
SF_ARCHIVED, SF_IMMUTABLE, SF_APPEND, SF_NOUNLINK, SF_SNAPSHOT = 0x10000, 0x20000, 0x40000, 0x100000, 0x200000

FILE_ATTRIBUTE_READONLY, FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_SYSTEM = 1, 2, 4
FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_ARCHIVE, FILE_ATTRIBUTE_REPARSE_POINT = 16, 32, 1024


def S_IMODE(mode):
    """The bits that chmod sets."""
    return mode & 0o7777


def S_IFMT(mode):
    """The bits that tell the kind of file."""
    return mode & 0o170000


def S_ISDIR(mode):
    """Is it a folder?"""
    return mode & 0o170000 == S_IFDIR


def S_ISCHR(mode):
    """Is it a character device?"""
    return mode & 0o170000 == S_IFCHR


def S_ISBLK(mode):
    """Is it a block device?"""
    return mode & 0o170000 == S_IFBLK


def S_ISREG(mode):
    """Is it a regular file?"""
    return mode & 0o170000 == S_IFREG


def S_ISFIFO(mode):
    """Is it a named pipe?"""
    return mode & 0o170000 == S_IFIFO


def S_ISLNK(mode):
    """Is it a symbolic link?"""
    return mode & 0o170000 == S_IFLNK


def S_ISSOCK(mode):
    """Is it a socket?"""
    return mode & 0o170000 == S_IFSOCK


def S_ISDOOR(mode):
    """Is it a door (never here)?"""
    return False


S_ISPORT = S_ISWHT = S_ISDOOR
_KINDS = {S_IFLNK: "l", S_IFSOCK: "s", S_IFREG: "-", S_IFBLK: "b", S_IFDIR: "d", S_IFCHR: "c", S_IFIFO: "p"}


def filemode(mode):
    """The mode as `ls -l` shows it."""
    text = [_KINDS.get(mode & 0o170000, "?")]
    for shift, special, letter in (6, S_ISUID, "s"), (3, S_ISGID, "s"), (0, S_ISVTX, "t"):
        bits = mode >> shift
        text.append("r" if bits & 4 else "-")
        text.append("w" if bits & 2 else "-")
        if mode & special:
            text.append(letter if bits & 1 else letter.upper())
        else:
            text.append("x" if bits & 1 else "-")
    return "".join(text)
