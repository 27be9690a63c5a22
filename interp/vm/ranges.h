// Ranges of integers of any size: length, items, slices. What fits in 64 bits has short ways.
#pragma once
#include "interp/vm/thread.h"

namespace adder {
// The length if all numbers and the length itself fit in 64 bits.
bool range_len64(const Range*, int64_t* out);
Value range_length(Thread&, const Range*);             // new reference to an int
Value range_item(Thread&, const Range*, Value index);  // index: anything with __index__; IndexError
Value range_slice(Thread&, const Range*, Slice*);      // a new range
bool range_contains(Thread&, const Range*, Value exact_int);
bool ranges_equal(Thread&, const Range*, const Range*);
Value range_iterator(Thread&, Value range);
// start, stop and step that a slice means for a length >= 0, all of any size.
bool slice_indices_long(Thread&, Slice*, Value length, Owned* start, Owned* stop, Owned* step);
}  // namespace adder
