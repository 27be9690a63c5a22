#include "codegen/disk_cache.h"
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
namespace adder::codegen {
namespace {

constexpr char kMagic[8] = {'a', 'd', 'd', 'e', 'r', 'k', 'c', '1'};
constexpr int64_t kMaxEntry = int64_t(4) << 20;
constexpr int kSavesBetweenLooks = 64;
constexpr const char* kSuffix = ".kernel";

struct Header {
  char magic[8];
  uint64_t key_bytes, code_bytes, checksum;
};

// 64 bits by multiplication and rotation, eight bytes at a time; against damage, not against malice.
uint64_t hash_of(std::string_view s, uint64_t seed) {
  uint64_t h = seed ^ (s.size() * 0x9e3779b97f4a7c15u);
  auto mix = [&](uint64_t v) {
    h ^= v;
    h *= 0xff51afd7ed558ccdu;
    h = h << 29 | h >> 35;
    h *= 0xc4ceb9fe1a85ec53u;
  };
  size_t i = 0;
  for (; i + 8 <= s.size(); i += 8) {
    uint64_t v;
    std::memcpy(&v, s.data() + i, 8);
    mix(v);
  }
  uint64_t last = 0;
  if (i < s.size()) std::memcpy(&last, s.data() + i, s.size() - i);
  mix(last);
  return h ^ h >> 32;
}
uint64_t checksum_of(std::string_view key, std::string_view code) {
  return hash_of(code, hash_of(key, 1));
}

class File {
 public:
  explicit File(int fd) : fd_(fd) {}
  ~File() {
    if (fd_ >= 0) ::close(fd_);
  }
  File(const File&) = delete;
  explicit operator bool() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  bool read_all(char* to, size_t n) const {
    for (size_t at = 0; at < n;) {
      ssize_t got = ::read(fd_, to + at, n - at);
      if (got <= 0) return false;
      at += size_t(got);
    }
    return true;
  }
  bool write_all(std::string_view s) const {
    while (!s.empty()) {
      ssize_t put = ::write(fd_, s.data(), s.size());
      if (put <= 0) return false;
      s.remove_prefix(size_t(put));
    }
    return true;
  }

