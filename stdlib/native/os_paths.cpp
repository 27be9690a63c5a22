// Calls of the system that name files: by a path, and where the system can, by an open file or from an open folder.
#include <cerrno>
#include <climits>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "stdlib/native/io.h"
#include "stdlib/native/os_paths.h"
#include "stdlib/native/state.h"
#include "stdlib/native/system_numbers.h"

namespace adder::lib {
namespace {

enum Allowed : unsigned { kPathOnly = 0, kOpen = 1, kNothing = 2 };  // a descriptor, None

bool is_index(Thread& th, Value v) {
  return is_intlike(unwrap(v)) || (v.is_cell() && type_find(type_of(th.in, v), intern(th.in, "__index__")).u);
}
bool read_descriptor(Thread& th, Value v, int* out) {
  int64_t n;
  if (!to_index_clamped(th, v, &n)) return false;
  if (n != int(n)) {
    th.raise(E_OverflowError, n > 0 ? "fd is greater than maximum" : "fd is less than minimum");
    return false;
  }
  *out = int(n);
  return true;
}

// What a function was given to name a file.
struct FileName {
  const char* function;
  Value given = kAbsent;  // borrowed; for the error
  std::string path = {};
  bool open = false;  // `fd` instead of the path
  int fd = -1;
  int folder = AT_FDCWD;  // that the path starts from

