# shutil: copies, trees, moves, removals, archives, programs.
import os
import shutil
import sys
import tarfile
import tempfile
import zipfile


def tell(what, call):
    try:
        result = call()
    except Exception as e:
        result = type(e).__name__ + ": " + str(e)
    print(what, "->", str(result).replace(root, "ROOT"))


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as f:
        f.write(text)
    return path


def read(path):
    with open(path) as f:
        return f.read()


def tree(path):
    found = []
    for folder, folders, files in os.walk(path):
        folders.sort()
        for name in sorted(files):
            full = os.path.join(folder, name)
            found.append(os.path.relpath(full, path) + ("@" if os.path.islink(full) else "=" + read(full)))
        if not folders and not files:
            found.append(os.path.relpath(folder, path) + "/")
    return found


root = os.path.realpath(tempfile.mkdtemp())
os.chdir(root)
a = write(root + "/a.txt", "one")
os.chmod(a, 0o640)
os.utime(a, (1000, 2000))

tell("copyfile", lambda: shutil.copyfile(a, root + "/b.txt"))
print(read("b.txt"))
tell("copyfile onto itself", lambda: shutil.copyfile(a, a))
tell("copyfile of nothing", lambda: shutil.copyfile(root + "/none", root + "/c"))
tell("copy", lambda: shutil.copy(a, root + "/c.txt"))
print(oct(os.stat("c.txt").st_mode & 0o777), os.stat("c.txt").st_mtime == 2000)
os.mkdir("folder")
tell("copy2 into a folder", lambda: shutil.copy2(a, "folder"))
print(oct(os.stat("folder/a.txt").st_mode & 0o777), os.stat("folder/a.txt").st_mtime)
os.symlink("a.txt", "link")
tell("copy of a link", lambda: shutil.copy("link", "link2", follow_symlinks=False))
print(os.path.islink("link2"), os.readlink("link2"))
with open(a) as source, open("d.txt", "w") as target:
    shutil.copyfileobj(source, target, 2)
print(read("d.txt"))
shutil.copymode(a, "b.txt")
shutil.copystat(a, "b.txt")
print(oct(os.stat("b.txt").st_mode & 0o777), os.stat("b.txt").st_mtime)

write("t/one.py", "1")
write("t/two.pyc", "2")
write("t/sub/three.txt", "3")
os.makedirs("t/empty")
os.symlink("one.py", "t/ln")
tell("copytree", lambda: shutil.copytree("t", "u", ignore=shutil.ignore_patterns("*.pyc", "thr*")))
print(tree("u"))
tell("copytree again", lambda: shutil.copytree("t", "u"))
tell("copytree over", lambda: shutil.copytree("t", "u", symlinks=True, dirs_exist_ok=True))
print(tree("u"))
os.symlink("nowhere", "t/dangling")
tell("dangling", lambda: shutil.copytree("t", "v"))
tell("dangling ignored", lambda: shutil.copytree("t", "w", ignore_dangling_symlinks=True))
print(tree("w"))
os.unlink("t/dangling")
calls = []
tell("copy_function", lambda: shutil.copytree("t", "y", copy_function=lambda s, d: calls.append((s, d))))
print(sorted(calls))
print(sorted(shutil.ignore_patterns("a*", "*b")("folder", ["ab", "ac", "cb", "cd"])))

tell("move a file", lambda: shutil.move("d.txt", "folder"))
tell("move onto one that is there", lambda: (write("d.txt", "x"), shutil.move("d.txt", "folder")))
tell("move a tree", lambda: shutil.move("u", "moved"))
print(tree("moved"), os.path.exists("u"))
tell("move a tree into a folder", lambda: shutil.move("moved/", "folder"))
print(sorted(os.listdir("folder")))

os.symlink("t", "tlink")
tell("rmtree of a link", lambda: shutil.rmtree("tlink"))
tell("rmtree of nothing", lambda: shutil.rmtree("none"))
tell("rmtree of nothing, ignored", lambda: shutil.rmtree("none", ignore_errors=True))
seen = []
shutil.rmtree("none", onerror=lambda function, path, info: seen.append((function.__name__, path, info[0].__name__)))
print(seen)
shutil.rmtree("w")
print(os.path.exists("w"))

