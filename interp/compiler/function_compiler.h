// FunctionCompiler: one code object. The work is split over several files by kind: emit.cpp (instructions, registers,
// constants, names), expressions.cpp, calls.cpp, comprehensions.cpp, assignments.cpp, statements.cpp, control.cpp,
// patterns.cpp, functions.cpp.
//
// Registers. Locals take 0..nlocals-1, temporaries follow as a stack (`top_`). A temporary is written once and used
// once; the instruction that uses it consumes it, except where opcodes.def says otherwise: then it may still hold a
// pointer, is marked dirty, and is cleared with KILL at the end of its statement, so that snapshots and finalizers see
// no dead values. Operands have 8 bits. Locals past kNearLocals live beyond the temporaries (from register 256 on) and
// are reached by moves (LOADFAR, STOREFAR); when an expression nests so deep that temporaries run out, the ones in use
// are saved there too.
//
// Leaving a protected region. try, with and finally are ranges of pc in a side table. A jump out of them (return,
// break, continue) duplicates what must run on the way; those duplicates stand outside the ranges they leave.
#pragma once
#include <bitset>
#include <functional>

#include "interp/bytecode/opcodes.h"
#include "interp/bytecode/code_proto.h"
#include "interp/compiler/compile.h"
#include "interp/compiler/scope.h"

namespace adder {

// What the compilers of one unit share.
struct CompileUnit {
  const CompileOptions& options;
  const Source& source;
  ast::Arena& arena;
  ScopeTable scopes;
  bool future_annotations = false;
  bool failed = false;
  ScopeError error;
  // Positions are looked up in source order most of the time.
  uint32_t cached_line = 1;
  LineColumn locate(uint32_t offset);
};

const char* name_of_comprehension(const ast::Node*);  // "<listcomp>"

// A jump target; jumps may be emitted before it is known.
struct Label {
  int64_t at = -1;
  std::vector<uint32_t> uses;
};

class FunctionCompiler {
 public:
  FunctionCompiler(CompileUnit& unit, FunctionCompiler* outer, Scope* scope, std::string name);

  // Entry points: fill proto().
  void compile_module(ast::Node* root);
  CodeProto take_proto() { return std::move(proto_); }

 private:
  using Word = uint32_t;
  static constexpr int kNearLocals = 120;
  static constexpr int kSpillAt = 190;
  static constexpr int kLastTemporary = 250;
  static constexpr int kMaxDirectItems = 30;      // longer displays are built item by item, as in CPython: sets show it
  static constexpr int kMaxDictGroup = 15;        // the same for items of a dict display between two **
  static constexpr int kMaxDirectArguments = 24;  // longer calls pass a list and a dict
  static constexpr int kMaxUnpack = 50;           // assignments to more targets go over a list, and so do patterns
  static constexpr int kMaxDecorators = 12;       // more of them wait in a list
  static constexpr int kMaxBlocks = 20;           // CPython's limit on nested loops, try and with

  // --- emit.cpp: errors and positions ---
  void fail(const ast::Node* n, std::string message);
  void fail_at(uint32_t begin, uint32_t end, std::string message);
  class At;  // sets the position of what is emitted while it lives

  // --- emit.cpp: instructions ---
  uint32_t pc() const { return uint32_t(proto_.ins.size()); }
  uint32_t emit(Op op, int a = 0, int b = 0, int c = 0);
  uint32_t emit_bx(Op op, int a, int bx);
  uint32_t emit2(Op op, int a, int b, int c, uint32_t w);
  void push_word(Word w);
  void bind(Label& label);
  void jump(Label& label);
  void jump_if(Label& label, Op op, int a, int b, int c);  // a two-word branch
  void use_label(Label& label, uint32_t at);
  void patch(uint32_t at, uint32_t target);
  void next_item(Op op, int item, int iterator, int sent, Label& body);  // NEXT or SEND with its JMORE

  // --- emit.cpp: constants and caches ---
  int constant(ConstProto value);
  int string_constant(std::string_view text);
  int name_constant(const ast::Identifier* name);
  uint32_t attr_cache(const ast::Identifier* name);
  uint32_t global_cache(std::string_view name);
  int load_constant(ConstProto value, int d);
  int load_integer(int64_t value, int d);
  int load_none(int d = -1);
  int code_constant(FunctionCompiler& inner);

  // --- emit.cpp: registers ---
  int temp(int n = 1);
  bool is_temp(int r) const { return r >= nlocals_; }
  int dst(int d) { return d >= 0 ? d : temp(); }
  void mark(int r);
  void clean(int r, int n = 1);
  void end_statement(int base);  // forget temporaries from `base` on, clearing the dirty ones
  void kill(int r);
  int finish(int t, int d, int base);  // the temporary t is the result: where it was asked for, or at base
  int move_to(int d, int r);           // R[d] := R[r], taking a temporary
  void declare_local(const ast::Identifier* name);
  void layout_locals();
  void emit_prologue();
  void finish_code();

