#include "interp/embed/prompt.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "interp/vm/import.h"

// The loop itself is stdlib/py/_prompt.py; this file gives it a line editor (libedit, opened when the prompt starts).
namespace adder {
namespace {

struct LineEditor {
  char* (*readline)(const char*) = nullptr;
  int (*add_history)(const char*) = nullptr;
  int (*write_history)(const char*) = nullptr;
  char** (*completion_matches)(const char*, char* (*)(const char*, int)) = nullptr;
  std::string history_file;
};

// libedit calls back without a context, so what its callbacks need stands here. Only one prompt runs in a process: the
// terminal is one.
struct Completion {
  Thread* thread = nullptr;
  Value function = kAbsent;
  std::vector<std::string> words;
  size_t next = 0;
  LineEditor editor;
};
Completion completion;

char* next_word(const char*, int state) {
  if (state == 0) completion.next = 0;
  if (completion.next >= completion.words.size()) return nullptr;
  return strdup(completion.words[completion.next++].c_str());
}

char** complete(const char* text, int, int) {
  Thread& th = *completion.thread;
  completion.words.clear();
  Owned word(of(str(th, text)));
  Value argument = word.get();
  Owned list(th.call(completion.function, &argument, 1));
  std::vector<Value> items;
  if (!list || !iterate(th, list.get(), &items)) {
    th.clear_pending();
    return nullptr;
  }
  for (Value v : items) {
    if (v.is(Kind::Str)) completion.words.emplace_back(sv(v));
    dec(v);
  }
  return completion.words.empty() ? nullptr : completion.editor.completion_matches(text, next_word);
}

template <class F>
bool find(void* library, const char* name, F* out) {
  *out = reinterpret_cast<F>(dlsym(library, name));
  return *out != nullptr;
}

Value editor_start(Thread& th, Value* a, int) {
  completion.thread = &th;
  completion.function = inc(a[0]);
  if (!isatty(0) || !isatty(1)) return kNone;
  void* library = dlopen("libedit.so.2", RTLD_NOW);
  if (!library) return kNone;
  LineEditor& e = completion.editor;
  int (*read_history)(const char*);
  int (*using_history)();
  char** (**attempted)(const char*, int, int);
  if (!find(library, "readline", &e.readline) || !find(library, "add_history", &e.add_history) ||
      !find(library, "write_history", &e.write_history) || !find(library, "read_history", &read_history) ||
      !find(library, "using_history", &using_history) ||
      !find(library, "rl_completion_matches", &e.completion_matches)) {
    e = LineEditor();
    return kNone;
  }
  using_history();
  if (const char* home = getenv("HOME")) {
    e.history_file = std::string(home) + "/.adder_history";
    read_history(e.history_file.c_str());
  }
  if (find(library, "rl_attempted_completion_function", &attempted)) *attempted = complete;
  int* append;
  if (find(library, "rl_completion_append_character", &append)) *append = 0;  // no blank behind a name
  return kNone;
}

Value editor_read_line(Thread& th, Value* a, int) {
  th.flush();
  std::string prompt(sv(a[0]));
  LineEditor& e = completion.editor;
  if (e.readline) {
    char* line = e.readline(prompt.c_str());
    if (th.attention & Thread::kInterrupted) {  // Ctrl-C while editing
      std::free(line);
      if (!th.slow_check()) return kAbsent;
      return of(str(th, ""));
    }
    if (!line) return kNone;
    if (*line) e.add_history(line);
    Value text = of(str(th, line));
    std::free(line);
    return text;
  }
  std::fputs(prompt.c_str(), stdout);
  std::fflush(stdout);
  std::string line;
  for (int c; (c = std::getchar()) != '\n';) {
    if (c == EOF) {
      if (line.empty()) return kNone;
      break;
    }
    line += char(c);
  }
  return of(str(th, line));
}

Value editor_finish(Thread&, Value*, int) {
  LineEditor& e = completion.editor;
  if (e.write_history && !e.history_file.empty()) e.write_history(e.history_file.c_str());
  put(completion.function, kAbsent);
  return kNone;
}

const NativeDef kFunctions[] = {
    {"start", "(completer, /)", "Open the line editor; completer(text) lists completions.", editor_start,
     Rule::residual},
    {"read_line", "(prompt, /)", "One line without its end, or None at the end of the input.", editor_read_line,
     Rule::residual},
    {"finish", "()", "Save the history.", editor_finish, Rule::residual},
};
const NativeModuleDef kModule = {"_line_editor", "Lines from a terminal, with history and completion.", kFunctions};

}  // namespace

int run_prompt(Session& session, const char* banner) {
  Thread& th = session.thread();
  rt::AccountScope entered = session.enter();
  register_module(session.interpreter(), kModule);
  session.run_main("", "<prompt>");  // makes __main__, which has no file
  Owned module(import_absolute(th, intern(th, "_prompt")));
  if (!module) return session.report_pending();
  Owned run(get_attr_native(th, module.get(), intern(th, "run")));
  Owned text(of(str(th, banner)));
  Value argument = text.get();
  Owned result(run ? th.call(run.get(), &argument, 1) : kAbsent);
  return result ? 0 : session.report_pending();
}

}  // namespace adder
