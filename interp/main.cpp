// adder_vm [--dis] [--watch GLOBAL] [--parse N] [--log FUNCTION] [--rebuild] [--polyfill] FILE.py
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "interp/parser/ast.h"
#include "interp/vm/frame_hook.h"

namespace adder {
extern Thread* g_thread;
void use_polyfills(Thread&);
}  // namespace adder
using namespace adder;
Recorder* event_log(const char* function);

struct StopEverywhere : Recorder {  // asks to stop before every instruction, once
  const Word* at = nullptr;
  long stops = 0;
  bool before(Thread&, Frame& f) override {
    if (at == f.pc) {
      at = nullptr;
      return true;
    }
    at = f.pc;
    stops++;
    return false;
  }
};

int main(int argc, char** argv) {
  bool dis = false, stop = false, poly = false;
  int reps = 0;
  const char *log = nullptr, *watch = nullptr, *path = nullptr;
  for (int i = 1; i < argc; i++) {
    std::string_view a = argv[i];
    if (a == "--dis")
      dis = true;
    else if (a == "--rebuild")
      stop = true;
    else if (a == "--polyfill")
      poly = true;
    else if (a == "--log")
      log = argv[++i];
    else if (a == "--watch")
      watch = argv[++i];
    else
      path = argv[i];
  }
  if (!path) return 2;
  std::ifstream in(path);
  std::stringstream ss;
  ss << in.rdbuf();
  std::string src = ss.str();
  Thread th;
  g_thread = &th;
  init_builtins(th);
  std::string* file = new std::string(path);
  std::string err;
  Code* c = compile(src, file, &err);
  if (!c) {
    fprintf(stderr, "%s\n", err.c_str());
    return 1;
  }
  if (dis) {
    fputs(disassemble(c).c_str(), stdout);
    return 0;
  }
  Dict* globals = dict();
  dict_set(globals, of(intern("__name__")), of(intern("__main__")));
  Value f = make_func(c, globals);
  if (watch)
    g_watches.watch(globals, reinterpret_cast<uint64_t>(intern(watch)), [watch](Watches::Slot) {
      printf("watch: %s written\n", watch);
      fflush(stdout);
    });
  StopEverywhere everywhere;
  if (poly || stop || log) use_polyfills(th);
  if (stop) th.rec = &everywhere;
  if (log) th.rec = event_log(log);
  Value r = kAbsent;
  if (!stop)
    r = th.call(f, nullptr, 0);
  else {  // the side exit, at every instruction of the run: frames out, stack empty, frames in, on
    Value res;
    f.cell()->count++;
    *(th.fr + 1) = Frame{c, c->ins.data(), th.stack + 8, f.as<Func>(), nullptr, 0, Cont::Exit};
    th.fr++;
    while ((r = th.run()).u == kStop.u) rebuild(th, take_frames(th));
    (void)res;
    fprintf(stderr, "%ld stops\n", everywhere.stops);
  }
  th.rec = nullptr;
  if (!r.u) {
    th.flush();
    fputs(traceback(th, th.pending.as<Exc>()).c_str(), stderr);
    return 1;
  }
  th.flush();
  return 0;
}