  // --- emit.cpp: names ---
  struct Place {
    enum Kind : uint8_t { Local, Far, Cell, FarCell, Free, Global, Namespace, NamespaceFree } kind;
    int index = 0;       // register, closure cell
    int name_index = 0;  // in varnames or cellvars
  };
  Place place_of(const ast::Identifier* mangled);
  const ast::Identifier* mangled(const ast::Identifier* name);
  int load_name(const ast::Identifier* name, int d);
  void store_name(const ast::Identifier* name, int r);
  void delete_name(const ast::Identifier* name);
  void unbind_name(const ast::Identifier* name);  // at the end of an except clause: no error if it is unbound
  void note_bound(const ast::Identifier* mangled, int r);
  int local_target(ast::Node* n);  // the register that an expression may be evaluated into, or -1
  int free_index(const ast::Identifier* mangled) const;
  int load_cell_object(const ast::Identifier* mangled, int d);

  // --- expressions.cpp ---
  int expr(ast::Node* n, int d = -1);
  int expr_inner(ast::Node* n, int d);
  int spilled(ast::Node* n, int d);
  int into(ast::Node* n, int d);
  int fresh(ast::Node* n);  // in a new temporary, always
  int binary(ast::BinOp* n, int d);
  int arithmetic(int kind, bool inplace, int a, ast::Node* right, int d);
  int compare(ast::Compare* n, int d);
  int bool_op(ast::BoolOp* n, int d);
  int subscript_key(ast::Node* n);
  int sequence(const ast::NodeList& items, Op op, int d);
  int dict_display(ast::Dict* n, int d);
  int joined_string(ast::JoinedStr* n, int d);
  int format_parts(ast::JoinedStr* n);
  void branch(ast::Node* n, bool sense, Label& target);  // jump if truth(n) == sense
  void flush(int base, int keep, int keep_too);
  void branch_compare(ast::Compare* n, bool sense, Label& target);
  int await_value(int awaitable, int context, int base);  // drives R[awaitable]; result at base
  int drive(int it, int base);
  bool folds(ast::Node* n, ConstProto* out);
  bool is_constant_node(ast::Node* n) const;

  // --- calls.cpp ---
  int call(ast::Call* n, int d);
  void call_spread(int a, const ast::NodeList& args, const ast::NodeList& keywords, int out);
  bool zero_argument_super(ast::Call* n) const;
  void check_keywords(const ast::NodeList& keywords);

  // --- comprehensions.cpp ---
  int comprehension(ast::Node* n, int d);
  int empty_result(ast::Node* n);
  void add_element(ast::Node* n, int result);
  bool misplaced_async(ast::Node* n);
  int generator(ast::Node* n, int d);
  uint32_t shown_begin(const ast::Attribute* a) const;
  void iterate(ast::Node* generator, int iterable);
  void clauses(ast::Node* generator, int first_iterable, const std::function<void()>& body);
  void make_hidden_cells(Scope* s);
  bool in_async() const;

  // --- assignments.cpp ---
  void assign(ast::Node* target, int r);
  void unpack(const ast::NodeList& targets, int r, ast::Node* where);
  int unpack_list(int r, int count, int star);
  int list_item(int list, int index);
  void delete_target(ast::Node* target);
  void augmented(ast::AugAssign* n);
  void annotated(ast::AnnAssign* n);
  void key_parts(ast::Node* n);
  int annotation_value(ast::Node* n, int d);

  // --- statements.cpp ---
  void statements(const ast::NodeList& list);
  void statement(ast::Node* n);
  void statement_inner(ast::Node* n);
  void assign_statement(ast::Assign* n);
  void return_statement(ast::Return* n);
  void raise_statement(ast::Raise* n);
  void assert_statement(ast::Assert* n);
  void import_statement(ast::Import* n);
  void import_from(ast::ImportFrom* n);
  void expression_statement(ast::Expr* n);
  static bool terminates(const ast::NodeList& list);

