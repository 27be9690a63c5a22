#include "capture/caught_output.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace adder::capture {
// To a new file in memory. Without one (no descriptor is left) what is compared would be printed several times.
void CaughtOutput::redirect() {
  file_ = memfd_create("output", MFD_CLOEXEC);
  if (file_ >= 0 && dup2(file_, STDOUT_FILENO) >= 0) return;
  std::perror("adder: --stress: output of calls cannot be kept apart");
  std::_Exit(1);
}
void CaughtOutput::begin(Thread& th) {
  th.flush();
  std::fflush(stdout);
  saved_ = dup(STDOUT_FILENO);
  redirect();
}
void CaughtOutput::begin_in_fork() {
  if (file_ >= 0) close(file_);
  redirect();
}
std::string CaughtOutput::take(Thread& th) {
  th.flush();
  std::fflush(stdout);
  off_t n = lseek(file_, 0, SEEK_END);
  std::string text(size_t(std::max<off_t>(n, 0)), '\0');
  if (pread(file_, text.data(), text.size(), 0) < 0) text.clear();
  return text;
}
std::string CaughtOutput::end(Thread& th) {
  std::string text = take(th);
  if (saved_ >= 0) {
    dup2(saved_, STDOUT_FILENO);
  } else {
    close(STDOUT_FILENO);  // as it was
  }
  close(file_);
  if (saved_ >= 0) close(saved_);
  file_ = saved_ = -1;
  return text;
}
void CaughtOutput::end_and_print(Thread& th) {
  std::string text = end(th);
  for (std::string_view rest = text; !rest.empty();) {
    ssize_t k = write(STDOUT_FILENO, rest.data(), rest.size());
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return;  // nobody reads it
    rest.remove_prefix(size_t(k));
  }
}
}  // namespace adder::capture
