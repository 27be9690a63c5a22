#pragma once
// The parameters of a native, from its record's text. They are read when a call first asks: most natives are never
// called.
#include "interp/vm/native.h"

namespace adder {

// Owned by the interpreter. A text that is no signature ends the program; memory may run out (std::bad_alloc).
const Signature& signature_of(Interpreter&, const NativeDef*);

}  // namespace adder
