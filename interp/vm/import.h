#pragma once
// Modules: where their source comes from, and running code in a namespace.
#include "interp/bytecode/library_code.h"
#include "interp/parser/source.h"
#include "interp/vm/thread.h"

namespace adder {
// What a module is made of: the text of a file, or the code of a module linked into the program.
struct ModuleSource {
  std::string text;
  CodePieces code = {};  // null: the text is compiled
  std::string filename;
  bool package = false;
};
// What a session lets scripts import; Interpreter::import_policy points to it.
struct ImportPolicy {
  bool files = true;                 // modules may come from the folders of sys.path
  std::vector<std::string> allowed;  // dotted names, each with all below it; empty: all; one empty name: none
};
// Asked before sys.path with the full dotted name; false: not known.

// The module, or what stands behind an instance of a subclass, in sys.modules; borrow or null.
Module* find_module(Interpreter&, Str* name);
// A flag of modules (of other kinds it is kIndexed or kCaptured): found by its name, so that it has a spec and a loader.
// They are made when they are asked for: until then both are None in its dict.
constexpr uint8_t kFoundModule = 128;
bool describe_module(Thread&, Module*);  // makes both; false: an exception is pending
Value import_absolute(Thread&, Str* dotted);   // the module itself, not its top package; new reference
Value import_submodule_or_stop(Thread&, Value package, Str* name);  // kStop: there is none
bool is_initializing(Interpreter&, Value module);
// ImportError unless `name` may be imported from where the thread stands. The library's own code may import anything;
// `dynamic` (a name that is data, as __import__ has it) counts as asked by the script below the library's frames.
bool import_allowed(Thread&, std::string_view name, bool dynamic);
// Runs a module's code, or compiles and runs its text, in `globals`.
Value run_source(Thread&, const ModuleSource&, Dict* globals);
Value run_source(Thread&, const std::string& text, std::string_view filename, Dict* globals,
                 SourceKind = SourceKind::File);
}  // namespace adder
