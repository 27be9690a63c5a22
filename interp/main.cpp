// The command line.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "interp/vm/frame_hook.h"
#include "interp/vm/import.h"
#include "interp/vm/shutdown.h"
#include "stdlib/blob.h"
#include "stdlib/native/library.h"

using namespace adder;
Recorder* event_log(const char* function);

namespace {
// Asks to stop before every instruction, once: frames are copied out and rebuilt.
struct StopEverywhere : Recorder {
  const Word* at = nullptr;
  long stops = 0;
  bool follow_nested() const override { return true; }
  Step before(Thread&, Frame& f, Value*) override {
    if (at == f.pc) {
      at = nullptr;
      return Step::Go;
    }
    at = f.pc;
    stops++;
    return Step::Stop;
  }
};
bool find_library(void*, std::string_view name, ModuleSource* out) {
  std::string path(name);
  for (char& c : path)
    if (c == '.') c = '/';
  for (size_t i = 0; i < kStdlibFileCount; i++) {
    std::string_view p = kStdlibFiles[i].path;
    bool package = p == path + "/__init__.py";
    if (!package && p != path + ".py") continue;
    out->text.assign(kStdlibFiles[i].text, kStdlibFiles[i].size);
    out->filename = "<adder>/" + std::string(p);
    out->package = package;
    return true;
  }
  return false;
}
int run_file(const char* path, bool stop, const char* log) {
  std::ifstream file(path);
  if (!file) {
    fprintf(stderr, "adder: can't open file '%s': [Errno 2] No such file or directory\n", path);
    return 2;
  }
  std::stringstream text;
  text << file.rdbuf();
  Interpreter in;
  Thread th(in);
  init_builtins(th);
  init_library(th);
  in.find_source = find_library;
  std::string dir(path);
  size_t slash = dir.rfind('/');
  push(in.sys_path.as<List>(), of(str(in, slash == dir.npos ? "" : dir.substr(0, slash))));
  Module* m = new_module(in, intern(in, "__main__"));
  dict_set(m->dict, in.names[n_file], of(str(in, path)));
  dict_set(m->dict, in.names[n_builtins], of(find_module(in, intern(in, "builtins"))));
  dict_set(in.modules, intern(in, "__main__"), of(m));
  StopEverywhere everywhere;
  if (stop) th.rec = &everywhere;
  if (log) th.rec = event_log(log);
  Value r = run_source(th, text.str(), path, m->dict);
  th.rec = nullptr;
  if (stop) fprintf(stderr, "%ld stops\n", everywhere.stops);
  (void)r;
  int status = report_uncaught(th);
  shut_down(th);
  return status;
}
}  // namespace

int main(int argc, char** argv) {
  bool stop = false;
  const char *log = nullptr, *path = nullptr;
  for (int i = 1; i < argc; i++) {
    std::string_view a = argv[i];
    if (a == "--stress=rebuild")
      stop = true;
    else if (a == "--log")
      log = argv[++i];
    else
      path = argv[i];
  }
  if (!path) {
    fputs("usage: adder [options] FILE.py\n", stderr);
    return 2;
  }
  return run_file(path, stop, log);
}
