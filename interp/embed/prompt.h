// The interactive prompt: history, multi-line editing and completion through the line-editing library, opened when the
// prompt starts; plain lines where it is missing.
#pragma once
#include "interp/embed/session.h"

namespace adder {

// Reads statements until the end of the input or exit(); gives the exit status.
int run_prompt(Session& session, const char* banner);

}  // namespace adder
