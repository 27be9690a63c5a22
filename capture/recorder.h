#pragma once
// The recorder: watches the VM execute and writes the trace of what it did.
//
// Recording is executing. The VM runs every instruction as always, on real objects; `before` is called ahead of each
// one and looks at the operands. For each register of each inlined frame the recorder keeps a *shadow*, the Ref of the
// trace value that the register holds. An instruction is recorded by one of three means, from precise to plain:
//  - modelled: its loads, stores and arithmetic become trace instructions, and what its outcome depended on is asked
//  for
//    by guards that stand exactly there (facts are demanded by the consumer, never at the load);
//  - inlined: it calls a Python function, whose frame gets shadows of its own;
//  - residual: it is written down as itself, together with the fact of how it ended (value, exception, exhausted).
//    Frames it pushes are not recorded; the recorder sleeps until the instruction is over.
//
// Shadows are checked, not trusted: before every instruction each register is compared with the value that its shadow
// had when it was recorded. A register that something unmodelled has changed makes the recorder give up, and giving up
// is free: what happened has happened, the VM goes on, only the trace is lost.
//
// Sunk objects. An object made by the recorded code starts as a `SunkObject`: its fields are shadows, loads from it are
// answered from them, and no trace instruction exists. It escapes when something outside could see it (a residual call,
// a store into a real object, the result of the trace); then an Alloc is emitted there, with the fields of that moment,
// and it is an ordinary object from then on. Snapshots before the escape hold its recipe instead.
//
// Forwarding. What is known about the heap (a stored value, a load already made) lives in `heap_` and answers later
// loads. Unknown calls empty it; a store to a field forgets that field of every other object, which may be an alias.
//
// Dependencies. A load from a watchable slot of a constant object is only a candidate: the recorder puts itself on the
// slot's watch list, and at the end of the recording the load becomes a constant if nobody wrote the slot since, the
// trace itself included. Otherwise the load and the guards that its consumers asked for stay (rules 11, 12).
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "capture/region.h"
#include "capture/trace.h"
#include "capture/trace_watch.h"
#include "interp/vm/native.h"

namespace adder::capture {
struct PublicArg;

constexpr uint32_t kNoRecipe = ~0u;
struct SunkObject {
  Kind kind;
  Value object;  // the real one, borrowed for identity; may be dead once nothing refers to the shadow
  uint64_t key = 0;
  uint64_t extra = 0;
  std::vector<Ref> fields;
  std::vector<Ref> keys;
  Ref real;  // set when it escaped
  uint64_t held = 0;
  uint32_t recipe = kNoRecipe;  // in the last snapshot that has it
};

// The state of a recording when it came to a loop header for the first time: it may be cut back to there.
struct LoopVisit {
  uint32_t visits = 0;
  uint32_t snapshot = 0;
  size_t code = 0, operands = 0, recipes = 0, frames = 0, frame_registers = 0, caches = 0;
  uint64_t launches = 0;
  std::vector<std::vector<Value>> registers;  // of all frames; compared, never followed
};

struct ShadowFrame {
  Frame* frame;
  Code* code;
  Ref func, gen;
  uint32_t pc;
  uint8_t ret;
  Cont cont;
  std::vector<Ref> registers;
  std::map<const Word*, LoopVisit> loops = {};
  uint32_t recipe = kNoFrame;  // in the last snapshot
};

// What the recorder knows about a result.
struct Known {
  Value value = kAbsent;   // at recording time; bits only
  Type* type = nullptr;    // guarded or known by construction
  bool has_value = false;  // `value` has arrived
  bool same = false;       // guarded equal to `value`: as good as a constant
  bool truth = false;      // truth guarded
  bool present = false;
  bool loaded = false;     // from an input or a load: may be asked for its value
  bool from_data = false;  // a number read from a tensor, or computed from one
  bool promised = false;   // a size that mark_dynamic keeps from being fixed
  uint32_t location = 0;
  uint32_t dependency = ~0u;
  uint64_t held = 0;  // when a register held it last: see Recorder::note_held
};

class Recorder final : public adder::Recorder {
 public:
  // `home`: where the finished trace goes; null: the region, or the side exit it starts at.
  Recorder(Thread& thread, Region& region, Continuation* home);
  ~Recorder() override;

