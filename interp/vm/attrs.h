#pragma once
// Instance storage and the parts of attribute access that other files of the VM need.
#include "interp/vm/thread.h"

namespace adder {
Dict* live_dict(Interpreter&, Instance*);      // the Dict of an instance whose __dict__ was asked for, or null
Dict* instance_dict(Interpreter&, Instance*);  // makes it; borrow
bool has_dict(Value);
// A function's attributes. What was written to __doc__, __module__ and __annotations__ is kept apart from them: `dict` of
// a Func is then a pair of both tables.
Dict* func_attributes(const Func*);          // borrow; null: none
Dict* make_func_attributes(Heap&, Func*);    // borrow
Dict* func_hidden(const Func*);              // borrow; null: none
Dict* make_func_hidden(Heap&, Func*);        // borrow
Value attribute_error(Thread&, Value o, Str* name, const std::string& message);
// __getattr__ after the regular way failed with AttributeError.
bool has_attr_fallback(Thread&, Value o);
Out get_attr_fallback(Thread&, Value o, Str* name, int ret, Value* res);
Value own_dict_descriptor(Thread&, Type*);  // the entry `__dict__` of a class
Value property_error(Thread&, const Property*, Value o, const char* lacks);  // AttributeError: it has no getter …
// The attribute name that a special method was given, interned; false with a TypeError.
bool name_arg(Thread&, Value, Str** out);
}  // namespace adder
