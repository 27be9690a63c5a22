"""Operations on files and trees: copy, move, remove, pack and unpack."""
import os

__all__ = ["copyfileobj", "copyfile", "copymode", "copystat", "copy", "copy2", "copytree", "move", "rmtree", "Error",
           "SpecialFileError", "ExecError", "make_archive", "get_archive_formats", "register_archive_format",
           "unregister_archive_format", "get_unpack_formats", "register_unpack_format", "unregister_unpack_format",
           "unpack_archive", "ignore_patterns", "chown", "which", "get_terminal_size", "SameFileError", "disk_usage",
           "ReadError", "RegistryError"]

COPY_BUFSIZE = 64 * 1024


class Error(OSError):
    """Some files of a tree could not be copied: the first argument lists (source, destination, reason)."""


class SameFileError(Error):
    """Source and destination are the same file."""


class SpecialFileError(OSError):
    """An operation that the kind of file does not allow."""


class ExecError(OSError):
    """A command could not be executed."""


class ReadError(OSError):
    """An archive that cannot be read."""


class RegistryError(Exception):
    """A kind of archive cannot be registered, or is not known."""


def copyfileobj(fsrc, fdst, length=0):
    """Copy from one open file to another, in pieces of a length."""
    size = length or COPY_BUFSIZE
    while piece := fsrc.read(size):
        fdst.write(piece)


def _is_same(one, other):
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False  # one of them is not there


def copyfile(src, dst, *, follow_symlinks=True):
    """Copy the contents of a file; of a link that is not followed, the link."""
    if _is_same(src, dst):
        raise SameFileError(f"{src!r} and {dst!r} are the same file")
    if not follow_symlinks and os.path.islink(src):
        _copy_link(src, dst)
        return dst
    for path in (src, dst):
        if os.path.exists(path) and _is_pipe(path):
            raise SpecialFileError(f"`{os.fspath(path)}` is a named pipe")
    with open(src, "rb") as reader, open(dst, "wb") as writer:
        copyfileobj(reader, writer)
    return dst


def _copy_link(src, dst):
    os.symlink(os.readlink(src), dst)


def _is_pipe(path):
    import stat
    return stat.S_ISFIFO(os.stat(path).st_mode)


def _permissions(of):
    return of.st_mode & 0o7777


def _are_links(follow_symlinks, *paths):
    """Whether the links themselves are meant. They have no permissions or times of their own that could be set."""
    return not follow_symlinks and all(map(os.path.islink, paths))


def copymode(src, dst, *, follow_symlinks=True):
    """Copy the permissions."""
    if not _are_links(follow_symlinks, src, dst):
        os.chmod(dst, _permissions(os.stat(src)))


def copystat(src, dst, *, follow_symlinks=True):
    """Copy the permissions and the times of access and change."""
    if not _are_links(follow_symlinks, src, dst):
        of = os.stat(src)
        os.utime(dst, ns=(of.st_atime_ns, of.st_mtime_ns))
        os.chmod(dst, _permissions(of))


def _within(src, dst):
    """Where a file goes: into a folder under its own name."""
    return os.path.join(dst, os.path.basename(src)) if os.path.isdir(dst) else dst


def copy(src, dst, *, follow_symlinks=True):
    """Copy contents and permissions; dst may be a folder."""
    target = copyfile(src, _within(src, dst), follow_symlinks=follow_symlinks)
    copymode(src, target, follow_symlinks=follow_symlinks)
    return target


def copy2(src, dst, *, follow_symlinks=True):
    """Copy contents, permissions and times; dst may be a folder."""
    target = copyfile(src, _within(src, dst), follow_symlinks=follow_symlinks)
    copystat(src, target, follow_symlinks=follow_symlinks)
    return target


def ignore_patterns(*patterns):
    """A function for copytree() that leaves out names that match."""
    from fnmatch import filter
    return lambda path, names: {name for pattern in patterns for name in filter(names, pattern)}


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False,
             dirs_exist_ok=False):
    """Copy a tree. What fails is reported at the end, as one Error."""
    names = os.listdir(src)
    left_out = ignore(os.fspath(src), names) if ignore else ()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    failures = []
    for name in names:
        if name in left_out:
            continue
        source, target = os.path.join(src, name), os.path.join(dst, name)
        is_link = os.path.islink(source)
        try:
            if is_link and symlinks:
                _copy_link(source, target)
                copystat(source, target, follow_symlinks=False)
            elif os.path.isdir(source):
                copytree(source, target, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
            elif not (is_link and ignore_dangling_symlinks and not os.path.exists(os.readlink(source))):
                copy_function(source, target)
        except Error as inner:
            failures += inner.args[0]
        except OSError as reason:
            failures.append((source, target, str(reason)))
    try:
        copystat(src, dst)
    except OSError as reason:
        failures.append((src, dst, str(reason)))
    if failures:
        raise Error(failures)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None):
    """Remove a tree. Failures are raised, ignored, or given to onerror(function, path, sys.exc_info())."""
    if dir_fd is not None:  # as CPython says where the system cannot do it; any other tree must not be removed
        raise NotImplementedError("dir_fd unavailable on this platform")

    def attempt(function, name):
        try:
            return function(name)
        except OSError:
            if not ignore_errors:
                if onerror is None:
                    raise
                import sys
                onerror(getattr(function, "stands_for", function), name, sys.exc_info())

    def listed(name):
        with os.scandir(name) as entries:
            return list(entries)

    def refuse(name):
        raise OSError("Cannot call rmtree on a symbolic link")

    def empty(name):
        for entry in attempt(listed, name) or ():
            if entry.is_dir(follow_symlinks=False):
                empty(entry.path)
            else:
                attempt(os.unlink, entry.path)
        attempt(os.rmdir, name)

    # What onerror is told in place of functions of this module.
    listed.stands_for, refuse.stands_for = os.scandir, os.path.islink
    if attempt(os.lstat, path) is not None:
        if os.path.islink(path):
            attempt(refuse, path)
        else:
            empty(path)


