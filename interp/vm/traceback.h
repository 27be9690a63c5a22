#pragma once
#include "interp/vm/thread.h"

namespace adder {
// Keeps the lines of a file for tracebacks, which otherwise read it when they need it, if the script may read files.
void remember_source(Interpreter&, const std::string& filename, std::string_view text);
bool source_line(Thread&, std::string_view filename, uint32_t line, std::string* out);
// What a traceback's entry shows: one tuple, and one more for each comprehension that ran inlined, outermost first.
Value traceback_entries(Thread&, Traceback*);
// The line of carets below the shown source line, which has lost its indentation; may be empty.
std::string caret_line(const std::string& source, const Position&);
std::string frames_text(Thread&, Traceback*);  // its entries under their title, without an exception
std::string suggestion(Thread&, Exc*);  // ". Did you mean: 'x'?" or nothing
}  // namespace adder