  // --- control.cpp ---
  struct Block {
    enum Kind : uint8_t { Loop, Try, Finally, With, AsyncWith, Handler, GroupHandler } kind;
    const ast::NodeList* body = nullptr;     // Finally
    int reg = -1;                            // Loop: iterator (or -1) · With: exit method · Handler: the exception
    const ast::Identifier* bound = nullptr;  // Handler: the name to unbind
    ast::Node* node = nullptr;
    uint32_t open = 0;  // start of the range that is being protected now
    std::vector<std::pair<uint32_t, uint32_t>> ranges;
    Label breaks;
    Label continues;
    bool counts = true;
  };
  void open_block(Block& b);
  void close_block(Block& b);
  void suspend_blocks(size_t from);
  void resume_blocks(size_t from);
  void leave_blocks(size_t to);
  void add_handlers(const Block& b, uint32_t target, int reg);
  void add_handled(const Block& b, int reg);
  void if_statement(ast::If* n);
  void while_statement(ast::While* n);
  void for_statement(ast::For* n);
  void async_for_statement(ast::For* n);
  void loop_jump(ast::Node* n, bool is_break);
  void try_statement(ast::Try* n);
  void except_clauses(ast::Try* n, int e, Label& done);
  void except_star_clauses(ast::Try* n, int e, Label& done);
  void with_statement(ast::With* n, ast::Node* item);
  void with_exit(int m, int exception, bool is_async, int result);
  void async_next(int iterator, ast::Node* target, Label& exhausted, int base);

  // --- patterns.cpp ---
  void match_statement(ast::Match* n);
  struct PatternState;
  void pattern(ast::Node* p, int subject, PatternState& s);
  void sequence_pattern(ast::MatchSequence* p, int subject, PatternState& s);
  void mapping_pattern(ast::MatchMapping* p, int subject, PatternState& s);
  void class_pattern(ast::MatchClass* p, int subject, PatternState& s);
  void or_pattern(ast::MatchOr* p, int subject, PatternState& s);
  void parts(const std::vector<ast::Node*>& patterns, int from, int star, PatternState& s);
  void capture(const ast::Identifier* name, int value, PatternState& s);

  // --- functions.cpp ---
  void function_statement(ast::FunctionDef* n);
  void class_statement(ast::ClassDef* n);
  int decorators(const ast::NodeList& list);
  void apply_decorators(const ast::NodeList& list, int first, int value);
  int lambda(ast::Lambda* n, int d);
  int make_function(FunctionCompiler& inner, ast::Arguments* args, ast::Node* returns, int d);
  bool nested() const;  // in a function, at any depth
  void compile_function(ast::FunctionDef* n);
  void compile_lambda(ast::Lambda* n);
  void compile_class(ast::ClassDef* n);
  void compile_generator(ast::Node* n);
  void set_parameters(ast::Arguments* a);
  void class_object(ast::ClassDef* n, int d);
  void return_none();
  void emit_return(int r);
  std::string qualified(std::string_view name) const;
  const std::string* docstring(const ast::NodeList& body, std::string* storage) const;

  CompileUnit& unit_;
  FunctionCompiler* outer_;
  Scope* scope_;  // the real scope
  Scope* names_;  // where names are looked up: scope_, or the comprehension being compiled
  CodeProto proto_;
  std::vector<std::pair<uint32_t, uint32_t>> offsets_;  // source range of each word
  uint32_t begin_ = 0;                                  // source range of what is emitted now
  uint32_t end_ = 0;
  std::unordered_map<const ast::Identifier*, int> registers_;  // named locals
  std::unordered_map<const Scope*, std::unordered_map<const ast::Identifier*, int>> hidden_;
  std::unordered_map<const ast::Identifier*, int> cell_names_;
  std::unordered_map<std::string, int> constant_index_;
  std::bitset<256> bound_;  // locals known to be bound
  std::bitset<256> dirty_;
  std::vector<Block*> blocks_;
  std::unordered_map<const Scope*, std::unordered_map<const ast::Identifier*, int>> hidden_names_;  // in varnames
  int nlocals_ = 0;                                                                                 // near ones
  int near_named_ = 0;  // of them those with a name of the scope
  int far_locals_ = 0;
  int hidden_top_ = 0;  // next free hidden register
  int top_ = 0;
  int high_ = 0;
  int far_saved_ = 0;  // far temporaries in use
  int far_saved_high_ = 0;
  int statement_base_ = 0;  // temporaries below belong to enclosing statements
};

class FunctionCompiler::At {
 public:
  At(FunctionCompiler& c, const ast::Node* n) : c_(c), begin_(c.begin_), end_(c.end_) {
    if (n) {
      c.begin_ = n->begin;
      c.end_ = n->end;
    }
  }
  ~At() {
    c_.begin_ = begin_;
    c_.end_ = end_;
  }
  At(const At&) = delete;
  At& operator=(const At&) = delete;

 private:
  FunctionCompiler& c_;
  uint32_t begin_;
  uint32_t end_;
};

}  // namespace adder
