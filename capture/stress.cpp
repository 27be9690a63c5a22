#include "capture/stress.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <unordered_map>

#include "capture/recompile.h"
#include "capture/values.h"
#include "interp/objects/set_walk.h"
#include "interp/bridge/tensor_cell.h"
#include "interp/bytecode/library_code.h"
#include "interp/vm/interpreter_lock.h"
#include "runtime/autograd/autograd.h"

namespace adder::capture {
uint32_t stress_point(Stress& s, const Trace& t) {
  if (!s.guards && !s.exits) return ~0u;
  std::vector<uint32_t> points;
  for (uint32_t n = t.inputs; n < t.code.size(); n++) {
    const Instruction& i = t.code[n];
    if (i.op == TraceOp::Guard && s.guards) points.push_back(n);
    // A snapshot for unwinding only does not stand at the start of its instruction.
    bool at_start = i.snapshot != kNoSnapshot && !(i.flags & kUnwindOnly);
    if (i.op == TraceOp::Residual && s.exits && at_start && n >= t.entry_end) points.push_back(n);
  }
  // Every third replay is left alone, so that traces are also run to their end.
  if (points.empty() || s.turn++ % 3 == 2) return ~0u;
  return points[s.turn / 3 % points.size()];
}

namespace {
// Objects as text, sharing made visible; floating-point data apart, since it may differ by rounding.
class Dump {
 public:
  explicit Dump(Thread& th) : th_(th) {}
  std::string text;
  std::vector<double> numbers;

  void value(Value v, int depth = 0) {
    if (v == kAbsent) return word("absent");
    if (v == kStop) return word("stop");
    if (v.is_float()) return number(v.as_float());
    if (!v.is_cell() || is_scalar(v)) return plain(v);
    if (v.is(Kind::Bytes) || v.is(Kind::Complex)) return plain(v);
    auto [it, fresh] = seen_.try_emplace(v.u, uint32_t(seen_.size()));
    if (!fresh) return word("#" + std::to_string(it->second));
    if (depth > 200 || seen_.size() > 100000) return word("...");
    object(v, depth + 1);
  }
  void word(const std::string& s) {
    text += s;
    text += ' ';
  }