 private:
  int fd_;
};

// Code from a folder that others may write to would be theirs to choose.
bool is_private_folder(const std::string& path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == ::geteuid() &&
         !(info.st_mode & (S_IWGRP | S_IWOTH));
}
void make_folders(const std::string& path) {
  for (size_t at = 1; at < path.size(); ++at)
    if (path[at] == '/') ::mkdir(path.substr(0, at).c_str(), 0700);
  ::mkdir(path.c_str(), 0700);
}

// Calls f(the folder, name in it, its state) for each kernel of the folder.
template <class F>
void each_entry(const std::string& path, F&& f) {
  DIR* folder = ::opendir(path.c_str());
  if (!folder) return;
  int fd = ::dirfd(folder);
  while (dirent* e = ::readdir(folder)) {
    struct stat info;
    bool kernel = std::strstr(e->d_name, kSuffix) && ::fstatat(fd, e->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0;
    if (kernel && S_ISREG(info.st_mode)) f(fd, e->d_name, info);
  }
  ::closedir(folder);
}

}  // namespace

DiskCache::DiskCache(std::string folder, int64_t max_bytes) : folder_(std::move(folder)), max_bytes_(max_bytes) {
  if (folder_.empty()) return;
  make_folders(folder_);
  if (!is_private_folder(folder_)) folder_.clear();
}

std::string DiskCache::default_folder() {
  auto variable = [](const char* name) {
    const char* v = std::getenv(name);
    return std::string(v ? v : "");
  };
  if (std::getenv("ADDER_CACHE_DIR")) return variable("ADDER_CACHE_DIR");
  if (std::string xdg = variable("XDG_CACHE_HOME"); xdg.starts_with('/')) return xdg + "/adder";
  if (std::string home = variable("HOME"); home.starts_with('/')) return home + "/.cache/adder";
  return "";
}

std::string DiskCache::path_of(std::string_view key) const {
  char name[40];
  std::snprintf(name, sizeof name, "%016llx%016llx", static_cast<unsigned long long>(hash_of(key, 2)),
                static_cast<unsigned long long>(hash_of(key, 3)));
  return folder_ + "/" + name + kSuffix;
}

bool DiskCache::load(std::string_view key, std::string* code) const {
  if (!usable()) return false;
  File f(::open(path_of(key).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));  // a pipe must not wait
  struct stat info;
  Header h;
  if (!f || ::fstat(f.fd(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_uid != ::geteuid()) return false;
  if (info.st_size > kMaxEntry || !f.read_all(reinterpret_cast<char*>(&h), sizeof h)) return false;
  if (std::memcmp(h.magic, kMagic, sizeof kMagic) != 0 || h.key_bytes != key.size()) return false;
  if (h.code_bytes > uint64_t(kMaxEntry) || uint64_t(info.st_size) != sizeof h + h.key_bytes + h.code_bytes) return false;
  std::string stored(key.size(), '\0');
  if (!f.read_all(stored.data(), stored.size()) || stored != key) return false;
  code->resize(size_t(h.code_bytes));
  return f.read_all(code->data(), code->size()) && checksum_of(key, *code) == h.checksum;
}

void DiskCache::save(std::string_view key, std::string_view code) {
  if (!usable() || int64_t(key.size() + code.size()) > kMaxEntry / 2) return;
  static std::atomic<int> serial{0};
  std::string path = path_of(key);
  std::string beside = path + "." + std::to_string(::getpid()) + "." + std::to_string(serial.fetch_add(1));
  Header h{};
  std::memcpy(h.magic, kMagic, sizeof kMagic);
  h.key_bytes = key.size();
  h.code_bytes = code.size();
  h.checksum = checksum_of(key, code);
  std::string all(reinterpret_cast<const char*>(&h), sizeof h);
  all.append(key);
  all.append(code);
  bool whole = false;
  {
    File f(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!f) return;
    whole = f.write_all(all);
  }
  if (!whole || ::rename(beside.c_str(), path.c_str()) != 0) ::unlink(beside.c_str());
  if (saves_++ % kSavesBetweenLooks == 0) shrink();
}

// Folders with many thousand entries are ordinary: they are gone through several times, and no names are kept.
void DiskCache::shrink() const {
  int64_t total = 0;
  each_entry(folder_, [&](int, const char*, const struct stat& info) { total += info.st_size; });
  if (total <= max_bytes_) return;
  std::vector<std::pair<int64_t, int64_t>> ages;  // time, bytes
  each_entry(folder_, [&](int, const char*, const struct stat& info) { ages.push_back({info.st_mtime, info.st_size}); });
  std::sort(ages.begin(), ages.end());
  int64_t last = 0, kept = total;  // entries up to that time go
  for (size_t i = 0; i < ages.size() && kept > max_bytes_ / 2; ++i) {
    last = ages[i].first;
    kept -= ages[i].second;
  }
  each_entry(folder_, [&](int folder, const char* name, const struct stat& info) {
    if (total <= max_bytes_ / 2 || info.st_mtime > last) return;
    if (::unlinkat(folder, name, 0) == 0) total -= info.st_size;
  });
}

const std::string& build_id() {
  static const std::string id = [] {
    Dl_info where;
    struct stat info;
    if (!dladdr(reinterpret_cast<void*>(&is_private_folder), &where) || !where.dli_fname) return std::string();
    // The main program's name may be relative to a folder that is no longer the current one.
    if (::stat(where.dli_fname, &info) != 0 && ::stat("/proc/self/exe", &info) != 0) return std::string();
    return std::to_string(info.st_size) + "." + std::to_string(info.st_mtim.tv_sec) + "." +
           std::to_string(info.st_mtim.tv_nsec) + "." + std::to_string(info.st_ino);
  }();
  return id;
}

}  // namespace adder::codegen