def move(src, dst, copy_function=copy2):
    """Move a file or a tree, to another file system by copying; into dst if it is a folder."""
    target = dst
    if os.path.isdir(dst):
        if _is_same(src, dst):  # a name in other letters on a file system that ignores them
            os.rename(src, dst)
            return
        target = os.path.join(dst, os.path.basename(os.fspath(src).rstrip(os.sep)))
        if os.path.exists(target):
            raise Error(f"Destination path '{target}' already exists")
    try:
        os.rename(src, target)
        return target
    except OSError:
        pass
    if os.path.islink(src):
        _copy_link(src, target)
        os.unlink(src)
    elif os.path.isdir(src):
        if _lies_in(target, src):
            raise Error(f"Cannot move a directory '{src}' into itself '{dst}'.")
        copytree(src, target, copy_function=copy_function, symlinks=True)
        rmtree(src)
    else:
        copy_function(src, target)
        os.unlink(src)
    return target


def _lies_in(path, folder):
    return os.path.join(os.path.abspath(path), "").startswith(os.path.join(os.path.abspath(folder), ""))


def disk_usage(path):
    """(total, used, free) of the file system of a path, in bytes."""
    from collections import namedtuple
    of = os.statvfs(path)
    usage = namedtuple("usage", "total used free")
    return usage(of.f_blocks * of.f_frsize, (of.f_blocks - of.f_bfree) * of.f_frsize, of.f_bavail * of.f_frsize)


def chown(path, user=None, group=None):
    """Give a file to a user and a group, named or numbered."""
    if user is None and group is None:
        raise ValueError("user and/or group must be set")
    os.chown(path, _number_of(user, "user"), _number_of(group, "group"))


def _number_of(owner, what):
    """The number of a user or group: -1 for none, which means that it stays."""
    if owner is None or isinstance(owner, int):
        return -1 if owner is None else owner
    from _accounts import number_of
    number = number_of(owner, what)
    if number is None:
        raise LookupError(f"no such {what}: {owner!r}")
    return number


def get_terminal_size(fallback=(80, 24)):
    """Columns and lines of the terminal: by the environment, or asked, or the fallback."""
    size = []
    for name in ("COLUMNS", "LINES"):
        try:
            size.append(max(int(os.environ[name]), 0))
        except (KeyError, ValueError):
            size.append(0)
    if 0 in size:
        try:
            asked = os.get_terminal_size(1)
        except (OSError, ValueError, AttributeError):
            asked = fallback
        size = [given or found or other for given, found, other in zip(size, asked, fallback)]
    return os.terminal_size(size)


def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    """The path of a program, or None."""
    def found(name):
        return os.access(name, mode) and not os.path.isdir(name)

    if os.path.dirname(cmd):
        return cmd if found(cmd) else None
    if path is None:
        path = os.environ.get("PATH", os.defpath)
    places = [os.path.join(folder, cmd) for folder in path.split(os.pathsep) if folder]
    return next(filter(found, places), None)


# Archives: by name, how one is made and what is said of it; and how one is unpacked, by what its name ends with.


def _make_folder_of(path):
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)


def _giver(owner, group):
    """What gives members of a tar file to a user and a group; to those of the files where there is no such name."""
    from _accounts import number_of
    user, of_group = number_of(owner, "user"), number_of(group, "group")

    def give(member):
        if user is not None:
            member.uid, member.uname = user, owner
        if of_group is not None:
            member.gid, member.gname = of_group, group
        return member
    return give


def _tar_maker(compression):
    def make(base_name, base_dir, dry_run=False, logger=None, owner=None, group=None):
        import tarfile
        name = base_name + ".tar" + (compression and "." + compression)
        if not dry_run:
            _make_folder_of(name)
            with tarfile.open(name, "w:" + compression) as archive:
                archive.add(base_dir, filter=_giver(owner, group))
        return name
    return make


