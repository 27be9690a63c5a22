#pragma once
// Exceptions that nobody can catch: of finalizers, callbacks of weak references and the collector, threads.
// report_unraisable() in thread.h tells of them.
#include "interp/vm/thread.h"

namespace adder {

// What sys.unraisablehook does unless a script replaces it. False: the argument is something else, and a TypeError is
// pending.
bool write_unraisable(Thread&, Value hook_arguments);

// Flushes what is printed, then writes to sys.stderr, which a script may have replaced (None: nowhere, but `even_without`
// it), or to the program's where that fails.
void write_to_stderr(Thread&, const std::string& text, bool even_without = false);

}  // namespace adder