print(shutil.get_archive_formats())
print(shutil.get_unpack_formats())
for kind in ("zip", "tar", "gztar", "bztar", "xztar"):
    name = shutil.make_archive("packed", kind, "t")
    print(os.path.basename(name))
    shutil.unpack_archive(name, "out-" + kind)
    print(tree("out-" + kind) == tree("t") or tree("out-" + kind))
name = shutil.make_archive(root + "/part", "zip", root, "t/sub")
print(sorted(zipfile.ZipFile(name).namelist()))
name = shutil.make_archive(root + "/part", "tar", root, "t/sub")
print(sorted(tarfile.open(name).getnames()))
tell("unknown kind", lambda: shutil.make_archive("x", "rar"))
tell("unknown ending", lambda: shutil.unpack_archive("a.txt"))
tell("unknown unpacking", lambda: shutil.unpack_archive("a.txt", format="rar"))
write("bad.zip", "no")
tell("no zip", lambda: shutil.unpack_archive("bad.zip"))
write("bad.tar", "no")
tell("no tar", lambda: shutil.unpack_archive("bad.tar"))
shutil.register_archive_format(
    "mine", lambda base, folder, **options: (base, folder, sorted(options)), [("x", 1)], "Mine"
)
tell("registered", lambda: shutil.make_archive("base", "mine"))
print(shutil.get_archive_formats()[2])
shutil.unregister_archive_format("mine")
shutil.register_unpack_format("mine", [".mine"], lambda path, folder: calls.append(path))
tell("taken", lambda: shutil.register_unpack_format("other", [".mine"], print))
tell("not callable", lambda: shutil.register_unpack_format("other", [".oth"], 3))
tell("not callable", lambda: shutil.register_archive_format("other", 3))
tell("no pairs", lambda: shutil.register_archive_format("other", print, [1]))
shutil.unregister_unpack_format("mine")

name = shutil.make_archive("new/folder/packed", "tar", root, "t/sub", owner="daemon", group="no such group")
with tarfile.open(name) as archive:
    print(sorted((member.uname, member.uid, member.gname == "no such group") for member in archive))
tell("archive in a new folder", lambda: shutil.make_archive("new/too/packed", "zip", root, "t/sub"))
tell("filter", lambda: shutil.unpack_archive(name, "out", filter="data"))
os.makedirs("here/same")
os.makedirs("same")
folder = os.open("here", os.O_RDONLY)
try:
    shutil.rmtree("same", dir_fd=folder)
except NotImplementedError:
    pass
print(os.path.exists("same"))
os.close(folder)
for number in (-2, 1 << 32, 1 << 40):
    tell("chown", lambda: os.chown(a, number, -1))
    tell("chown", lambda: os.chown(a, -1, number))
tell("chown", lambda: shutil.chown(a))
tell("chown", lambda: shutil.chown(a, "no such user"))
tell("chown", lambda: shutil.chown(a, group="no such group"))
program = write("bin/tool", "#!/bin/sh\n")
tell("which, not executable", lambda: shutil.which("tool", path=root + "/bin"))
os.chmod(program, 0o755)
tell("which", lambda: shutil.which("tool", path="/nowhere:" + root + "/bin"))
tell("which of a path", lambda: shutil.which(program))
tell("which of a folder", lambda: shutil.which(root + "/bin"))
tell("which of nothing", lambda: shutil.which("no-such-tool"))
os.environ["COLUMNS"], os.environ["LINES"] = "100", "30"
print(shutil.get_terminal_size())
os.environ["COLUMNS"] = "x"
os.environ["LINES"] = "-1"
print(shutil.get_terminal_size((33, 44)) == (33, 44) or sys.stdout.isatty())
usage = shutil.disk_usage("/")
print(type(usage).__name__, usage._fields, usage.total >= usage.free)
print(
    [
        c.__mro__[1].__name__
        for c in (
            shutil.Error,
            shutil.SameFileError,
            shutil.SpecialFileError,
            shutil.ExecError,
            shutil.ReadError,
            shutil.RegistryError,
        )
    ]
)
os.chdir("/")
shutil.rmtree(root)
print(os.path.exists(root))
