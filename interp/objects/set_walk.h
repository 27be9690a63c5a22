// Walking a set that user code may change meanwhile: a comparison can run __eq__, which may clear or grow the very set
// that is walked. The table is looked at anew at every step, and each key is held while it is in use.
#pragma once
#include "interp/objects/object.h"

namespace adder {
// Room for so many members more, the members of another set put into an empty one, and no deleted entries, where CPython
// does so; dict.cpp.
void set_reserve_for(Set*, size_t others);
void set_fill(Set* empty, Set* from);
void set_drop_deleted(Set*);

struct SetWalk {
  explicit SetWalk(Set* set) : set_(set) {}
  // The next live member in table order; false at the end.
  bool next() {
    while (set_->table && at_ <= set_->mask) {
      const Set::Entry& e = set_->table[at_++];
      if (!e.key.u || e.key.u == kStop.u) continue;
      key_ = Owned(inc(e.key));
      hash = e.hash;
      return true;
    }
    return false;
  }
  Value key() const { return key_.get(); }
  int64_t hash = 0;

 private:
  Set* set_;
  size_t at_ = 0;
  Owned key_;
};
}  // namespace adder
