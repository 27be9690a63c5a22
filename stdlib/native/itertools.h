#pragma once
// The state of the iterators of itertools. One struct serves all types: each uses the fields that its comment in
// itertools.cpp names.
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {

struct Itertool {
  Value a = kAbsent, b = kAbsent, c = kAbsent, d = kAbsent;  // owned, as the items
  std::vector<Value> items;
  std::vector<int64_t> indices, cycles;
  int64_t i = 0, stop = 0, step = 0;
  bool flag = false, done = false;
};
inline Itertool* itertool(Value v) {
  return payload<Itertool>(v);
}
constexpr size_t kTeeItems = 57;  // of one block of tee, as in CPython, whose pickles show it

// chain, islice, groupby or _tee_dataobject (borrowed).
Type* itertools_type(Thread&, std::string_view name);
// __reduce__ and __setstate__ of the types (itertools_pickle.cpp).
void add_itertools_pickling(Interpreter&, Module*);

}  // namespace adder::lib