 private:
  void number(double d) {
    word("~");
    numbers.push_back(d);
  }
  void plain(Value v) {
    std::string s;
    if (!repr_of(th_, v, &s)) th_.clear_pending();
    word(s);
  }
  void list(const char* open, const Value* v, size_t n, int depth) {
    word(open);
    for (size_t i = 0; i < n; i++) value(v[i], depth);
    word(")");
  }
  void dict(Dict* d, int depth) {
    word("{");
    for (uint32_t i = 0; i < d->filled; i++) {
      if (!d->entries[i].key.u || d->entries[i].val == kAbsent || !d->entries[i].val.u) continue;
      if (is_str(d->entries[i].key) && sv(d->entries[i].key) == "__builtins__") continue;
      value(d->entries[i].key, depth);
      value(d->entries[i].val, depth);
    }
    word("}");
  }
  // Sets are ordered by addresses: each item is told by itself, as if it came next, and the texts are sorted.
  void set(Set* s, int depth) {
    std::vector<std::pair<std::string, std::vector<double>>> items;
    for (SetWalk w(s); w.next();) {
      Dump one(th_);
      one.seen_ = seen_;
      one.value(w.key(), depth);
      items.emplace_back(std::move(one.text), std::move(one.numbers));
    }
    std::sort(items.begin(), items.end());
    word("set{");
    for (const auto& [told, values] : items) {
      text += told;
      numbers.insert(numbers.end(), values.begin(), values.end());
    }
    word("}");
  }
  static bool library(std::string_view file) { return file.starts_with("<adder>"); }
  void object(Value v, int depth) {
    switch (v.cell()->kind) {
      case Kind::Tuple: return list("(", v.as<Tuple>()->items, v.as<Tuple>()->len, depth);
      case Kind::List: return list("list(", v.as<List>()->items, v.as<List>()->len, depth);
      case Kind::Dict: return dict(v.as<Dict>(), depth);
      case Kind::Set:
      case Kind::FrozenSet: return set(v.as<Set>(), depth);
      case Kind::Cell:
        word("cell");
        return value(v.as<CellVar>()->v, depth);
      case Kind::Method:
        word("method");
        value(v.as<Method>()->self, depth);
        return value(v.as<Method>()->func, depth);
      case Kind::Iter:
        word("iter " + std::to_string(v.as<Iter>()->i));
        return value(v.as<Iter>()->seq, depth);
      case Kind::Gen: return word("generator " + std::string(v.as<Gen>()->done ? "done" : "alive"));
      case Kind::Func: {
        Func* f = v.as<Func>();
        word("function " + std::string(f->code->name->sv()));
        if (is_library(f->code)) return;
        if (f->defaults) value(of(f->defaults), depth);
        if (f->kwdefaults) value(of(f->kwdefaults), depth);
        for (size_t i = 0; i < f->aux; i++) value(of(f->cells[i]), depth);
        if (f->dict.is(Kind::Dict)) value(f->dict, depth);
        return;
      }
      case Kind::Type: {
        Type* t = v.as<Type>();
        word("class " + std::string(t->name->sv()));
        Value module = dict_get(t->dict, intern(th_.in, "__module__"));
        if (is_str(module) && sv(module) == "__main__") dict(t->dict, depth);
        return;
      }
      case Kind::Exc: {
        Exc* e = v.as<Exc>();
        word("exception " + std::string(e->type()->name->sv()));
        value(e->args, depth);
        value(e->cause, depth);
        value(e->context, depth);
        return slots(v, depth);
      }
      case Kind::Extension:
        if (is_tensor(torch_state(th_), v)) return tensor(tensor_of(v), v, depth);
        word("a " + std::string(v.as<Instance>()->type()->name->sv()));
        return;
      case Kind::Instance: return slots(v, depth);
      default: return word("a " + std::string(type_of(th_.in, v)->name->sv()));
    }
  }
  void slots(Value v, int depth) {
    Instance* i = v.as<Instance>();
    word(std::string(i->type()->name->sv()) + "<");
    if (Dict* d = static_cast<Dict*>(live_dict_of(th_.in, v))) {
      dict(d, depth);
    } else {
      // The order of attributes is the shape's; it is the same on both sides.
      Owned names(get_attr_native(th_, v, intern(th_.in, "__dict__")));
      th_.clear_pending();
      if (names && names.get().is(Kind::Dict)) dict(names.get().as<Dict>(), depth);
    }
    word(">");
  }
  void tensor(const rt::Tensor& t, Value v, int depth) {
    word("tensor");
    if (!t) return word("none");
    const rt::TensorImpl& impl = *t;
    word(rt::row_of(impl.meta.dtype).name);
    for (int d = 0; d < impl.meta.sizes.n; d++) word(std::to_string(impl.meta.sizes[d]));
    word(impl.requires_grad() ? "grad" : "");
    word(rt::is_leaf(impl) ? "leaf" : "");
    if (impl.meta.device.type != rt::DeviceType::cpu || !rt::touch(impl, false).ok()) return word("no data");
    bool real = rt::is_floating(impl.meta.dtype);
    for (int64_t n = 0; n < impl.numel; n++) {
      if (real)
        numbers.push_back(rt::read_element(impl, n));
      else
        word(std::to_string(rt::read_scalar(impl, n).i));
    }
    if (rt::is_leaf(impl) && impl.requires_grad()) {
      rt::Tensor grad = rt::grad_of(t);
      word("with");
      if (grad) tensor(grad, kAbsent, depth);
    }
    if (v.u && live_dict_of(th_.in, v)) dict(static_cast<Dict*>(live_dict_of(th_.in, v)), depth);
  }
  Thread& th_;
  std::unordered_map<uint64_t, uint32_t> seen_;
};

struct Digest {
  std::string state, result;
  std::vector<double> numbers;
  size_t state_numbers = 0;
};
Digest digest(Session& s, const std::vector<Value>& roots, Value result, const std::string& printed) {
  Thread& th = s.thread;
  Value pending = th.take_pending();
  Digest out;
  Dump d(th);
  for (Value v : roots) {
    if (v.is(Kind::Dict)) d.word("globals");
    d.value(v);
  }
  if (s.context) {
    rt::Generator copy = s.context(th).default_generator();
    d.word("random " + std::to_string(copy.random()) + " " + std::to_string(copy.random()));
  }
  d.word("printed");
  d.word(printed);
  out.state = std::move(d.text);
  d.text.clear();
  out.state_numbers = d.numbers.size();
  if (pending.u) {
    d.word("raised");
    d.value(pending);
  } else {
    d.value(result);
  }
  out.result = std::move(d.text);
  out.numbers = std::move(d.numbers);
  th.pending = pending;
  return out;
}
void send(int to, const void* data, size_t n) {
  const char* p = static_cast<const char*>(data);
  while (n) {
    ssize_t k = write(to, p, n);
    if (k <= 0) return;
    p += k;
    n -= size_t(k);
  }
}
template <class T>
void send_list(int to, const T& v) {
  uint64_t n = v.size();
  send(to, &n, sizeof n);
  send(to, v.data(), n * sizeof v[0]);
}
bool receive(int from, void* data, size_t n) {
  char* p = static_cast<char*>(data);
  while (n) {
    ssize_t k = read(from, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    p += k;
    n -= size_t(k);
  }
  return true;
}
template <class T>
bool receive_list(int from, T* v) {
  uint64_t n = 0;
  if (!receive(from, &n, sizeof n) || n > uint64_t(1) << 32) return false;
  v->resize(n);
  return receive(from, v->data(), n * sizeof (*v)[0]);
}
bool close_to(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  return std::fabs(a - b) <= 1e-5 + 1e-4 * std::max(std::fabs(a), std::fabs(b));
}
// The surroundings of the first difference.
std::string around(const std::string& s, size_t at) {
  size_t from = at > 120 ? at - 120 : 0;
  return s.substr(from, 240);
}
}  // namespace

void Comparison::gather(Frame& f) {
  Value behind = target_of(region_);
  roots_.push_back(inc(behind));
  Value func = behind.is(Kind::Method) ? behind.as<Method>()->func : behind;
  if (func.is(Kind::Func)) roots_.push_back(inc(of(func.as<Func>()->globals)));
  auto add = [&](Value v) {
    if (v.is_cell() && v.cell()->count > 1) roots_.push_back(inc(v));
  };
  for (uint32_t r = 0; r < f.code->nlocals; r++) {
    Value v = f.base[r];
    add(v);
    if (v.is(Kind::Tuple))
      for (uint32_t i = 0; i < v.as<Tuple>()->len; i++) add(v.as<Tuple>()->items[i]);
    if (v.is(Kind::Dict))
      for (uint32_t i = 0; i < v.as<Dict>()->filled; i++) add(v.as<Dict>()->entries[i].val);
  }
}
void Comparison::catch_output() {
  session_.thread.flush();
  std::fflush(stdout);
  output_ = memfd_create("output", MFD_CLOEXEC);
  saved_ = dup(STDOUT_FILENO);
  dup2(output_, STDOUT_FILENO);
}
std::string Comparison::release_output() {
  session_.thread.flush();
  std::fflush(stdout);
  off_t n = lseek(output_, 0, SEEK_END);
  std::string text(size_t(std::max<off_t>(n, 0)), '\0');
  if (pread(output_, text.data(), text.size(), 0) < 0) text.clear();
  dup2(saved_, STDOUT_FILENO);
  close(output_);
  close(saved_);
  output_ = -1;
  return text;
}
void Comparison::run_interpreted(Frame& f, int to) {
  Thread& th = session_.thread;
  session_.off = true;
  session_.base = &f;  // torch.compiler.is_compiling() says the same on both sides
  th.rec = nullptr;
  if (session_.context) {
    rt::Context& c = session_.context(th);
    new std::shared_ptr<rt::ThreadPool>(std::move(c.pool));  // its threads are not in this process
    c.pool = nullptr;
  }
  if (int null = open("/dev/null", O_WRONLY); null >= 0) dup2(null, STDERR_FILENO);
  f.cont = Cont::Exit;
  Value v = th.finish();
  session_.base = nullptr;
  Digest d = digest(session_, roots_, v, release_output());
  send_list(to, d.state);
  send_list(to, d.result);
  send_list(to, d.numbers);
  _exit(0);
}
std::unique_ptr<Comparison> Comparison::begin(Session& s, const Region& region, Frame& f) {
  if (const auto& lock = s.thread.in.lock; lock && lock->started) return nullptr;
  std::unique_ptr<Comparison> c(new Comparison(s, region));
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return nullptr;
  c->gather(f);
  c->catch_output();
  c->pid_ = fork();
  if (c->pid_ == 0) {
    close(ends[0]);
    // Its output goes to a file of its own.
    c->output_ = memfd_create("output", MFD_CLOEXEC);
    dup2(c->output_, STDOUT_FILENO);
    c->run_interpreted(f, ends[1]);
  }
  close(ends[1]);
  c->from_ = ends[0];
  return c;
}
Comparison::~Comparison() {
  if (output_ >= 0) {
    std::string text = release_output();
    send(STDOUT_FILENO, text.data(), text.size());
  }
  if (from_ >= 0) close(from_);
  if (pid_ > 0) waitpid(pid_, nullptr, 0);
  for (Value v : roots_) dec(v);
}
void Comparison::end(Value result) {
  std::string printed = release_output();
  send(STDOUT_FILENO, printed.data(), printed.size());
  Digest mine = digest(session_, roots_, result, printed), theirs;
  bool arrived = receive_list(from_, &theirs.state) && receive_list(from_, &theirs.result) &&
                 receive_list(from_, &theirs.numbers);
  std::string what;
  auto compare = [&](const char* part, const std::string& a, const std::string& b) {
    if (!what.empty() || a == b) return;
    size_t at = 0;
    while (at < a.size() && at < b.size() && a[at] == b[at]) at++;
    what = std::string(part) + "\n  captured:    " + around(a, at) + "\n  interpreted: " + around(b, at);
  };
  if (!arrived) {
    what = "the interpreted call died";
  } else {
    compare("state", mine.state, theirs.state);
    if (result != kStop) {
      compare("result", mine.result, theirs.result);
    } else {
      mine.numbers.resize(std::min(mine.numbers.size(), mine.state_numbers));
      theirs.numbers.resize(std::min(theirs.numbers.size(), mine.numbers.size()));
    }
    for (size_t i = 0; what.empty() && i < mine.numbers.size() && i < theirs.numbers.size(); i++)
      if (!close_to(mine.numbers[i], theirs.numbers[i]))
        what = "number " + std::to_string(i) + "\n  captured:    " + std::to_string(mine.numbers[i]) +
               "\n  interpreted: " + std::to_string(theirs.numbers[i]);
    if (what.empty() && mine.numbers.size() != theirs.numbers.size()) what = "the number of numbers";
  }
  if (what.empty()) return;
  session_.thread.flush();
  std::fprintf(stderr, "adder: --stress=verify: a captured call of %s differs from interpretation: %s\n",
               target_place(region_).c_str(), what.c_str());
  std::fflush(stderr);
  _exit(70);
}
}  // namespace adder::capture