  // Begins at the first instruction that `before` will see. `base`..th.fr are the frames of the trace.
  void start(Frame* base, Snapshot* parent);

  Step before(Thread&, Frame&, Value* result) override;
  void event(Thread&, Event, Frame*, const char* what) override;
  // It has written its trace, or given up; it is not used any more, but its callers may still stand in its functions.
  bool finished() const { return finished_; }
  // What the instruction being executed wants of tensor data that is pending.
  void describe_look(Break*) const;

 private:
  // -- values
  Ref constant(Value borrowed);
  Ref absent() { return Ref(); }
  Value value_of(Ref) const;
  bool is_known(Ref) const;  // a constant, or guarded to be one
  Ref settled(Ref r) const;  // an escaped sunk object is its Alloc
  SunkObject* sunk(Ref);     // null unless it is a sunk object that has not escaped
  bool may_specialize(Ref) const;
  Type* known_type(Ref) const;
  Type* type_at(Value v) const { return v == kAbsent || v == kStop ? nullptr : type_of(th_.in, v); }
  // -- facts
  void guard(Fact, Ref, uint64_t key, Ref expected = {});
  void need_type(Ref);
  void need_class(Ref known_object, Type*);  // its __class__ may be assigned
  bool need_same(Ref);                       // false: its value must not be asked for
  void need_truth(Ref, bool truth);
  void need_present(Ref);
  bool only_checks() const;
  // A number, string or None whose value steers the recording: made constant where allowed, else left symbolic.
  void prefer_constant(Ref);
  // -- instructions
  uint32_t emit(TraceOp, uint8_t sub, uint64_t key, std::initializer_list<Ref> args);
  uint32_t emit_list(TraceOp, uint8_t sub, uint64_t key, const std::vector<Ref>& args);
  Ref load(Ref object, Field, uint64_t key, Value value);
  Ref load_dynamic(Ref object, Field, Ref key, Value value);
  Ref load_member(Type*, Str* name, Value* value);
  void store(Ref object, Field, uint64_t key, Ref value);
  Ref pure(uint8_t kind, Ref a, Ref b, Value value);
  uint32_t residual(Residual, uint64_t key, const std::vector<Ref>& args, Effect);
  Ref escape(Ref);
  Ref make_sunk(Kind, Value object, uint64_t key, std::vector<Ref> fields, std::vector<Ref> keys = {});
  void forget(Effect);
  // -- snapshots
  uint32_t snapshot();  // at the start of the instruction at hand
  // With the instruction's operands consumed, `value` in register reg (-1: none), at `pc`.
  uint32_t snapshot_after(uint32_t pc, int reg, Ref value);
  struct After {
    uint32_t pc;
    int reg;
    Ref value;
  };
  uint32_t new_snapshot(const After*);
  Ref in_snapshot(Ref, std::vector<uint32_t>& objects, uint32_t first_recipe);
  void share_recipes(const std::vector<uint32_t>& objects, uint32_t first_recipe, std::vector<Ref>& refs);
  // -- the instruction at hand (record_*.cpp)
  bool record();  // false: cannot be recorded; the trace ends before it
  bool record_move();
  bool record_arithmetic();
  bool record_branch();
  bool record_heap();
  bool record_call();
  bool record_build();
  bool record_exception();
  bool returns_to(Cont, Value returned);
  bool load_lazily(Dict* module, Value object, Str* name);
  bool get_attribute(Ref object, Str* name, int dest, bool method);
  bool special_call(std::initializer_list<Ref> operands, std::initializer_list<std::pair<Ref, const char*>> methods);
  bool inlines_special(Value) const;
  bool has_method(Value, const char* name) const;
  Value evaluate_compare(int op, Value a, Value b);
  bool binary(int kind, bool inplace, Ref a, Ref b, int dest);
  bool compare(int op, Ref a, Ref b, int dest, bool branch);
  bool identity(Ref a, Ref b);
  void branch_on_residual(Ref value);
  void branch_on_residual(Residual, uint64_t key, const std::vector<Ref>& args, Effect);
  // -- iteration (record_iter.cpp)
  bool iterate();
  bool next_item();
  bool send_none();
  bool unpack();
  bool record_iteration();
  Ref make_iterator(IterKind, Ref seq, Ref at, Ref stop, Ref step, Ref size);
  Ref iterator_over(Ref);
  Ref reversed_over(Ref);
  Ref length_of(Ref container);
  bool fixed_keys(Ref dict);
  bool follows(Ref iterator);
  bool advance(Ref iterator, Ref* item);
  bool advance_dict(Ref iterator, const std::vector<Ref>& fields, Ref* item);
  bool drain(Ref, std::vector<Ref>* items, bool arguments = false);
  int64_t items_left(Ref iterator) const;
  void remember_positions(Ref iterator, std::vector<std::pair<Ref, std::vector<Ref>>>* out);
  void adopt(Ref, Value);
  bool call_iteration(Value callee, const std::vector<Ref>& args, int dest);
  // -- generators (record_generator.cpp)
  Ref new_generator(Ref func, std::vector<Ref> registers, Code*);
  GeneratorState generator_state(Ref);
  Ref state_constant(GeneratorState);
  bool makes_generator(Ref func, Func*, std::vector<Ref> args, Tuple* names, int dest);
  bool bind_generator(Frame&);
  bool resumes(Ref);
  void enter_generator(Frame*);
  void suspend_generator(const ShadowFrame& left);
  void end_generator(Ref);
  bool generator_was_closed();
  bool leaves_generator();
  bool call_next(const std::vector<Ref>& args, int dest);
  bool iterate_first(int iterable);
  bool is_builtin(Value native) const;
  bool iterate_arguments(int first, int count, Value callee);
  // -- calls that the recorder makes in place of natives (record_instead.cpp)
  Step go_instead(Frame&);
  bool call_builtin(Value callee, const std::vector<Ref>& args, int dest);
  bool call_length(Ref, int dest);
  bool call_getattr(const std::vector<Ref>& args, int dest);
  bool instead_call(std::initializer_list<Ref> operands, Ref func, Value func_value, int dest, Cont);
  bool look_up_manager();
  size_t keys_added_ = 0;  // by the last merge_into_dict
  bool spread_into_list(SunkObject&, Ref source, bool arguments = false);
  bool merge_into_dict(SunkObject&, Ref source);
  bool all_known(const std::vector<Ref>&) const;
  bool plain(Ref) const;  // of a type whose operations run no user code
  Effect effect_on(const std::vector<Ref>&, Effect) const;
  void consume(int reg);
  bool set_attribute(Ref object, Str* name, Ref value);
  bool call(Ref callee, Value callee_value, std::vector<Ref> args, Tuple* names, int dest);
  bool call_function(Ref func, Func* f, std::vector<Ref> args, Tuple* names);
  bool call_residual(Ref callee, std::vector<Ref> args, Tuple* names, int dest);
  bool reads_frame(std::string_view native, size_t arguments) const;
  bool handles_exception() const;
  bool call_native(Ref callee, const NativeDef*, std::vector<Ref> args, Tuple* names, int dest);
  bool subscript(Ref object, Ref key, int dest);
  bool store_subscript(Ref object, Ref key, Ref value);
  bool truth_branch(Ref v, Value value);
  Ref bind_default(Ref func, Func* f, int index);
  void bind_arguments(ShadowFrame&, Frame*);
  void bind_implicit(ShadowFrame&, Frame*);
  Ref raised();
  void chain_context(Ref exc);
  static bool is_plain_compare(Word w) {
    return int(w & 255) >= LT && int(w & 255) <= JNE_K && (int(w & 255) - LT) % 3 == 0;
  }
  void residual_to(Residual, uint64_t key, const std::vector<Ref>& args, int dest, Effect);
  void deliver(int reg, Ref);
  // -- the segment as the script writes it, for backends in Python (record_nodes.cpp)
  struct Origin {
    std::string expression;
    uint32_t order = 0;       // 0: not touched yet
    bool attributes = false;  // the dict that holds an object's attributes
  };
  Segment* noted() const;
  void note_call(Residual, uint64_t key, const std::vector<Ref>& args);
  void note_result(Value);
  void note_function(const std::vector<Ref>& args, Func*, Tuple* names);
  void note_left(Value);            // a frame has been left, with this value
  size_t function_depth_ = 0;       // frames below the library function whose call is being noted
  void note_name(const ShadowFrame&, int reg, Value);
  void note_root(const ShadowFrame&);
  void note_load(Value owner, Field, uint64_t key, Value);
  int32_t size_expression(Ref, int depth = 0);
  struct NotedShape {
    const rt::TensorImpl* tensor;  // compared, never followed
    std::vector<int64_t> sizes;
  };
  std::unordered_map<uint32_t, NotedShape> shapes_;  // instructions that gave the shape of a tensor
  std::unordered_map<uint64_t, Origin> origins_;
  bool rooted_ = false;
  uint32_t touched_ = 0;
  // -- state
  ShadowFrame& top() { return frames_.back(); }
  Ref& shadow(int reg) { return top().registers[size_t(reg)]; }
  Value reg(int r) const { return frames_.back().frame->base[r]; }
  void follow(Event, Frame*);
  bool settle(Frame&);
  bool synchronized();
  void abandon(const char* why);
  void returned_to_caller(const ShadowFrame& left, Ref value);
  void finish(End, Ref result, Continuation* link = nullptr);
  // -- loops (record_loop.cpp)
  bool ends_at_header(Frame&);
  void visit_header(LoopVisit&);
  void cut_back(const LoopVisit&, Frame&, bool reads);
  uint64_t launches() const;
  const Frame* last_frame_ = nullptr;  // of the instruction at pc_; null before the first

