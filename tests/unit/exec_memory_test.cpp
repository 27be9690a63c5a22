// Memory for generated code in processes that fork.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstring>
#include "runtime/cpu/exec_memory.h"

namespace adder::rt {
namespace {

TEST(ExecMemory, ForksDoNotWriteIntoEachOthersCode) {
  constexpr size_t kBytes = 256;
  ExecMemory memory;
  ExecMemory::Block before = memory.reserve(kBytes);
  ASSERT_TRUE(before.write);
  std::memset(before.write, 0x11, kBytes);
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ExecMemory::Block own = memory.reserve(kBytes);
    if (own.write) std::memset(own.write, 0x22, kBytes);
    _exit(own.write && static_cast<unsigned char*>(before.run)[0] == 0x11 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  ExecMemory::Block after = memory.reserve(kBytes);
  ASSERT_TRUE(after.write);
  for (size_t i = 0; i < kBytes; ++i) ASSERT_EQ(static_cast<unsigned char*>(after.run)[i], 0) << "the child wrote here";
}

}  // namespace
}  // namespace adder::rt
