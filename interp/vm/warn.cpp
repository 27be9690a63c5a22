#include "interp/vm/warn.h"

#include "interp/vm/import.h"

namespace adder {

bool warn(Thread& th, ExcId category, std::string_view message, int level) {
  Owned warnings(import_absolute(th, intern(th.in, "warnings"))), text(of(str(th, message)));
  Value args[] = {text.get(), of(th.type(category)), integer49(level)};
  return bool(Owned(warnings ? th.call_method(warnings.get(), intern(th.in, "warn"), args, 3) : kAbsent));
}

}  // namespace adder