  void detach();
  bool resolve_dependencies();
  std::unique_ptr<Trace> reread(const Trace&) const;
  uint32_t location();

  struct Inlining {  // the Python call whose frame is about to be pushed
    bool active = false;
    Ref func;
    Func* f = nullptr;
    std::vector<Ref> args;
    Tuple* names = nullptr;
    int instance_register = -1;  // a class call: the caller's register that holds the new instance
    bool constructs = false;
    int generator_register = -1;  // a generator function: where the generator will stand
  };

  Thread& th_;
  Region& region_;
  std::unique_ptr<Trace> trace_;
  std::vector<Known> known_;  // parallel to trace_->code
  std::vector<SunkObject> sunk_;
  std::unordered_map<uint64_t, uint32_t> constant_index_;
  std::vector<ShadowFrame> frames_;
  using HeapKey = std::tuple<uint32_t, Field, uint64_t>;  // owner, field, key
  std::map<HeapKey, Ref> heap_;
  std::unordered_set<uint64_t> born_;         // addresses of objects made since the start
  std::vector<std::pair<int, Ref>> pending_;  // registers that the instruction at hand writes
  Inlining inlining_;
  static constexpr uint32_t kNoResult = ~0u;
  static constexpr uint32_t kFromRegister = 0x3fffffff;  // constant that the register will hold
  struct Fallback {                                      // what the instruction is if it raises
    bool set = false;
    Residual kind{};
    uint64_t key = 0;
    std::vector<Ref> args;
    int dest = -2;  // register of the result, -1: none, -2: the result only steers
  };
  uint32_t flight_ = kNoResult;  // residual being executed
  int flight_dest_ = -1;
  Frame* asleep_ = nullptr;    // outermost frame that a residual pushed
  std::vector<Ref> implicit_;  // operands of an instruction that may call a special method
  std::vector<std::pair<Value, Ref>> implicit_funcs_;
  std::vector<int> consumed_;  // registers that the instruction empties
  Fallback fallback_;
  bool next_item_ = false;
  Ref resuming_;               // generator whose frame the instruction at hand pushes
  // What the recorder sets going in place of the call at hand, which would do it out of its sight.
  struct Instead {
    enum What : uint8_t {
      Nothing,
      Resume,   // the generator resuming_; what it yields goes to reg
      Iterate,  // func makes the iterator of the operand in reg, which it replaces; then the call is executed
      Call,     // func, whose value goes to reg as `cont` says
    } what = Nothing;
    Value func = kAbsent;
    std::vector<Value> args;
    int reg = -1;
    Cont cont = Cont::Store;
  } instead_;
  struct {
    const Frame* frame = nullptr;
    const Word* pc = nullptr;
    int reg = -1;
  } iterated_;                               // the last such operand
  std::unordered_set<uint32_t> unfinished_;  // sunk generators that have been suspended inside a try or with statement
  std::shared_ptr<std::vector<uint32_t>> dead_generators_;  // those of them whose object has died
  uint32_t snapshot_more_ = kNoSnapshot, snapshot_stop_ = kNoSnapshot;
  Ref returning_;
  uint32_t branch_start_ = 0;
  uint32_t snapshot_taken_ = kNoSnapshot, snapshot_not_taken_ = kNoSnapshot;
  uint32_t branch_guard_ = kNoResult;  // truth guard whose direction the next program counter will tell
  std::string out_of_step_;
  // What fullgraph forbids here, as exception class and message of torch._dynamo.exc.
  std::string refusal_class_, refusal_;
  bool flight_reads_data_ = false, known_tensor_compare_ = false;
  void refuse(const char* cls, std::string message, bool always = false);  // always: without fullgraph too
  // A tensor with promises of mark_dynamic whose shape has been asked for; it may be gone when a size is used.
  struct MarkedShape {
    std::string name;  // of the tensor, as the script's: L['x']
    int64_t rank;
    SegmentCache::Marks marks;
  };
  std::unordered_map<uint32_t, MarkedShape> marked_shapes_;  // by the instruction that gave the shape
  void note_shape(uint32_t instruction, Residual, uint64_t key, const std::vector<Ref>& args);
  const MarkedShape* marked_size(Ref, uint32_t* dimension) const;
  bool promised_size(Ref) const;
  void check_marks(Ref comparison, bool truth);
  void check_trip_count(Ref);
  void refuse_fixed_size(const std::string& name, int64_t value);
  bool is_tensor_value(Value v) const;
  uint32_t current_snapshot_ = kNoSnapshot;
  Word instruction_ = 0;
  const Word* pc_ = nullptr;
  uint32_t loads_ = 0;
  uint32_t shown_line_ = 0;  // of TORCH_LOGS=trace_source
  uint64_t seen_ = 0;        // instructions, for --stress=abandon
  // -- deaths (record_deaths.cpp)
  uint64_t steps_ = 0;      // instructions
  bool finalized_ = false;  // during the last one
  bool released_ = false;   // a register has let go of something during the last one
  bool tells_deaths_ = false;
  size_t before_last_ = 0;  // of the trace's code: where the last instruction's begins
  bool may_have_died() const;
  void note_release(Ref);
  void note_deaths();
  size_t deaths_ = 0;  // of them
  void note_held(Ref, size_t frame, size_t reg);
  void order_deaths();
  bool stress_abandons();
  void show_start();
  void show_line(const Frame&);
  Ref raising_;  // exception under way
  bool finished_ = false;
  Snapshot* parent_ = nullptr;
  Continuation* home_;
  adder::Recorder* outer_ = nullptr;
  struct Candidate {
    Dependency dependency;
    uint32_t load;        // its latest load
    uint32_t epoch;       // of that load
    bool reused = false;  // by a later instruction, across effects that might have written the slot
    bool lost = false;
  };
  std::vector<Candidate> candidates_;
  std::map<std::tuple<Cell*, Field, uint64_t>, uint32_t> candidate_index_;
  uint32_t epoch_ = 0;  // counts the operations that may have written any slot
  size_t watched_ = 0;  // instructions that will go if all dependencies hold
  void depend(uint32_t load, Cell* owner, Field, uint64_t key, Value);
  Ref watched_load(Cell* owner, Field, uint64_t key, Value);
  WatcherRef<TraceWatch> watch_{new TraceWatch};
};
void describe_look(Session&, Break*);  // asks the recorder that is on
}  // namespace adder::capture
