# platform and stat: what does not depend on the machine.
import os, platform, stat
print(len(platform.uname()), platform.uname()._fields, platform.system(), platform.system() == os.uname().sysname)
print(platform.machine() == os.uname().machine, platform.python_implementation(), platform.architecture())
print(platform.python_version_tuple()[:2], platform.mac_ver(), platform.win32_ver(), platform.platform().split("-")[0])
print(platform.node() == os.uname().nodename, platform.libc_ver()[0], platform.java_ver(), platform.system_alias("a", "b", "c"))
for mode in 0o100644, 0o40755, 0o120777, 0o104755, 0o102644, 0o41777, 0o41776, 0o60660, 0o20600, 0o10600, 0o140777:
    print(oct(mode), stat.filemode(mode), stat.S_ISREG(mode), stat.S_ISDIR(mode), stat.S_ISLNK(mode), oct(stat.S_IMODE(mode)),
          stat.S_ISFIFO(mode), stat.S_ISSOCK(mode), stat.S_ISBLK(mode), stat.S_ISCHR(mode), oct(stat.S_IFMT(mode)))
print(stat.S_ISDIR(os.stat(os.getcwd()).st_mode), stat.ST_SIZE, stat.S_IRWXU, stat.S_IXOTH)
