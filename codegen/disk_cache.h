// Machine code of kernels on disk, so that a second run of a program compiles nothing.
//
// One file for each kernel, named by a hash of its key. A file holds the key itself, the code and a checksum; what does
// not agree in every byte is no entry. Keys name the instruction set and the build of the program, so another CPU or
// another build never finds code that is not for it. The folder must belong to the user alone; otherwise, and when it
// cannot be made, there is no cache. Nothing here ever fails: a cache that does not work is an empty one.
//
// Safe from any thread and among processes: files are written beside their place and renamed into it.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
namespace adder::codegen {

class DiskCache {
 public:
  // An empty folder name: no cache. When the files come to more than `max_bytes`, the oldest are removed.
  explicit DiskCache(std::string folder, int64_t max_bytes = int64_t(64) << 20);

  bool usable() const { return !folder_.empty(); }
  const std::string& folder() const { return folder_; }
  // False when there is no such entry, or a damaged one.
  bool load(std::string_view key, std::string* code) const;
  void save(std::string_view key, std::string_view code);

  // What a user has when nothing else is said: $ADDER_CACHE_DIR (empty: none), $XDG_CACHE_HOME/adder, ~/.cache/adder.
  static std::string default_folder();

 private:
  std::string path_of(std::string_view key) const;
  void shrink() const;
  std::string folder_;
  int64_t max_bytes_;
  int saves_ = 0;  // by this object, to look at the size now and then
};

// Names the build of this code: keys contain it.
const std::string& build_id();

}  // namespace adder::codegen
