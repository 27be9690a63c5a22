#pragma once
// What a trace does to the interpreter's objects: reading and writing slots, making objects, running residuals.
#include <span>

#include "capture/trace.h"

namespace adder::capture {
// Borrowed value of a slot; absent where there is none.
Value read_field(Thread&, Field, Value object, uint64_t key, std::pair<Shape*, int>* cache);
// Takes no ownership of `value`. Runs the write barrier.
void write_field(Thread&, Field, Value object, uint64_t key, Value value);
// A new object from the fields of a recipe; mutable kinds may be made empty and filled by `init_object`.
Value make_object(Thread&, Kind, uint64_t key, uint64_t extra, std::span<const Value> fields);
void init_object(Thread&, Kind, Value object, uint64_t number, Value value, Value key);
bool made_whole(Kind);
// Owned result, or absent with th.pending set. NextItem may give the stop mark.
Value run_residual(Thread&, const Instruction&, std::span<const Value> args);
}  // namespace adder::capture
