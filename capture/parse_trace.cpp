// Reading the text form of a trace back.
#include "capture/optimize.h"
#include "capture/region.h"
#include "capture/scalar.h"
#include "capture/trace_text.h"
#include "capture/values.h"
#include "interp/bytecode/opcodes.h"
#include "interp/objects/bigint.h"
#include "ir/text_reader.h"

namespace adder::capture {
namespace {
constexpr int kMaxDepth = 500;  // of sunk objects inside each other

// The enumerator whose text is `word`; `count` if there is none.
template <class T, class Text>
T named(std::string_view word, T count, Text text) {
  int n = 0;
  while (n < int(count) && word != text(T(n))) n++;
  return T(n);
}

class Parser {
 public:
  Parser(Region& region, std::string_view text, const std::vector<Value>& objects)
      : in_(region.session->thread.in), region_(region), r_(text), objects_(objects), t_(std::make_unique<Trace>()) {
    t_->region = &region;
  }
  Result<std::unique_ptr<Trace>> run();

 private:
  Ref constant(Value);  // takes the count
  Value object();       // name#n, borrowed; the trace keeps it
  Cell* cell(Kind);
  Value scalar(bool* found);  // owned
  Ref ref();
  Ref sunk(std::string_view kind);
  uint32_t snapshot();
  FrameRecipe frame(uint32_t caller);
  void dependency();
  void instruction();
  void key_of(Instruction&);
  void end();
  uint64_t name() {  // an interned name, or that of a hidden slot
    std::string_view text = r_.peek("\"") ? std::string_view(quoted_ = r_.quoted()) : r_.word();
    return bits(text.starts_with('.') ? hidden_name(in_, text) : intern(in_, text));
  }
  uint32_t number(uint32_t limit = ~0u) {
    int64_t n = r_.integer();
    if (n < 0 || n > int64_t(limit)) r_.fail("a number is out of range");
    return uint32_t(n);
  }
  template <class T>
  T enumerator(T count, const char* kind, const char* (*text)(T)) {
    std::string_view word = r_.word();
    T v = named(word, count, text);
    if (v == count) r_.fail("no " + std::string(kind) + " is called '" + std::string(word) + "'");
    return v;
  }
  Kind kind(std::string_view word) {
    Kind k = named(word, Kind::Count, [](Kind x) { return std::string_view(text_of(x)); });
    if (k == Kind::Count) r_.fail("no kind of object is called '" + std::string(word) + "'");
    return k;
  }
  uint64_t iterator_kind() {
    r_.expect(":");
    return uint64_t(enumerator<IterKind>(IterKind::Count, "iterator", text_of));
  }

