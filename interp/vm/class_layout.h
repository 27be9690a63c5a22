#pragma once
// What instances of a class are made of, as CPython counts it: which bases go together, and which parts a class adds.
#include <vector>

#include "interp/vm/thread.h"

namespace adder {

// Of NativeTypeDef::flags: instances of the type itself cannot have weak references.
constexpr uint8_t kNoWeakrefs = 16;

struct Layout {
  Kind inst = Kind::Instance;
  Kind payload = Kind::Count;
  const NativeTypeDef* native = nullptr;
  Type* base = nullptr;  // the base that decides all this, and is __base__
};
// Of a class with these bases (at least one). False: a TypeError is pending, they have parts that exclude each other.
bool choose_layout(Thread&, const std::vector<Type*>& bases, Layout*);
// Can methods of `other` be called with instances of `t`?
bool fits_layout(const Type* t, const Type* other);

bool has_own_slots(const Type*);    // members that its bases do not have
bool gives_dict(const Type*);       // instances have a __dict__
bool gives_weakrefs(const Type*);   // and may have weak references
bool varies_in_size(const Type*);   // instances are followed by items, so nothing can be added behind them

}  // namespace adder
