#pragma once
// Exceptions beyond raising: hidden fields, groups.
#include "interp/vm/thread.h"

namespace adder {
// Fields that are no attributes (errno, name, filename …): hidden slots named ".field".
Value get_hidden(Instance*, Str* name);  // borrow; None if unset
void set_hidden(Instance*, Str* name, Value owned);
bool is_group(Interpreter&, Value);
Tuple* group_items(Interpreter&, Exc*);  // borrow
// Parts of `e` that match a class, a tuple of classes or a callable, and that do not; new references, None for an empty part.
bool group_split(Thread&, Value e, Value condition, Value* match, Value* rest);
// A flag of exceptions that throw() put into a generator: what its caller handles is not their context. The bit is one of
// those that other kinds use for themselves (value.h).
constexpr uint8_t kThrown = 128;
void chain_thrown(Thread&, Exc*);  // but what the generator itself handles is; its frame is the innermost
// An exception from the arguments of throw(): new reference or kAbsent.
Value make_exception(Thread&, Value type, Value value);
// TypeError: calling a class (or function) to get an exception gave something else.
Value not_an_exception(Thread&, Value called, Value given, bool name_only);
}  // namespace adder
