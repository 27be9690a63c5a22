# Patterns that begin with ** find what lies below the folder where the search begins.
import glob
import os
import tempfile

with tempfile.TemporaryDirectory() as root:
    os.chdir(root)
    for name in "a/b.txt", "a/c/d.py", "e.py", ".hidden/f.py", "a/.g.py":
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        open(name, "w").close()
    for pattern in ("**/*", "**/*.py", "**", "**/", "**/a", "./**/*", "a/**", "a/**/*.py", "*/**/*.py", "", "**/nothing", "*", "**.py",
                    "**/.g.py", "**/c/**", "**/c/*", root + "/**/*.py"):
        for recursive in True, False:
            for hidden in True, False:
                found = glob.glob(pattern, recursive=recursive, include_hidden=hidden)
                print(pattern.replace(root, "ROOT"), recursive, hidden, sorted(f.replace(root, "ROOT") for f in found))
        print(sorted(glob.iglob(pattern, root_dir="a", recursive=True)) if not pattern.startswith("/") else "")
    os.chdir("/")
