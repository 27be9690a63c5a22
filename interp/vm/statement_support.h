// What the instructions of with, await, match and except* do. New references, kAbsent: an exception is pending.
#pragma once
#include "interp/vm/thread.h"

namespace adder {

// exit method, its self (or kAbsent), enter method, its self. Looked up on the type, as CPython does.
bool context_methods(Thread&, Value manager, bool is_async, Value found[4]);
// The iterator that await drives; context 1: result of __aenter__, 2: of __aexit__ (for messages).
Value awaitable_of(Thread&, Value, int context);
Value async_iterator(Thread&, Value);
Value async_next(Thread&, Value iterator);

// Is the value of the abstract class of collections.abc? 1, 0, -1: error.
int matches_abstract(Thread&, Value, std::string_view name);
Value match_keys(Thread&, Value subject, Tuple* keys);  // a tuple, or None
Value match_class(Thread&, Value subject, Value cls,
                  Tuple* spec);  // a tuple, or None; spec: (positional count, names...)

// except*: the part of `exception` that matches and the rest, None if empty.
bool match_group(Thread&, Value exception, Value classes, Value* match, Value* rest);
Value join_group(Thread&, Exc* caught, List* parts);  // what is raised in the end, or None

bool import_all(Thread&, Value module, Value into);  // into: Dict or another mapping
bool setup_annotations(Thread&, Value space);
std::string ascii_text(std::string_view utf8);  // as ascii() writes what repr() gave
bool display(Thread&, Value);                   // sys.displayhook

}  // namespace adder
