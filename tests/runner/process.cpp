#include "tests/runner/process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace adder::testing_support {
namespace {

using Clock = std::chrono::steady_clock;

// Appends what is there to read; false at the end of the stream.
bool drain(int fd, std::string* text) {
  char buffer[65536];
  ssize_t n = read(fd, buffer, sizeof buffer);
  if (n > 0) text->append(buffer, size_t(n));
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

// Between fork and exec, where other threads of this process may hold locks: system calls only.
[[noreturn]] void run_child(char* const* words, char* const* environment, const std::string& directory, int in, int out,
                            int err) {
  setpgid(0, 0);
  dup2(in, 0);
  dup2(out, 1);
  dup2(err, 2);
  if (!directory.empty() && chdir(directory.c_str()) != 0) _exit(126);
  execve(words[0], words, environment);
  _exit(127);
}

// As execve takes it; the strings stay where they are.
std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  std::vector<std::string> all = changes;
  for (char** at = environ; *at; at++) {
    std::string_view pair = *at, name = pair.substr(0, pair.find('=') + 1);
    bool changed = std::any_of(changes.begin(), changes.end(), [&](const std::string& s) { return s.starts_with(name); });
    if (!changed) all.emplace_back(pair);
  }
  return all;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& argv, const std::vector<std::string>& env,
                          const std::string& input, const std::string& directory, double seconds) {
  ProcessResult result;
  int in[2], out[2], err[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) return result;
  std::vector<std::string> variables = environment_with(env);
  std::vector<char*> words = pointers(argv), environment = pointers(variables);
  pid_t child = fork();
  if (child == 0) run_child(words.data(), environment.data(), directory, in[0], out[1], err[1]);
  close(in[0]);
  close(out[1]);
  close(err[1]);
  fcntl(in[1], F_SETFL, O_NONBLOCK);
  size_t written = 0;
  bool out_open = true, err_open = true, in_open = true;
  auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  while (out_open || err_open) {
    if (in_open && written == input.size()) {
      close(in[1]);
      in_open = false;
    }
    pollfd fds[3] = {
        {out_open ? out[0] : -1, POLLIN, 0}, {err_open ? err[0] : -1, POLLIN, 0}, {in_open ? in[1] : -1, POLLOUT, 0}};
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0 || poll(fds, 3, int(left)) == 0) {
      result.timed_out = true;
      kill(-child, SIGKILL);
      break;
    }
    if (fds[0].revents) out_open = drain(out[0], &result.out);
    if (fds[1].revents) err_open = drain(err[0], &result.err);
    if (fds[2].revents & POLLOUT) {
      ssize_t n = write(in[1], input.data() + written, input.size() - written);
      if (n > 0) written += size_t(n);
    } else if (fds[2].revents) {
      written = input.size();  // the child closed its input
    }
  }
  if (in_open) close(in[1]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  close(out[0]);
  close(err[0]);
  if (WIFEXITED(status)) result.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

}  // namespace adder::testing_support
