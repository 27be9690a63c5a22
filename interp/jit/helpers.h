// C++ functions that machine code calls. None lets a C++ exception out: machine code has no unwind tables.
#pragma once
#include "interp/vm/machine_code.h"

namespace adder::jit {

// Of a helper that runs the instruction at `pc` on the frame's registers: 0 when it is done, else a MachineExit, or
// this when nothing has happened and the loop is to run it.
constexpr int kRunInstruction = 100;

// A frame was pushed and paid for: its first instruction comes next.
constexpr int kEntered = 103;

constexpr int kScratchBytes = 24;  // on the native stack, for machine code; keeps it aligned

bool check_budget(Thread*, Code*);                                       // Thread::slow_check()
// Of the frame on top, which is being left: all registers first..end-1 but `keep`, and what one of them held last.
void release_registers(Thread*, int first, int end, int keep);
bool drop_frame_object(Thread*);  // of the frame on top, unless somebody else holds it too
void end_with_frame(Thread*, Cell* last);
int call_native_function(Thread*, Value* registers, const Word* pc);     // CALL_N, CALLM_N
int get_item(Thread*, Value* registers, const Word* pc);                 // SUBSCR, SUBSCR_K
int set_item(Thread*, Value* registers, const Word* pc);                 // SETSUB, SETSUB_M

int make_list(Thread*, Value* registers, const Word* pc);
int make_tuple(Thread*, Value* registers, const Word* pc);
int make_dict(Thread*, Value* registers, const Word* pc);
int make_iterator(Thread*, Value* registers, const Word* pc);

// NEXT over anything but a range or a list. Beside what other helpers return:
enum NextResult : int {
  kNextValue = 0,   // the value is in its register
  kNextEnd = 101,   // exhausted
  kNextPair = 102,  // both parts are where the UNPACK at the loop's start would put them
};
// Does the loop that `next` (a NEXT) drives begin by unpacking a pair from a temporary?
inline bool unpacks_pair(Word body, Word next, uint32_t nlocals) {
  return (body & 255) == UNPACK && B_(body) == A_(next) && C_(body) == 2 && uint32_t(A_(next)) >= nlocals;
}
int next_item(Thread*, Value* registers, const Word* pc);

// 1, 0; -1: the loop must ask. They change nothing.
int contains(Value item, Value sequence);
int is_true(Value);
int same_strings(Value, Value);

// Slow paths of operators, attributes, text and calls (helpers_ops.cpp).
int binary_operation(Thread*, Value* registers, const Word* pc);
int get_attribute_slow(Thread*, Value* registers, const Word* pc);
int get_method_slow(Thread*, Value* registers, const Word* pc);
int set_attribute_slow(Thread*, Value* registers, const Word* pc);
int store_global(Thread*, Value* registers, const Word* pc);
int format_text(Thread*, Value* registers, const Word* pc);
int text_of(Thread*, Value* registers, const Word* pc);           // REPR
int set_display_item(Thread*, Value* registers, const Word* pc);  // DICTSET
int make_cell(Thread*, Value* registers, const Word* pc);
int call_with_names(Thread*, Value* registers, const Word* pc);  // CALLKW
// RET, RETNONE of a generator that a loop drives: 0 when its frame is gone and the loop's pc stands behind the loop.
int end_generator(Thread*, Value* registers, const Word* pc);
int join_texts(Thread*, Value* registers, const Word* pc);
int slice_item(Thread*, Value* registers, const Word* pc);  // SLICE and the SUBSCR behind it
int append_item(Thread*, Value* registers, const Word* pc);
int add_to_set(Thread*, Value* registers, const Word* pc);
int match_exception(Thread*, Value* registers, const Word* pc);
int call_value_generic(Thread*, Value* registers, const Word* pc);  // CALL, CALLM
int construct_builtin(Thread*, Value* registers, const Word* pc);   // CALL_T
int send_item(Thread*, Value* registers, const Word* pc);           // SEND to a generator

// A call of `g` with `have` arguments at `base`, the others from its defaults: checks, fills in and pays for the call.
// Null: nothing has happened, the loop must make the call.
Func* begin_with_defaults(Thread*, Func* g, Value* base, int have);
// The same for CALL_G and, with `method`, CALLM_G at *callee; *base := where the arguments stand now.
Func* begin_from_generator(Thread*, Value* callee, int n_arguments, bool method, Value** base);
// The instance and `self` in a call of the class in *callee, and arguments that are missing from the defaults of
// __init__, all in place; the function __init__ that is to be entered. Null: nothing has happened, the loop must make
// the call.
Func* begin_construct(Thread*, Value* callee, int n_arguments);

}  // namespace adder::jit