  Interpreter& in_;
  Region& region_;
  ir::TextReader r_;
  const std::vector<Value>& objects_;
  std::unique_ptr<Trace> t_;
  std::unordered_map<uint64_t, uint32_t> constants_;  // objects already kept
  std::vector<uint32_t> labels_;                      // recipes that have one
  std::string quoted_;
  int depth_ = 0;
};

Ref Parser::constant(Value owned) {
  t_->constants.push_back(owned);
  return Ref::constant(uint32_t(t_->constants.size() - 1));
}
Value Parser::object() {
  r_.until('#');
  uint32_t n = number();
  if (r_.failed() || n >= objects_.size()) {
    r_.fail("there is no object " + std::to_string(n));
    return kNone;
  }
  Value v = objects_[n];
  auto [it, fresh] = constants_.try_emplace(v.u, uint32_t(t_->constants.size()));
  if (fresh) constant(inc(v));
  return v;
}
Cell* Parser::cell(Kind k) {
  Value v = object();
  if (!v.is(k)) r_.fail(std::string("the object is no ") + text_of(k));
  return v.is(k) ? v.cell() : nullptr;
}
Value Parser::scalar(bool* found) {
  *found = true;
  if (r_.peek("\"")) return inc(of(intern(in_, std::string_view(quoted_ = r_.quoted()))));
  if (r_.accept("None")) return kNone;
  if (r_.accept("True")) return kTrue;
  if (r_.accept("False")) return kFalse;
  if (r_.accept("stop")) return kStop;
  if (r_.accept("int")) {
    std::string text = r_.quoted();
    bool negative = text.starts_with('-');
    std::string_view digits = std::string_view(text).substr(negative);
    bool well = !digits.empty() && digits.find_first_not_of("0123456789") == digits.npos;
    if (!well) r_.fail("an int has other characters than digits");
    return well ? big_from_text(in_.heap, digits, 10, negative) : kNone;
  }
  if (r_.at_digit() || r_.peek("-") || r_.peek("nan") || r_.peek("inf")) {
    bool integral;
    int64_t as_integer = 0;
    double d = r_.number(&integral, &as_integer);
    if (integral && !fits49(as_integer)) r_.fail("an int of this size is written int\"...\"");
    return integral ? integer49(as_integer) : real(d);
  }
  *found = false;
  return kAbsent;
}
Ref Parser::ref() {
  if (r_.failed()) return {};
  if (r_.accept("absent")) return {};
  if (r_.accept("@")) {
    Value v = object();
    return r_.failed() ? Ref() : Ref::constant(constants_[v.u]);
  }
  if (r_.accept("^")) {
    uint32_t label = number();
    if (r_.accept("=")) {
      if (label != labels_.size()) r_.fail("labels of sunk objects are not in order");
      labels_.push_back(uint32_t(t_->recipes.size()));
      return sunk(r_.word());
    }
    if (label >= labels_.size()) r_.fail("there is no sunk object ^" + std::to_string(label));
    return r_.failed() ? Ref() : Ref::sunk(labels_[label]);
  }
  bool found;
  Value v = scalar(&found);
  if (found) return constant(v);
  std::string_view word = r_.word();
  bool result = word.size() > 1 && word[0] == 'v' && word.find_first_not_of("0123456789", 1) == word.npos;
  if (!result) return sunk(word);
  return Ref::result(uint32_t(strtoul(std::string(word.substr(1)).c_str(), nullptr, 10)) & 0x3fffffff);
}
Ref Parser::sunk(std::string_view word) {
  uint32_t n = uint32_t(t_->recipes.size());
  t_->recipes.emplace_back();
  Recipe r{kind(word), 0, 0, {}, {}};
  if (++depth_ > kMaxDepth) r_.fail("sunk objects stand too deep inside each other");
  if (r.kind == Kind::Iter) r.key = iterator_kind();
  if (r.kind == Kind::Instance && (r_.expect("@"), true)) r.key = bits(cell(Kind::Type));
  if ((r.kind == Kind::Func || r.kind == Kind::Gen) && (r_.expect("@"), true)) r.key = bits(cell(Kind::Code));
  if (r.kind == Kind::Func && (r_.expect("@"), true)) r.extra = bits(cell(Kind::Dict));
  r_.expect("{");
  while (!r_.failed() && !r_.accept("}")) {
    Ref v = ref();
    if (r_.accept(":")) {
      r.keys.push_back(v);
      v = ref();
    }
    r.fields.push_back(v);
  }
  depth_--;
  if (!r.keys.empty() && r.keys.size() != r.fields.size()) r_.fail("some fields have keys, some none");
  t_->recipes[n] = std::move(r);
  return Ref::sunk(n);
}
FrameRecipe Parser::frame(uint32_t caller) {
  FrameRecipe f{};
  f.caller = caller;
  f.code = static_cast<Code*>(cell(Kind::Code));
  r_.expect(":");
  f.pc = number();
  f.cont = enumerator<Cont>(Cont(int(Cont::IterAgain) + 1), "continuation", text_of);
  r_.expect(">");
  f.ret = uint8_t(number(255));
  r_.expect("(");
  f.func = ref();
  if (r_.accept(",")) f.gen = ref();
  r_.expect(")");
  r_.expect("[");
  f.first_register = uint32_t(t_->registers.size());
  uint32_t count = f.code ? f.code->nreg : 0;
  t_->registers.resize(f.first_register + count);
  while (!r_.failed() && !r_.accept("]")) {
    std::string word(r_.word());
    size_t n = word.size() > 1 && word[0] == 'r' ? strtoul(word.c_str() + 1, nullptr, 10) : ~size_t();
    if (n >= count) return r_.fail("'" + word + "' is no register of the frame"), f;
    r_.expect("=");
    t_->registers[f.first_register + n] = ref();
  }
  return f;
}
uint32_t Parser::snapshot() {
  std::string word(r_.word());
  uint32_t n = word.size() > 1 && word[0] == 's' ? uint32_t(strtoul(word.c_str() + 1, nullptr, 10)) : ~0u;
  if (r_.accept("=")) {
    if (n != t_->snapshots.size()) r_.fail("snapshots are not in order");
    Snapshot s;
    do {
      FrameRecipe f = frame(s.frame);
      s.frame = uint32_t(t_->frames.size());
      t_->frames.push_back(f);
    } while (r_.accept("|"));
    t_->snapshots.push_back(std::move(s));
  }
  if (n >= t_->snapshots.size()) r_.fail("there is no snapshot '" + word + "'");
  return n;
}
void Parser::dependency() {
  Dependency d{};
  d.field = enumerator<Field>(Field::Total, "field", text_of);
  if (r_.failed()) return;
  d.key = key_form(d.field) == KeyForm::Name     ? name()
          : key_form(d.field) == KeyForm::Number ? number()
                                                 : slot_key(d.field);
  r_.expect("of");
  r_.expect("@");
  Value owner = object();
  if (!owner.is_cell()) return r_.fail("the owner of a slot is no object");
  d.owner = owner.cell();
  r_.expect("is");
  Ref v = ref();
  d.expected = v.is_constant() ? t_->constants[v.index()] : kAbsent;
  if (!v.is_constant() && !v.nothing()) r_.fail("a slot is expected to hold a constant");
  t_->dependencies.push_back(d);
}
// What stands between the name of the operation and its operands.
void Parser::key_of(Instruction& i) {
  auto number_in = [&](std::string_view stop) { return r_.peek(stop) ? 0 : uint64_t(r_.integer()); };
  switch (i.op) {
    case TraceOp::Input: {
      uint64_t frame = number();
      r_.expect(":");
      i.key = frame << 8 | number(255);
      return;
    }
    case TraceOp::Load:
    case TraceOp::Store: {
      Field f = enumerator<Field>(Field::Total, "field", text_of);
      if (r_.failed()) return;
      i.sub = uint8_t(f);
      if (f == Field::Attribute) {
        i.cache = uint32_t(t_->caches.size());
        t_->caches.emplace_back(nullptr, -1);
      }
      if (r_.accept("[")) {
        r_.expect("]");
        i.flags |= kDynamicKey;
      } else {
        i.key = key_form(f) == KeyForm::Name     ? name()
                : key_form(f) == KeyForm::Number ? uint64_t(r_.integer())
                                                 : slot_key(f);
      }
      return;
    }
    case TraceOp::Alloc:
      i.sub = uint8_t(kind(r_.word()));
      if (Kind(i.sub) == Kind::Iter)
        i.key = iterator_kind();
      else if (r_.accept("@"))
        i.key = bits(cell(Kind(i.sub) == Kind::Instance ? Kind::Type : Kind::Code));
      return;
    case TraceOp::Init:
      i.sub = uint8_t(kind(r_.word()));
      i.key = number();
      return;
    case TraceOp::Pure: {
      std::string op = r_.quoted();
      for (int k = 0; k <= kScalarUnary + 2; k++)
        if (op == scalar_name(uint8_t(k))) return void(i.sub = uint8_t(k));
      return r_.fail("there is no arithmetic '" + op + "'");
    }
    case TraceOp::Guard:
      i.sub = uint8_t(enumerator<Fact>(Fact(int(Fact::Present) + 1), "fact", text_of));
      if (Fact(i.sub) == Fact::Type && (r_.expect("@"), true)) i.key = bits(cell(Kind::Type));
      if (Fact(i.sub) == Fact::Truth || Fact(i.sub) == Fact::Present) {
        i.key = r_.accept("yes");
        if (!i.key) r_.expect("no");
      }
      return;
    case TraceOp::Deaths: i.key = r_.accept("none"); return;
    case TraceOp::Traceback:
      i.key = bits(cell(Kind::Code));
      r_.expect(":");
      i.location = number();
      return;
    case TraceOp::Residual: {
      i.sub = uint8_t(enumerator<Residual>(Residual::Total, "residual", text_of));
      if (r_.failed()) return;
      switch (key_form(Residual(i.sub))) {
        case KeyForm::Name: i.key = name(); return;
        case KeyForm::Names:
          if (r_.accept("names") && (r_.expect("@"), true)) i.key = bits(cell(Kind::Tuple));
          return;
        case KeyForm::Operator: {
          std::string op = r_.quoted();
          bool inplace = op.ends_with('=');
          if (inplace) op.pop_back();
          for (uint8_t k = 0; k <= kMatmul; k++)
            if (op == scalar_name(k)) return void(i.key = k | (inplace ? 0x100u : 0u));
          return r_.fail("there is no operator '" + op + "'");
        }
        case KeyForm::Opcode: {
          std::string_view word = r_.word();
          for (uint64_t k = 0; k < kOpCount; k++)
            if (word == kOps[k].name) return void(i.key = k);
          return r_.fail("there is no opcode '" + std::string(word) + "'");
        }
        case KeyForm::Number:
        case KeyForm::Slot: i.key = number_in("("); return;
      }
      return;
    }
    default: return;
  }
}
void Parser::instruction() {
  if (r_.word() != "v" + std::to_string(t_->code.size())) return r_.fail("results are not numbered in order");
  r_.expect("=");
  TraceOp op = enumerator<TraceOp>(TraceOp::Total, "operation", text_of);
  if (r_.failed()) return;
  Instruction i{op};
  key_of(i);
  i.args = uint32_t(t_->operands.size());
  r_.expect("(");
  if (!r_.accept(")")) {
    do t_->operands.push_back(ref());
    while (r_.accept(","));
    r_.expect(")");
  }
  i.arg_count = uint32_t(t_->operands.size()) - i.args;
  for (auto [flag, text] : kFlagTexts)
    if (r_.accept(text)) i.flags |= flag;
  if (r_.accept("from")) {
    r_.expect("~");
    i.location = number();
  }
  if (r_.accept("at")) i.snapshot = snapshot();
  if (r_.accept("after")) i.after = snapshot();
  if (r_.accept("on")) i.location = snapshot();
  if (r_.accept("dies")) i.dies = number();
  if (op == TraceOp::Input && t_->inputs == t_->code.size()) t_->inputs++;
  t_->code.push_back(i);
}
void Parser::end() {
  if (r_.accept("return")) {
    t_->end = End::Return;
    t_->result = ref();
  } else if (r_.accept("raise")) {
    t_->end = End::Raise;
    t_->result = ref();
    r_.expect("at");
    t_->raise_pc = number();
  } else {
    t_->end = End::Exit;
    bool loop = r_.accept("loop");
    if (!loop) r_.expect("exit");
    t_->end_snapshot = snapshot();
    if (loop && !r_.failed()) t_->link = region_.continuation_at(t_->frames_of(t_->snapshots[t_->end_snapshot]));
    if (loop && !t_->link) r_.fail("a loop goes on in a generator");
  }
  if (!r_.failed() && !r_.done()) r_.fail("something follows the end");
}
Result<std::unique_ptr<Trace>> Parser::run() {
  r_.expect("trace");
  t_->side = r_.accept("side");
  r_.expect("frames");
  t_->frame_count = number();
  r_.expect("depth");
  t_->max_depth = number();
  while (r_.accept("watch")) dependency();
  while (!r_.failed() && !r_.peek("return") && !r_.peek("raise") && !r_.peek("exit") && !r_.peek("loop")) instruction();
  if (!r_.failed()) end();
  if (r_.failed()) return Status::error(ErrorKind::value, r_.error());
  if (std::string wrong = verify(*t_); !wrong.empty()) return Status::error(ErrorKind::value, wrong);
  plan_drops(*t_);
  return std::move(t_);
}
}  // namespace

Result<std::unique_ptr<Trace>> parse_trace(Region& region, std::string_view text, const std::vector<Value>& objects) {
  return Parser(region, text, objects).run();
}
}  // namespace adder::capture
