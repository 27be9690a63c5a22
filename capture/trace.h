#pragma once
// The trace: linear SSA of one recorded path through the interpreter.
//
// A trace says what has to happen again so that a later call does exactly what the recorded one did. It has no control
// flow of its own: where the recorded path depended on a value, a guard stands, and a guard that fails leaves the trace
// through its snapshot. Everything the recorder has no model for is a `Residual`: the native function, or
// the VM's own slow path for an instruction, called again with this call's values. So a trace is never wrong about what
// an operation means; it can only be wrong about when it may be used, and that is what guards and dependencies say.
//
// Values are named by `Ref`. A Ref is an operation's result, a constant, or a *sunk object*: an object that the
// recorded code made and that nothing outside the trace has seen. Such an object exists only as a recipe, inside
// snapshots.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "interp/vm/frame_hook.h"

namespace adder::capture {

// What a trace value is. Bits: number << 2 | tag. A default Ref is "no value" (an unbound register).
class Ref {
 public:
  enum Tag : uint32_t { kNothing = 0, kResult = 1, kConstant = 2, kSunkObject = 3 };
  Ref() = default;
  static Ref result(uint32_t n) { return Ref(n << 2 | kResult); }
  static Ref constant(uint32_t n) { return Ref(n << 2 | kConstant); }
  static Ref sunk(uint32_t n) { return Ref(n << 2 | kSunkObject); }
  Tag tag() const { return Tag(bits_ & 3); }
  uint32_t index() const { return bits_ >> 2; }
  bool nothing() const { return bits_ == 0; }
  bool is_result() const { return tag() == kResult; }
  bool is_constant() const { return tag() == kConstant; }
  bool is_sunk() const { return tag() == kSunkObject; }
  uint32_t bits() const { return bits_; }
  bool operator==(const Ref&) const = default;