  bool read(Thread& th, Value v, unsigned allowed = kPathOnly, const char* argument = "path") {
    given = v;
    if (allowed & kNothing && v.u == kNone.u) {
      path = ".";
      return !library_state(th.in).no_files || (files_refused(th, v), false);
    }
    if (allowed & kOpen && is_index(th, v)) return open = true, read_descriptor(th, v, &fd);
    std::string_view bytes;
    const bool is_bytes = bytes_view(unwrap(v), &bytes);
    if (!is_str(unwrap(v)) && !is_bytes && !(v.is_cell() && type_find(type_of(th.in, v), th.name(n_fspath)).u)) {
      const char* kinds[] = {" or os.PathLike", ", os.PathLike or integer", " or os.PathLike or None",
                             ", os.PathLike, integer or None"};
      th.raise(E_TypeError, "%s: %s should be string, bytes%s, not %s", function, argument, kinds[allowed],
               type_name(th, v).c_str());
      return false;
    }
    if (is_bytes && bytes.find('\0') != bytes.npos) {
      th.raise(E_ValueError, "%s: embedded null character in %s", function, argument);
      return false;
    }
    return path_arg(th, v, function, &path);
  }
  bool read_folder(Thread& th, Value v,
                   const char* both = "%s: can't specify dir_fd without matching path") {  // dir_fd=
    if (v.u == kNone.u) return true;
    if (!is_index(th, v)) {
      th.raise(E_TypeError, "argument should be integer or None, not %s", type_name(th, v).c_str());
      return false;
    }
    if (!read_descriptor(th, v, &folder)) return false;
    if (open) th.raise(E_ValueError, both, function);
    return !open;
  }
  // follow_symlinks=; *flags gets AT_SYMLINK_NOFOLLOW.
  bool read_follow(Thread& th, Value v, int* flags) {
    bool follow;
    if (!truth_native(th, v, &follow)) return false;
    *flags = follow ? 0 : AT_SYMLINK_NOFOLLOW;
    if (follow || !open) return true;
    th.raise(E_ValueError, "%s: cannot use fd and follow_symlinks together", function);
    return false;
  }
  Value result(Thread& th, int status) const { return status == 0 ? kNone : raise_errno(th, errno, given); }
};

// The fields of os.stat_result: ten that are items, and what more it has.
Value stat_tuple(Thread& th, const struct stat& s) {
  const timespec times[3] = {s.st_atim, s.st_mtim, s.st_ctim};
  const int64_t items[10] = {int64_t(s.st_mode),  int64_t(s.st_ino),  int64_t(s.st_dev),  int64_t(s.st_nlink),
                             int64_t(s.st_uid),   int64_t(s.st_gid),  int64_t(s.st_size), int64_t(s.st_atime),
                             int64_t(s.st_mtime), int64_t(s.st_ctime)};
  const int64_t more[3] = {int64_t(s.st_blksize), int64_t(s.st_blocks), int64_t(s.st_rdev)};
  Tuple* t = tuple(th, 19);
  for (int i = 0; i < 10; ++i) t->items[i] = integer(th, items[i]);
  for (int i = 0; i < 3; ++i) {
    t->items[10 + i] = real(double(times[i].tv_sec) + 1e-9 * double(times[i].tv_nsec));
    t->items[13 + i] = integer(th, int64_t(times[i].tv_sec) * 1000000000 + times[i].tv_nsec);
    t->items[16 + i] = integer(th, more[i]);
  }
  return of(t);
}
Value os_stat(Thread& th, Value* a, int) {  // (path, dir_fd, follow_symlinks)
  FileName f{"stat"};
  int flags;
  struct stat s;
  if (!f.read(th, a[0], kOpen) || !f.read_folder(th, a[1]) || !f.read_follow(th, a[2], &flags)) return kAbsent;
  const int status = f.open ? ::fstat(f.fd, &s) : ::fstatat(f.folder, f.path.c_str(), &s, flags);
  return status == 0 ? stat_tuple(th, s) : f.result(th, status);
}
Value os_lstat(Thread& th, Value* a, int) {  // (path, dir_fd)
  FileName f{"lstat"};
  struct stat s;
  if (!f.read(th, a[0]) || !f.read_folder(th, a[1])) return kAbsent;
  const int status = ::fstatat(f.folder, f.path.c_str(), &s, AT_SYMLINK_NOFOLLOW);
  return status == 0 ? stat_tuple(th, s) : f.result(th, status);
}
Value os_fstat(Thread& th, Value* a, int) {
  int fd;
  struct stat s;
  if (!int_arg(th, a[0], &fd)) return kAbsent;
  return ::fstat(fd, &s) == 0 ? stat_tuple(th, s) : raise_errno(th, errno);
}
enum : int { kMissing = 0, kOther = 1, kRegular = 2, kFolder = 3, kLink = 4 };
int kind_of(mode_t mode) {
  return S_ISREG(mode) ? kRegular : S_ISDIR(mode) ? kFolder : S_ISLNK(mode) ? kLink : kOther;
}
// Never raises OSError or ValueError.
Value os_kind(Thread& th, Value* a, int) {
  bool follow;
  if (!truth_native(th, a[1], &follow)) return kAbsent;
  FileName f{follow ? "stat" : "lstat"};
  if (!f.read(th, a[0], follow ? kOpen : kPathOnly)) {
    if (!th.pending_is(E_ValueError)) return kAbsent;
    th.clear_pending();
    return integer49(kMissing);
  }
  struct stat s;
  const int flags = follow ? 0 : AT_SYMLINK_NOFOLLOW;
  const int status = f.open ? ::fstat(f.fd, &s) : ::fstatat(AT_FDCWD, f.path.c_str(), &s, flags);
  return integer49(status == 0 ? kind_of(s.st_mode) : kMissing);
}

// An open folder; of a descriptor, a copy, so that the descriptor stays open.
DIR* open_folder(const FileName& f) {
  if (!f.open) return opendir(f.path.c_str());
  const int copy = ::fcntl(f.fd, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return nullptr;
  DIR* d = fdopendir(copy);
  if (d) {
    rewinddir(d);
    return d;
  }
  const int error = errno;
  ::close(copy);
  errno = error;
  return nullptr;
}
// Calls visit(entry, its name) for each entry that is not "." or "..".
template <class F>
Value each_entry(Thread& th, const FileName& f, F&& visit) {
  DIR* d = open_folder(f);
  if (!d) return f.open ? raise_errno(th, errno) : raise_errno(th, errno, f.given);
  const bool as_bytes = unwrap(f.given).is(Kind::Bytes);
  List* l = list(th);
  while (dirent* e = readdir(d)) {
    std::string_view name = e->d_name;
    if (name != "." && name != "..") push(l, visit(dirfd(d), e, as_bytes ? new_bytes(th, name) : name_text(th, name)));
  }
  closedir(d);
  return of(l);
}
Value os_listdir(Thread& th, Value* a, int) {
  FileName f{"listdir"};
  if (!f.read(th, a[0], kOpen | kNothing)) return kAbsent;
  return each_entry(th, f, [](int, dirent*, Value name) { return name; });
}
// (name, kind as in _kind without following links, inode) triples.
Value os_entries(Thread& th, Value* a, int) {
  FileName f{"scandir"};
  if (!f.read(th, a[0], kOpen | kNothing)) return kAbsent;
  return each_entry(th, f, [&](int folder, dirent* e, Value name) {
    struct stat s;
    mode_t mode = DTTOIF(e->d_type);
    if (e->d_type == DT_UNKNOWN && ::fstatat(folder, e->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0) mode = s.st_mode;
    Tuple* t = tuple(th, 3);
    t->items[0] = name;
    t->items[1] = integer49(kind_of(mode));
    t->items[2] = integer(th, int64_t(e->d_ino));
    return of(t);
  });
}

Value os_mkdir(Thread& th, Value* a, int) {
  FileName f{"mkdir"};
  int mode;
  if (!f.read(th, a[0]) || !int_arg(th, a[1], &mode) || !f.read_folder(th, a[2])) return kAbsent;
  return f.result(th, ::mkdirat(f.folder, f.path.c_str(), mode_t(mode)));
}
Value os_mkfifo(Thread& th, Value* a, int) {
  FileName f{"mkfifo"};
  int mode;
  if (!f.read(th, a[0]) || !int_arg(th, a[1], &mode) || !f.read_folder(th, a[2])) return kAbsent;
  return f.result(th, ::mkfifoat(f.folder, f.path.c_str(), mode_t(mode)));
}
Value unlinked(Thread& th, Value* a, const char* function, int flags) {
  FileName f{function};
  if (!f.read(th, a[0]) || !f.read_folder(th, a[1])) return kAbsent;
  return f.result(th, ::unlinkat(f.folder, f.path.c_str(), flags));
}
Value os_rmdir(Thread& th, Value* a, int) {
  return unlinked(th, a, "rmdir", AT_REMOVEDIR);
}
Value os_unlink(Thread& th, Value* a, int) {
  return unlinked(th, a, "unlink", 0);
}
Value os_remove(Thread& th, Value* a, int) {
  return unlinked(th, a, "remove", 0);
}
Value os_chdir(Thread& th, Value* a, int) {
  FileName f{"chdir"};
  if (!f.read(th, a[0], kOpen)) return kAbsent;
  return f.result(th, f.open ? ::fchdir(f.fd) : ::chdir(f.path.c_str()));
}
Value of_two(Thread& th, const FileName& from, const FileName& to, int status) {
  return status == 0 ? kNone : raise_errno(th, errno, from.given, to.given);
}
Value renamed(Thread& th, Value* a, const char* function) {  // (src, dst, src_dir_fd, dst_dir_fd)
  FileName from{function}, to{function};
  if (!from.read(th, a[0], kPathOnly, "src") || !to.read(th, a[1], kPathOnly, "dst") || !from.read_folder(th, a[2]) ||
      !to.read_folder(th, a[3]))
    return kAbsent;
  return of_two(th, from, to, ::renameat(from.folder, from.path.c_str(), to.folder, to.path.c_str()));
}
Value os_rename(Thread& th, Value* a, int) {
  return renamed(th, a, "rename");
}
Value os_replace(Thread& th, Value* a, int) {
  return renamed(th, a, "replace");
}
Value os_link(Thread& th, Value* a, int) {  // (src, dst, src_dir_fd, dst_dir_fd, follow_symlinks)
  FileName from{"link"}, to{"link"};
  bool follow;
  if (!from.read(th, a[0], kPathOnly, "src") || !to.read(th, a[1], kPathOnly, "dst") || !from.read_folder(th, a[2]) ||
      !to.read_folder(th, a[3]) || !truth_native(th, a[4], &follow))
    return kAbsent;
  // As in CPython, whose plain call makes a link to a link.
  const bool plain = follow && from.folder == AT_FDCWD && to.folder == AT_FDCWD;
  const int flags = follow && !plain ? AT_SYMLINK_FOLLOW : 0;
  return of_two(th, from, to, ::linkat(from.folder, from.path.c_str(), to.folder, to.path.c_str(), flags));
}
Value os_symlink(Thread& th, Value* a, int) {  // (src, dst, target_is_directory, dir_fd)
  FileName from{"symlink"}, to{"symlink"};
  bool unused;
  if (!from.read(th, a[0], kPathOnly, "src") || !to.read(th, a[1], kPathOnly, "dst") ||
      !truth_native(th, a[2], &unused) || !to.read_folder(th, a[3]))
    return kAbsent;
  return of_two(th, from, to, ::symlinkat(from.path.c_str(), to.folder, to.path.c_str()));
}
Value os_readlink(Thread& th, Value* a, int) {
  FileName f{"readlink"};
  if (!f.read(th, a[0]) || !f.read_folder(th, a[1])) return kAbsent;
  char out[PATH_MAX + 1];
  const ssize_t n = ::readlinkat(f.folder, f.path.c_str(), out, sizeof out);
  if (n < 0) return raise_errno(th, errno, a[0]);
  const std::string_view target(out, size_t(n));
  return unwrap(a[0]).is(Kind::Bytes) ? new_bytes(th, target) : name_text(th, target);
}
Value os_chmod(Thread& th, Value* a, int) {  // (path, mode, dir_fd, follow_symlinks)
  FileName f{"chmod"};
  int mode, flags;
  if (!f.read(th, a[0], kOpen) || !int_arg(th, a[1], &mode)) return kAbsent;
  if (f.open) return f.result(th, ::fchmod(f.fd, mode_t(mode)));  // whatever else is given, as in CPython
  if (!f.read_folder(th, a[2]) || !f.read_follow(th, a[3], &flags)) return kAbsent;
  const int status = ::fchmodat(f.folder, f.path.c_str(), mode_t(mode), flags);
  if (status != 0 && flags && errno == EOPNOTSUPP)
    return th.raise(E_NotImplementedError, "chmod: follow_symlinks unavailable on this platform");
  return f.result(th, status);
}
bool read_owner(Thread& th, Value* a, int64_t* user, int64_t* group) {
  return system_number(th, a[0], kUser, user) && system_number(th, a[1], kGroup, group);
}
Value os_chown(Thread& th, Value* a, int) {  // (path, uid, gid, dir_fd, follow_symlinks)
  FileName f{"chown"};
  int64_t user, group;
  int flags;
  if (!f.read(th, a[0], kOpen) || !read_owner(th, a + 1, &user, &group) ||
      !f.read_folder(th, a[3], "%s: can't specify both dir_fd and fd") || !f.read_follow(th, a[4], &flags))
    return kAbsent;
  return f.result(th, f.open ? ::fchown(f.fd, uid_t(user), gid_t(group))
                             : ::fchownat(f.folder, f.path.c_str(), uid_t(user), gid_t(group), flags));
}
Value os_lchown(Thread& th, Value* a, int) {
  FileName f{"lchown"};
  int64_t user, group;
  if (!f.read(th, a[0]) || !read_owner(th, a + 1, &user, &group)) return kAbsent;
  return f.result(th, ::lchown(f.path.c_str(), uid_t(user), gid_t(group)));
}
// The numbers of a file system, in the order of os.statvfs_result.
Value os_statvfs(Thread& th, Value* a, int) {
  FileName f{"statvfs"};
  struct statvfs s;
  if (!f.read(th, a[0], kOpen)) return kAbsent;
  const int status = f.open ? ::fstatvfs(f.fd, &s) : ::statvfs(f.path.c_str(), &s);
  if (status != 0) return f.result(th, status);
  List* l = list(th);
  for (unsigned long n : {s.f_bsize, s.f_frsize, s.f_blocks, s.f_bfree, s.f_bavail, s.f_files, s.f_ffree, s.f_favail,
                          s.f_flag, s.f_namemax, s.f_fsid})
    push(l, integer(th, int64_t(n)));
  return of(l);
}
Value os_truncate(Thread& th, Value* a, int) {
  FileName f{"truncate"};
  int64_t length;
  if (!f.read(th, a[0], kOpen) || !system_number(th, a[1], kOffset, &length)) return kAbsent;
  if (f.open) return ::ftruncate(f.fd, off_t(length)) == 0 ? kNone : raise_errno(th, errno);
  return f.result(th, ::truncate(f.path.c_str(), off_t(length)));
}
Value os_pathconf(Thread& th, Value* a, int) {  // (path, number)
  FileName f{"pathconf"};
  int number;
  if (!f.read(th, a[0], kOpen) || !int_arg(th, a[1], &number)) return kAbsent;
  errno = 0;
  const long value = f.open ? ::fpathconf(f.fd, number) : ::pathconf(f.path.c_str(), number);
  return value == -1 && errno ? raise_errno(th, errno, errno == EINVAL ? kAbsent : a[0]) : integer(th, value);
}
Value os_access(Thread& th, Value* a, int) {  // (path, mode, dir_fd, effective_ids, follow_symlinks)
  FileName f{"access"};
  int mode, flags;
  bool effective;
  if (!f.read(th, a[0]) || !int_arg(th, a[1], &mode) || !f.read_folder(th, a[2]) ||
      !truth_native(th, a[3], &effective) || !f.read_follow(th, a[4], &flags))
    return kAbsent;
  return boolean(::faccessat(f.folder, f.path.c_str(), mode, flags | (effective ? AT_EACCESS : 0)) == 0);
}
// (path, times, dir_fd, follow_symlinks); times: None for now, or seconds and nanoseconds of access and modification.
Value os_utime(Thread& th, Value* a, int) {
  FileName f{"utime"};
  int flags;
  timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
  if (!f.read(th, a[0], kOpen) || !f.read_folder(th, a[2]) || !f.read_follow(th, a[3], &flags)) return kAbsent;
  const bool given = a[1].u != kNone.u;
  if (given && (!a[1].is(Kind::Tuple) || a[1].as<Tuple>()->len != 4))
    return th.raise(E_TypeError, "four numbers are required");
  for (int i = 0; given && i < 2; ++i) {
    int64_t seconds, nanoseconds;
    const Value* item = a[1].as<Tuple>()->items + 2 * i;
    if (!system_number(th, item[0], kOffset, &seconds) || !system_number(th, item[1], kOffset, &nanoseconds))
      return kAbsent;
    times[i] = {time_t(seconds), long(nanoseconds)};
  }
  const int status = f.open ? ::futimens(f.fd, times) : ::utimensat(f.folder, f.path.c_str(), times, flags);
  return status == 0 ? kNone : raise_errno(th, errno);  // which names no file
}
Value os_open(Thread& th, Value* a, int) {  // (path, flags, mode, dir_fd)
  FileName f{"open"};
  int flags, mode;
  if (!f.read(th, a[0]) || !int_arg(th, a[1], &flags) || !int_arg(th, a[2], &mode) || !f.read_folder(th, a[3]))
    return kAbsent;
  const int fd = ::openat(f.folder, f.path.c_str(), flags | O_CLOEXEC, mode_t(mode));
  return fd < 0 ? raise_errno(th, errno, a[0]) : integer49(fd);
}

const NativeDef kFunctions[] = {
    {"_stat", "(path, dir_fd=None, follow_symlinks=True, /)", "", os_stat, Rule::residual},
    {"_lstat", "(path, dir_fd=None, /)", "", os_lstat, Rule::residual},
    {"_fstat", "(fd, /)", "", os_fstat, Rule::residual},
    {"_kind", "(path, follow=True, /)", "", os_kind, Rule::residual},
    {"listdir", "(path=None)", "The names in a directory.", os_listdir, Rule::residual},
    {"_entries", "(path, /)", "", os_entries, Rule::residual},
    {"mkdir", "(path, mode=511, *, dir_fd=None)", "Make a directory.", os_mkdir, Rule::residual},
    {"rmdir", "(path, *, dir_fd=None)", "Remove a directory.", os_rmdir, Rule::residual},
    {"unlink", "(path, *, dir_fd=None)", "Remove a file.", os_unlink, Rule::residual},
    {"remove", "(path, *, dir_fd=None)", "Remove a file.", os_remove, Rule::residual},
    {"chdir", "(path)", "Change the working directory.", os_chdir, Rule::residual},
    {"rename", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", "Rename a file.", os_rename, Rule::residual},
    {"replace", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", "Rename a file over another.", os_replace,
     Rule::residual},
    {"link", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True)", "Make a hard link.", os_link,
     Rule::residual},
    {"symlink", "(src, dst, target_is_directory=False, *, dir_fd=None)", "Make a symbolic link.", os_symlink,
     Rule::residual},
    {"readlink", "(path, *, dir_fd=None)", "Where a symbolic link points.", os_readlink, Rule::residual},
    {"chmod", "(path, mode, *, dir_fd=None, follow_symlinks=True)", "Change the mode.", os_chmod, Rule::residual},
    {"chown", "(path, uid, gid, *, dir_fd=None, follow_symlinks=True)",
     "Give a file to a user and a group; -1: as it is.", os_chown, Rule::residual},
    {"lchown", "(path, uid, gid)", "Give a file or a link to a user and a group.", os_lchown, Rule::residual},
    {"mkfifo", "(path, mode=438, *, dir_fd=None)", "Make a named pipe.", os_mkfifo, Rule::residual},
    {"_statvfs", "(path, /)", "", os_statvfs, Rule::residual},
    {"truncate", "(path, length)", "Change the size of a file.", os_truncate, Rule::residual},
    {"_pathconf", "(path, number, /)", "", os_pathconf, Rule::residual},
    {"access", "(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True)", "May it be accessed?",
     os_access, Rule::residual},
    {"_utime", "(path, times, dir_fd, follow_symlinks, /)", "", os_utime, Rule::residual},
    {"open", "(path, flags, mode=511, *, dir_fd=None)", "Open a descriptor.", os_open, Rule::residual},
};

}  // namespace

std::span<const NativeDef> path_functions() {
  return kFunctions;
}

}  // namespace adder::lib
