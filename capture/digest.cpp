#include "capture/digest.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <unordered_map>

#include <unistd.h>

#include "capture/region.h"
#include "capture/values.h"
#include "interp/bridge/tensor_cell.h"
#include "interp/bytecode/library_code.h"
#include "interp/objects/set_walk.h"
#include "runtime/autograd/autograd.h"

namespace adder::capture {
namespace {
// Objects as text, sharing made visible; floating-point data apart, as numbers.
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
    order_.push_back(v.u);
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
      size_t known = order_.size();
      one.swap_seen(*this);
      one.value(w.key(), depth);
      one.forget_from(known);
      one.swap_seen(*this);
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
      case Kind::Cell: word("cell"); return value(v.as<CellVar>()->v, depth);
      case Kind::Method:
        word("method");
        value(v.as<Method>()->self, depth);
        return value(v.as<Method>()->func, depth);
      case Kind::Iter: word("iter " + std::to_string(v.as<Iter>()->i)); return value(v.as<Iter>()->seq, depth);
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
    rt::Category category = rt::category_of(impl.meta.dtype);
    for (int64_t n = 0; n < impl.numel; n++) {
      rt::ScalarValue element = rt::read_scalar(impl, n);
      if (category == rt::Category::floating || category == rt::Category::complex)
        numbers.push_back(element.z.re);
      else
        word(std::to_string(element.i));
      if (category == rt::Category::complex) numbers.push_back(element.z.im);
    }
    if (rt::is_leaf(impl) && impl.requires_grad()) {
      rt::Tensor grad = rt::grad_of(t);
      word("with");
      if (grad) tensor(grad, kAbsent, depth);
    }
    if (v.u && live_dict_of(th_.in, v)) dict(static_cast<Dict*>(live_dict_of(th_.in, v)), depth);
  }
  void swap_seen(Dump& other) {
    seen_.swap(other.seen_);
    order_.swap(other.order_);
  }
  void forget_from(size_t n) {
    for (; order_.size() > n; order_.pop_back()) seen_.erase(order_.back());
  }
  Thread& th_;
  std::unordered_map<uint64_t, uint32_t> seen_;
  std::vector<uint64_t> order_;  // of what was seen
};

}  // namespace
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

namespace {
void send_bytes(int to, const void* data, size_t n) {
  const char* p = static_cast<const char*>(data);
  while (n) {
    ssize_t k = write(to, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return;
    p += k;
    n -= size_t(k);
  }
}
template <class T>
void send_list(int to, const T& v) {
  uint64_t n = v.size();
  send_bytes(to, &n, sizeof n);
  send_bytes(to, v.data(), n * sizeof v[0]);
}
bool receive_bytes(int from, void* data, size_t n) {
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
  if (!receive_bytes(from, &n, sizeof n) || n > uint64_t(1) << 32) return false;
  v->resize(n);
  return receive_bytes(from, v->data(), n * sizeof(*v)[0]);
}
bool same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
}
// The surroundings of the first difference.
std::string around(const std::string& s, size_t at) {
  size_t from = at > 120 ? at - 120 : 0;
  return s.substr(from, 240);
}
std::string exactly(double d) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", d);
  return text;
}
}  // namespace

void send(int to, const Digest& d) {
  send_list(to, d.state);
  send_list(to, d.result);
  send_list(to, d.numbers);
  send_bytes(to, &d.state_numbers, sizeof d.state_numbers);
}
bool receive(int from, Digest* d) {
  return receive_list(from, &d->state) && receive_list(from, &d->result) && receive_list(from, &d->numbers) &&
         receive_bytes(from, &d->state_numbers, sizeof d->state_numbers);
}
std::string difference(const Side& a, const Side& b, bool results) {
  size_t width = std::max(a.name.size(), b.name.size()) + 2;
  auto told = [&](const Side& side, const std::string& what) {
    return "\n  " + side.name + ":" + std::string(width - side.name.size() - 1, ' ') + what;
  };
  auto parts = [&](const char* part, const std::string& x, const std::string& y) -> std::string {
    if (x == y) return "";
    size_t at = 0;
    while (at < x.size() && at < y.size() && x[at] == y[at]) at++;
    return part + told(a, around(x, at)) + told(b, around(y, at));
  };
  std::string what = parts("state", a.digest.state, b.digest.state);
  if (what.empty() && results) what = parts("result", a.digest.result, b.digest.result);
  if (!what.empty()) return what;
  size_t n = a.digest.numbers.size(), m = b.digest.numbers.size();
  if (!results) n = m = std::min({n, m, a.digest.state_numbers});
  for (size_t i = 0; i < n && i < m; i++) {
    double x = a.digest.numbers[i], y = b.digest.numbers[i];
    if (!same_bits(x, y)) return "number " + std::to_string(i) + told(a, exactly(x)) + told(b, exactly(y));
  }
  return n == m ? "" : "the number of numbers";
}
}  // namespace adder::capture