 private:
  explicit Ref(uint32_t bits) : bits_(bits) {}
  uint32_t bits_ = 0;
};

enum class TraceOp : uint8_t {
#define X(name, text, least, most, args, meaning) name,
#include "capture/trace_ops.def"
#undef X
  Total
};
enum class Field : uint8_t {
#define X(name, text, watchable, frozen, key, meaning) name,
#include "capture/fields.def"
#undef X
  Total
};
// What a guard states. Type: exact type `key`. Same: equal scalar or string of the same type, or the same object, as
// the second operand. Truth: bool(v) == key, v a scalar. Present: not absent.
enum class Fact : uint8_t { Type, Same, Truth, Present };
enum class Residual : uint8_t {
#define X(name, text, effect, key, meaning) name,
#include "capture/residuals.def"
#undef X
  Total
};
// What a residual operation may have changed, as far as the recorder's knowledge of the heap goes.
enum class Effect : uint8_t { None, Container, Unknown };
// What the key of a load, store or residual is: an interned name, a number, the one key that all slots of the field
// have, a tuple of argument names (or 0), a binary operator, an opcode.
enum class KeyForm : uint8_t { Name, Number, Slot, Names, Operator, Opcode };

const char* text_of(TraceOp);
const char* text_of(Field);
const char* text_of(Fact);
const char* text_of(Residual);
Effect effect_of(Residual);
KeyForm key_form(Field);
KeyForm key_form(Residual);
uint64_t slot_key(Field);  // of one with KeyForm::Slot
// How many operands an operation takes; `most` is ~0u where there is no limit.
struct OperandCount {
  uint32_t least, most;
};
OperandCount operands_of(TraceOp);
bool watchable(Field);  // a slot of this kind can be a dependency
bool frozen(Field);     // never changes after the object was made

constexpr uint32_t kNoSnapshot = ~0u;

struct Instruction {
  TraceOp op;
  uint8_t sub = 0;    // Field, Fact, Residual or arithmetic kind
  uint8_t flags = 0;  // InstructionFlag
  uint32_t args = 0;  // first operand in Trace::operands
  uint32_t arg_count = 0;
  uint64_t key = 0;  // interned Str*, index, Type*, Code*: see trace_ops.def
  uint32_t snapshot = kNoSnapshot;
  // Resume point behind the instruction, its result delivered. Of a branch's guard, whose snapshot is on the other way:
  // on the way that holds, kept where the guard is checked and for --stress=guards.
  uint32_t after = kNoSnapshot;
  // Guard: where the value came from; when it fails, that place becomes generic. Traceback: the word offset in the
  // code. Residual NextItem: the snapshot of the way that the recording went.
  uint32_t location = 0;
  uint32_t cache = 0;  // attribute loads and stores: index of the inline cache
  uint32_t dies = 0;   // the place of its result among those that are dropped at one point; 0: as they were made
};
enum InstructionFlag : uint8_t {
  kRaises = 1,       // a residual that raised when it was recorded; its last operand is the exception's type
  kDynamicKey = 2,   // the key is the last operand
  kChecked = 4,      // the trace must still be valid afterwards, else leave by `after`
  kStopped = 8,      // NextItem: the iterator was exhausted
  kUnwindOnly = 16,  // a residual whose snapshot serves only an exception: operands of its instruction are gone
};
// An advance of an iterator: two ways lead on from it, and `location` is one of them.
inline bool is_next(const Instruction& i) {
  return i.op == TraceOp::Residual && Residual(i.sub) == Residual::NextItem;
}

// How to make a sunk object. `fields` follow Alloc's order for its kind.
struct Recipe {
  Kind kind;
  uint64_t key = 0;    // Type* of an instance, Code* of a function, IterKind
  uint64_t extra = 0;  // Dict* globals of a function
  std::vector<Ref> fields;
  std::vector<Ref> keys;  // dict
};
// Fields of a sunk generator. Behind them: the registers that it holds while it is fresh or suspended.
enum GeneratorField { kGeneratorFunc, kGeneratorPc, kGeneratorState, kGeneratorRegisters };
enum class GeneratorState : uint8_t { Fresh, Suspended, Running, Done };
constexpr uint32_t kNoFrame = ~0u;
// A frame of resume points. Snapshots are many, and differ in their innermost frames only: they share the others, which
// each frame leads to by `caller`.
struct FrameRecipe {
  Code* code;
  Ref func, gen;
  uint32_t pc;                  // word offset
  uint32_t caller = kNoFrame;   // in Trace::frames; none: the frame that the trace was entered with
  uint32_t first_register = 0;  // in Trace::registers: code->nreg of them
  uint8_t ret;
  Cont cont;
};
struct Trace;
struct Snapshot {
  uint32_t frame = kNoFrame;  // the innermost
  uint32_t exits = 0;
  uint32_t attempts = 0;  // recordings of a side trace
  std::unique_ptr<Trace> side;
};

enum class End : uint8_t { Return, Raise, Exit };

struct Dependency {
  Cell* owner;  // borrowed: its death invalidates the trace
  Field field;
  uint64_t key;
  Value expected;
};

struct Region;
struct Continuation;
struct StaticPlan;
struct Trace {
  Trace() = default;
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  std::vector<Instruction> code;
  std::vector<Ref> operands;
  std::vector<Value> constants;  // owned, but for those in `weak`
  // Constants that guards ask for by identity, and which guard: the trace does not keep them alive while it does not
  // run, and ends when one dies.
  struct Weak {
    uint32_t constant, location;
  };
  std::vector<Weak> weak;
  std::vector<Recipe> recipes;
  std::vector<FrameRecipe> frames;  // callers stand before the frames that they called
  std::vector<Ref> registers;       // of all frames
  std::vector<Snapshot> snapshots;
  std::vector<Dependency> dependencies;
  std::vector<std::pair<Shape*, int>> caches;
  std::vector<std::pair<uint32_t, uint32_t>> drops;  // (instruction, result): the result is not mentioned after it
  End end = End::Exit;
  Ref result;
  uint32_t end_snapshot = kNoSnapshot;
  Continuation* link = nullptr;  // End::Exit at a loop header: the traces that go on there
  uint32_t entry_end = 0;        // instructions before this one have no effect: failing there means "not entered"
  uint32_t frame_count = 1;
  uint32_t raise_pc = 0;  // End::Raise: where the base frame raises
  uint32_t max_depth = 1;
  bool valid = true;
  std::shared_ptr<Trace*> alive;  // watch lists hold weak references to it
  bool side = false;
  bool tells_deaths = false;  // says where values may die: else it serves only while nothing has a finalizer
  uint32_t running = 0;  // activations of it on some stack
  Region* region = nullptr;
  uint32_t id = 0;
  uint32_t recording = 0;            // number of the region's recording that made it
  uint32_t failed_at = ~0u;          // the entry guard that kept the last call out
  std::shared_ptr<StaticPlan> plan;  // of replay: runs of tensor work that are launched whole

  // The trace will not run any more: its constants may die now, in the middle of a write to one of its dependencies.
  // Nothing happens while it runs.
  void let_go();
  void take_constants(std::vector<Value>& out);

  const Ref* args(const Instruction& i) const { return operands.data() + i.args; }
  std::span<const Ref> registers_of(const FrameRecipe& f) const {
    return {registers.data() + f.first_register, f.code->nreg};
  }
  // The frames of a snapshot, outermost first; borrowed.
  std::vector<const FrameRecipe*> frames_of(const Snapshot&) const;
  uint32_t inputs = 0;  // leading Input instructions
};
}  // namespace adder::capture
