#include "runtime/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace adder {
namespace {

struct Descriptor {
  const int number;
  ~Descriptor() {
    int error = errno;
    if (number >= 0) ::close(number);
    errno = error;
  }
};

}  // namespace

bool read_file(int descriptor, std::string* out) {
  constexpr size_t kBlock = 16 << 10;
  struct stat info;
  // Room for what there is and the end behind it; files of /proc say that they hold nothing.
  size_t room = fstat(descriptor, &info) == 0 && info.st_size > 0 ? size_t(info.st_size) + 1 : kBlock;
  out->clear();
  for (size_t filled = 0;;) {
    if (filled == out->size()) out->resize(filled == 0 ? room : filled + filled / 2 + kBlock);
    ssize_t n = ::read(descriptor, out->data() + filled, out->size() - filled);
    if (n < 0 && errno == EINTR) continue;
    if (n > 0) filled += size_t(n);
    if (n > 0) continue;
    out->resize(filled);
    return n == 0;
  }
}

bool read_file(const std::string& path, std::string* out) {
  out->clear();
  Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  return file.number >= 0 && read_file(file.number, out);
}

bool write_file(const std::string& path, std::string_view text) {
  int number = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (number < 0) return false;
  bool written = true;
  while (written && !text.empty()) {
    ssize_t n = ::write(number, text.data(), text.size());
    if (n > 0)
      text.remove_prefix(size_t(n));
    else
      written = n < 0 && errno == EINTR;
  }
  int error = errno;
  if (::close(number) != 0 && written) return false;  // what close says of a full disk counts too
  errno = error;
  return written;
}

bool can_write_file(const std::string& path) {
  Descriptor file{::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)};
  return file.number >= 0;
}

}  // namespace adder
