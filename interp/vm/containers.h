#pragma once
// Work on built-in containers that handlers of the eval loop and natives share.
#include "interp/vm/thread.h"

namespace adder {
// Appends the items of any iterable; iter.cpp. False: an exception is pending, and what came before it was appended.
bool extend_list(Thread&, List*, Value iterable);
bool extend_from(Thread&, List*, Value iterator);
// operator.length_hint(): len() or __length_hint__, else `otherwise`; -1: an exception is pending. What makes a list or
// tuple of an iterable asks first, and gives up with MemoryError (false) where the answer is beyond any memory.
int64_t hinted_length(Thread&, Value, int64_t otherwise);
bool hint_fits(Thread&, Value, int64_t otherwise);
// iterate() where CPython makes a list of the iterator: one of a script, or over a sequence of a script, is asked.
bool iterate_asked(Thread&, Value iterable, std::vector<Value>* out);
// set_add() and set_contains() with a hash that is known; lookup.cpp.
int set_add_hashed(Thread&, Set*, Value key, int64_t hash);
int set_has_hashed(Thread&, Set*, Value key, int64_t hash);
// Puts `with`, which may be a part of it, in the place of `removed` bytes of a bytearray, or of all; byte_arrays.cpp.
// False: BufferError (somebody holds a view, and the size would change) or MemoryError is pending, nothing has changed.
bool splice_bytes(Thread&, ByteArray*, size_t at, size_t removed, std::string_view with);
bool assign_bytes(Thread&, ByteArray*, std::string_view contents);
// A set with another set, a dict or any iterable; set_ops.cpp. New sets are of the first one's kind and owned; kAbsent or
// false: an exception is pending.
Value set_intersection(Thread&, Set*, Value other);
Value set_difference(Thread&, Set*, Value other);
Value set_symmetric_difference(Thread&, Set*, Value other);
bool set_difference_update(Thread&, Set*, Value other);
bool set_symmetric_difference_update(Thread&, Set*, Value other);
void set_swap_members(Set*, Set*);
// The operators & | - ^ between exact sets; in place only where `a` can be changed.
Value set_binary(Thread&, int kind, bool inplace, Value a, Value b);
// The order of two ints, floats or strings, or of tuples of these, which no user code can see: 1 or 0; -1: ask less().
// compare.cpp.
int quick_less(Value a, Value b);
}  // namespace adder
