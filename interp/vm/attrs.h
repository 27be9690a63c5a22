#pragma once
// Instance storage and the parts of attribute access that other files of the VM need.
#include "interp/vm/thread.h"

namespace adder {
Dict* live_dict(Interpreter&, Instance*);      // the Dict of an instance whose __dict__ was asked for, or null
Dict* instance_dict(Interpreter&, Instance*);  // makes it; borrow
bool has_dict(Value);
Value attribute_error(Thread&, Value o, Str* name, const std::string& message);
// __getattr__ after the regular way failed with AttributeError.
bool has_attr_fallback(Thread&, Value o);
Out get_attr_fallback(Thread&, Value o, Str* name, int ret, Value* res);
}  // namespace adder