def _make_zip(base_name, base_dir, dry_run=False, logger=None):
    import zipfile
    name = base_name + ".zip"
    if dry_run:
        return name
    _make_folder_of(name)
    with zipfile.ZipFile(name, "w", compression=zipfile.ZIP_DEFLATED) as archive:
        folders = [os.path.normpath(base_dir)]
        for folder in folders:
            if folder != os.curdir:
                archive.write(folder, folder)
            for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
                inner = os.path.normpath(entry.path)
                if entry.is_dir():
                    folders.append(inner)
                elif entry.is_file():
                    archive.write(inner, inner)
    return name


def _unpack_tar(filename, extract_dir):
    import tarfile
    try:
        archive = tarfile.open(filename)
    except tarfile.TarError:
        raise ReadError(f"{filename} is not a compressed or uncompressed tar file") from None
    with archive:
        archive.extractall(extract_dir)


def _unpack_zip(filename, extract_dir):
    import zipfile
    if not zipfile.is_zipfile(filename):
        raise ReadError(f"{filename} is not a zip file")
    with zipfile.ZipFile(filename) as archive:
        for name in archive.namelist():
            if not name.startswith("/") and ".." not in name:
                archive.extract(name, extract_dir)


_KINDS = {"tar": ("", "uncompressed tar file", [".tar"]), "gztar": ("gz", "gzip'ed tar-file", [".tar.gz", ".tgz"]),
          "bztar": ("bz2", "bzip2'ed tar-file", [".tar.bz2", ".tbz2"]),
          "xztar": ("xz", "xz'ed tar-file", [".tar.xz", ".txz"])}
_makers = {name: (_tar_maker(compression), [], text) for name, (compression, text, _) in _KINDS.items()}
_makers["zip"] = _make_zip, [], "ZIP file"
_unpackers = {name: (endings, _unpack_tar, [], text) for name, (_, text, endings) in _KINDS.items()}
_unpackers["zip"] = [".zip"], _unpack_zip, [], "ZIP file"


def get_archive_formats():
    """(name, description) of the kinds of archives that can be made."""
    return sorted([(name, row[2]) for name, row in _makers.items()])


def register_archive_format(name, function, extra_args=None, description=""):
    """Let make_archive() make another kind."""
    if not callable(function):
        raise TypeError(f"The {function} object is not callable")
    extra_args = [] if extra_args is None else extra_args
    if not isinstance(extra_args, (tuple, list)):
        raise TypeError("extra_args needs to be a sequence")
    if any(not isinstance(pair, (tuple, list)) or len(pair) != 2 for pair in extra_args):
        raise TypeError("extra_args elements are : (arg_name, value)")
    _makers[name] = function, extra_args, description


def unregister_archive_format(name):
    """Undo register_archive_format()."""
    del _makers[name]


def make_archive(base_name, format, root_dir=None, base_dir=None, verbose=0, dry_run=0, owner=None, group=None,
                 logger=None):
    """Pack base_dir, a path below root_dir, to base_name with the ending of the format; gives the archive's path."""
    if format not in _makers:
        raise ValueError("unknown archive format '%s'" % format)
    make, extra, _ = _makers[format]
    base_name = os.fspath(base_name)
    # As CPython asks it, a zip file knows no owners.
    owners = {} if format == "zip" else {"owner": owner, "group": group}
    back = None
    if root_dir is not None:
        back, base_name = os.getcwd(), os.path.abspath(base_name)
        if not dry_run:
            os.chdir(root_dir)
    try:
        return make(base_name, base_dir or os.curdir, dry_run=dry_run, logger=logger, **dict(extra), **owners)
    finally:
        if back is not None:
            os.chdir(back)


def get_unpack_formats():
    """(name, endings, description) of the kinds of archives that can be unpacked."""
    return sorted([(name, row[0], row[3]) for name, row in _unpackers.items()])


def register_unpack_format(name, extensions, function, extra_args=None, description=""):
    """Let unpack_archive() unpack another kind."""
    taken = {ending: kind for kind, row in _unpackers.items() for ending in row[0]}
    for ending in extensions:
        if ending in taken:
            raise RegistryError(f"{ending} is already registered for \"{taken[ending]}\"")
    if not callable(function):
        raise TypeError("The registered function must be a callable")
    _unpackers[name] = extensions, function, extra_args or [], description


def unregister_unpack_format(name):
    """Undo register_unpack_format()."""
    del _unpackers[name]


def unpack_archive(filename, extract_dir=None, format=None):
    """Unpack an archive, of a format or of what its name ends with, into a folder, the current one by default."""
    filename = os.fspath(filename)
    if format is None:
        matching = [name for name, row in _unpackers.items() if filename.endswith(tuple(row[0]))]
        if not matching:
            raise ReadError(f"Unknown archive format '{filename}'")
        format = matching[0]
    elif format not in _unpackers:
        raise ValueError(f"Unknown unpack format '{format}'")
    _, unpack, extra, _ = _unpackers[format]
    unpack(filename, os.getcwd() if extract_dir is None else os.fspath(extract_dir), **dict(extra))
