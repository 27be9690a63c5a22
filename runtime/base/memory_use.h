// Beside the allocator (allocator.h): what those ask for who measure memory, and those who have let go of much of it.
#pragma once

namespace adder::rt {

void reset_allocator_peak();  // to what is in use now: whoever measures one piece of work begins here

// After work that took much memory in small pieces and has let go of it, ahead of work that takes tensors: the C
// library keeps such memory for more small pieces, which may never come. Costs about as much as a small kernel.
void return_small_memory();

// Nothing is being recorded or compiled: the pages of the program that only this runs are unmapped until it runs again.
// The linker has put them together (interp/function_order.ld); in programs where it has not, nothing happens.
void return_compiler_code();

// A phase of the run is over, and what comes next runs other parts of the program: all that is mapped of code and
// constants, its libraries' too, is unmapped. What is used on comes back, 64 KB at a time, in 0.1 ms. As above,
// only where the linker has laid out the program. A debugger's breakpoints go with it until it stops the program again.
void return_program();

}  // namespace adder::rt
