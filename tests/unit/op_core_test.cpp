// The op sweep, generated from the table, and the tests of the engine around it.
#include <cmath>
#include <cstring>
#include <random>
#include "runtime/autograd/autograd.h"
#include "runtime/ops/binder.h"
#include "ir/graph.h"
#include "runtime/ops/op_id.h"
using namespace adder::rt;
namespace adder::rt {
USE_OP(add) USE_OP(mean)
}

static int failures = 0, checks = 0;
#define EXPECT(x, ...)                                        \
  do {                                                        \
    ++checks;                                                 \
    if (!(x) && ++failures <= 40) {                           \
      std::printf("FAIL %s:%d %s  ", __FILE__, __LINE__, #x); \
      std::printf(" " __VA_ARGS__);                           \
      std::printf("\n");                                      \
    }                                                         \
  } while (0)
static void expect_text(const Status& s, const std::string& want) {
  ++checks;
  std::string got = s.ok() ? "(no error)" : s.message();
  if (got.find(want) == got.npos) {
    ++failures;
    std::printf("FAIL error text\n  got:  %s\n  want: %s\n", got.c_str(), want.c_str());
  }
}
static std::mt19937 rng(1);
static double uniform(double lo, double hi) {
  return lo + (hi - lo) * (rng() >> 8) / 16777216.0;
}
static double ulps(double got, double want, bool f64) {  // distance in units of the result's last place
  if (std::isnan(got) && std::isnan(want)) return 0;
  if (got == want) return 0;
  if (!std::isfinite(got) || !std::isfinite(want)) return 1e9;
  int e = std::max(std::ilogb(want == 0 ? 1e-300 : want), f64 ? -1022 : -126);
  return std::fabs(got - want) / std::ldexp(1.0, e - (f64 ? 52 : 23));
}

// ---- kernel ops: every row, type and instruction set against the reference
// ---------------------------------------------------
static void test_kernel_ops() {
  const double kSpecial[] = {0,    -0.0,  1,        -1,        2,     -2.5,         0.5,    3,     31,    32,
                             63,   64,    88.9,     -104,      -87.5, 1e-40,        1e-20,  65504, 65520, 6e-8,
                             1e30, -1e30, INFINITY, -INFINITY, NAN,   2147483648.0, -9.3e18};
  const int n = 512;
  double worst[kOpTableEnd] = {};
  std::vector<const TileTable*> sets{&adder_tiles_generic};
  if (__builtin_cpu_supports("avx2")) sets.push_back(&adder_tiles_avx2);
  if (__builtin_cpu_supports("avx512f")) sets.push_back(&adder_tiles_avx512);
  for (int op = 0; op < kOpTableEnd; ++op)
    for (int t = 0; t < kTypeCount; ++t) {
      EXPECT((sets[0]->fn[op][t] != nullptr) == accepts(KOp(op), KType(t)), "table hole: %s %d", kKOps[op].name, t);
      if (!accepts(KOp(op), KType(t))) continue;
      ProgramBuilder b;
      Reg r[3] = {b.load_raw(0, KType(t)), {}, {}};
      int arity = kKOps[op].arity;
      if (arity > 1) r[1] = b.load_raw(1, KType(t));
      if (arity > 2) r[2] = b.load_raw(2, kB8);
      Reg out{};
      int row = 0;
#define ARITY_1(name) out = b.name(r[0]);
#define ARITY_2(name) out = b.name(r[0], r[1]);
#define ARITY_3(name) out = b.name(r[0], r[1], r[2]);
#define KOP(name, arity, types, result, ulp, meaning) \
  if (row++ == op) {                                  \
    ARITY_##arity(name)                               \
  }
#include "runtime/kernel/kernel_ops.def"
#undef KOP
      b.store_raw(out);
      Program p = b.finish();
      alignas(64) static char in[3][n * 8], got[n * 8], first[n * 8];
      std::vector<Cell> cells(3 * n);
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < arity; ++k) {
          KType kt = k == 2 ? kB8 : KType(t);
          Cell c{};
          double v = i < 27 * 19 && k < 2 ? kSpecial[k ? i / 27 % 27 : i % 27] : uniform(-8, 8);
          if (kt == kF32 || kt == kF64)
            c.f = i % 3 ? v : uniform(-20, 20);
          else if (kt == kH16)
            c.i = rng() & 0xffff;
          else
            c.i = v != v ? 7 : v > 9e18 ? INT64_MAX : v < -9e18 ? INT64_MIN : int64_t(v);
          write_cell(in[k] + i * kTypeBytes[kt], kt, c);
          cells[k * n + i] = read_cell(in[k] + i * kTypeBytes[kt], kt);
        }
      bool is_f = out.type == kF32 || out.type == kF64;
      for (auto* set : sets) {
        set->fn[op][t](got, in[0], in[1], in[2], n);
        if (set == sets[0])
          std::memcpy(first, got, sizeof got);
        else
          for (int i = 0; i < n; ++i) {  // NaN payloads are free, all else must be the same bits
            const char *x = got + i * kTypeBytes[out.type], *y = first + i * kTypeBytes[out.type];
            bool both_nan = is_f && std::isnan(read_cell(x, out.type).f) && std::isnan(read_cell(y, out.type).f);
            EXPECT(both_nan || !std::memcmp(x, y, kTypeBytes[out.type]), "%s differs between instruction sets: %g %g",
                   kKOps[op].name, read_cell(x, out.type).f, read_cell(y, out.type).f);
          }
        for (int i = 0; i < n; ++i) {
          Cell a[3] = {cells[i], cells[n + i], cells[2 * n + i]}, want,
               have = read_cell(got + i * kTypeBytes[out.type], out.type);
          evaluate(p, a, nullptr, i, &want);
          char round[8];
          write_cell(round, out.type, want);
          want = read_cell(round, out.type);
          double err = is_f ? ulps(have.f, want.f, out.type == kF64) : have.i != want.i ? 1e9 : 0;
          if (is_f && have.f == 0 && want.f == 0 && std::signbit(have.f) != std::signbit(want.f)) err = 1e9;
          worst[op] = std::max(worst[op], err);
          EXPECT(err <= kKOps[op].max_ulp, "%s type %d (%g, %g): got %.9g want %.9g (%lld, %lld)", kKOps[op].name, t,
                 a[0].f, a[1].f, have.f, want.f, (long long)have.i, (long long)want.i);
        }
      }
    }
  std::printf("kernel ops: %d rows; worst ulp", int(kOpTableEnd));
  for (int op = 0; op < kOpTableEnd; ++op)
    if (worst[op] > 0.51) std::printf(" %s %.2f", kKOps[op].name, worst[op]);
  std::printf("\n");
}

// ---- samples
// ------------------------------------------------------------------------------------------------------------------
enum class Variant { plain, strided, zero_dim, empty };
struct Sample {
  std::vector<Arg> args;
  std::vector<Tensor> hold;
  std::deque<Dims<SymInt>> lists;
  std::deque<std::string> strings;
  bool ok = true;
};
static Tensor random_tensor(DType d, Sizes sizes, Domain dom, Variant v) {
  Tensor t = new_tensor(d, sizes);
  if (v == Variant::strided && sizes.n) {  // every other element of a larger buffer, last dim backwards
    Sizes wide = sizes;
    for (int i = 0; i < wide.n; ++i) wide[i] = wide[i] * 2 + 1;
    Tensor buffer = new_tensor(d, wide);
    Meta<int64_t> m = buffer->meta;
    m.sizes = sizes;
    for (int i = 0; i < sizes.n; ++i) m.strides[i] *= 2;
    m.offset = m.strides[sizes.n - 1] * (sizes[sizes.n - 1] - 1) + 1;
    m.strides[sizes.n - 1] *= -1;
    t = alias_of(*buffer.get(), m);
  }
  for (int64_t i = 0; i < t->numel; ++i)
    write_element(*t.get(), i,
                  category_of(d) == 2 ? uniform(dom.lo, dom.hi)
                  : d == DType::b8    ? double(rng() & 1)
                                      : double(int(rng() % 7) - 3));
  return t;
}
static Sample make_sample(const OpRow& row, std::string_view text, DType dtype, Variant v) {
  Sample s;
  const Schema& c = row.canonical();
  int next = 0;
  auto ints = [](std::string_view t) {
    std::vector<int64_t> r;
    for (size_t i = 0; i < t.size();) {
      r.push_back(std::atoll(t.data() + i));
      i = t.find(',', i);
      if (i == t.npos) break;
      ++i;
    }
    return r;
  };
  while (!text.empty()) {
    size_t sp = text.find(' ');
    std::string_view w = text.substr(0, sp);
    text = sp == text.npos ? "" : text.substr(sp + 1);
    int at = next;
    if (size_t eq = w.find('='); eq != w.npos) {
      at = c.find(w.substr(0, eq));
      CHECK(at >= 0);
      w = w.substr(eq + 1);
    }
    if (int(s.args.size()) <= at) s.args.resize(at + 1);
    Arg a;
    if (size_t p = w.find('('); p != w.npos) {
      Sizes z;
      if (v != Variant::zero_dim) {
        if (w.size() > p + 2)
          for (int64_t x : ints(w.substr(p + 1))) z.push(x);
      }
      if (v == Variant::empty) z[z.n - 1] = z[z.n - 1] == 1 ? 1 : 0;
      DType d = w[0] == 'b' ? DType::b8 : w[0] == 'i' ? DType::i64 : dtype;
      s.hold.push_back(random_tensor(d, z, row.domain, v));
      a = s.hold.back();
      if (w[0] == 'i')
        for (int64_t i = 0; i < a.t->numel; ++i) write_element(*a.t, i, double(i * 7 % 3 % 2 + (i % 2) * 2));
    } else if (w[0] == '[') {
      s.lists.emplace_back();
      for (int64_t x : ints(w.substr(1))) s.lists.back().push(SymInt(x));
      a = Arg(s.lists.back());
    } else if (w[0] == '\'') {
      s.strings.emplace_back(w.substr(1, w.size() - 2));
      a = Arg(s.strings.back().c_str());
    } else if (w == "True" || w == "False")
      a = Arg(w == "True");
    else if (c.params[at].kind == ParamKind::dtype) {
      for (int i = 0; i < 7; ++i)
        if (w == kDTypes[i].name) a = Arg(DType(i));
    } else if (w.find('.') != w.npos)
      a = Arg(std::strtod(std::string(w).c_str(), nullptr));
    else
      a = Arg(int64_t(std::atoll(std::string(w).c_str())));
    s.args[at] = a;
    next = at + 1;
  }
  return s;
}
static double max_difference(const Tensor& a, const Tensor& b) {  // relative where large; infinity where metas differ
  if (a->numel != b->numel || a->meta.dtype != b->meta.dtype || a->meta.sizes.n != b->meta.sizes.n) return INFINITY;
  double worst = 0;
  for (int64_t i = 0; i < a->numel; ++i) {
    double x = read_element(*a.get(), i), y = read_element(*b.get(), i);
    if ((x != x && y != y) || x == y) continue;
    double d = std::fabs(x - y) / (1 + std::fabs(y));
    worst = std::max(worst, d == d ? d : INFINITY);
  }
  return worst;
}
static double tolerance(DType d) {
  return d == DType::f16 ? 2e-3 : d == DType::bf16 ? 2e-2 : d == DType::f32 ? 2e-6 : 1e-12;
}
static double dot(const Tensor& a, const Tensor& w) {
  double s = 0;
  for (int64_t i = 0; i < a->numel; ++i) s += read_element(*a.get(), i) * read_element(*w.get(), i);
  return s;
}

// ---- the sweep
// ------------------------------------------------------------------------------------------------------------------
static int n_compared, n_gradchecks, n_second;
static void compare(const OpRow& row, std::string_view text, DType d, Variant v) {
  Sample s = make_sample(row, text, d, v);
  Context& c = this_context();
  Arg trial[4];
  c.draws = 0;
  Status st = dispatch(c, row.id(), s.args, {trial, size_t(row.n_outs())});
  if (!st.ok()) {  // only what PyTorch refuses too, or what this sketch's kernels leave out
    const std::string& m = st.message();
    bool refused = (row.name == "view" && v == Variant::strided) || m.find("not in this sketch") != m.npos ||
                   (d == DType::b8 && m.find("not implemented for 'bool'") != m.npos) ||
                   (v == Variant::empty && m.find("Expected reduction dim") != m.npos);
    EXPECT(refused, "%s '%s': %s", row.name.data(), text.data(), st.message().c_str());
    return;
  }
  std::vector<Tensor> eager;
  for (int k = 0; k < row.n_outs(); ++k) eager.push_back(Tensor::adopt(trial[k].t));
  c.executor = Executor::reference;
  c.draws = 0;  // the slow evaluator
  auto reference = call_eager_n(row.id(), s.args);
  c.executor = Executor::tiles;
  Graph g;
  GraphBuilder b(g);
  std::vector<Arg> args = s.args;
  std::vector<Tensor> inputs;
  Value outs[4];  // symbolic shapes, decomposition, replay
  ShapeEnv env;
  current_shape_env = &env;
  for (auto& a : args)
    if (a.is_tensor()) {
      inputs.push_back(Tensor(a.t));
      SymMeta m = to_sym(a.t->meta);
      for (int i = 0; i < m.sizes.n; ++i)
        if (m.sizes[i].hint > 1) m.sizes[i] = env.symbol(m.sizes[i].hint);
      a = b.input(m);
    }
  b.call(row.id(), args, {outs, size_t(row.n_outs())});
  EXPECT(b.status.ok(), "%s symbolic: %s", row.name.data(), b.status.ok() ? "" : b.status.message().c_str());
  for (int k = 0; k < row.n_outs(); ++k) g.outputs.push_back(outs[k].value);
  c.draws = 0;
  auto replayed = run_graph(c, g, inputs);
  for (int k = 0; k < row.n_outs(); ++k) {
    EXPECT(max_difference(eager[k], reference[k]) <= tolerance(eager[k]->meta.dtype) * 4,
           "%s '%s' %s variant %d output %d: tiles vs reference %g", row.name.data(), text.data(), kDTypes[int(d)].name,
           int(v), k, max_difference(eager[k], reference[k]));
    EXPECT(max_difference(eager[k], replayed[k]) == 0, "%s '%s': eager vs graph", row.name.data(), text.data());
    SymMeta m = b.meta(outs[k]);
    EXPECT(m.dtype == eager[k]->meta.dtype && m.sizes.n == eager[k]->meta.sizes.n);
    for (int i = 0; i < m.sizes.n; ++i) EXPECT(m.sizes[i].hint == eager[k]->meta.sizes[i]);
  }
  current_shape_env = nullptr;
  ++n_compared;
}
// Analytic gradients of dot(op(x), w) against central differences; the joint graph against the tape; then the gradient
// of the gradient.
static void gradcheck(const OpRow& row, std::string_view text, Variant v) {
  Context& c = this_context();
  Sample s = make_sample(row, text, DType::f64, v);
  std::vector<int> diff;
  for (size_t i = 0; i < s.args.size(); ++i)
    if (s.args[i].is_tensor() && s.args[i].t->meta.dtype == DType::f64) diff.push_back(int(i));
  if (row.name == "view" && v == Variant::strided) return;  // refused
  c.draws = 0;
  auto outs = call_eager_n(row.id(), s.args);
  std::vector<int> float_outs;
  std::vector<Tensor> w;
  for (size_t k = 0; k < outs.size(); ++k)
    if (outs[k]->meta.dtype == DType::f64) {
      float_outs.push_back(int(k));
      w.push_back(random_tensor(DType::f64, outs[k]->meta.sizes, {}, Variant::plain));
    }
  if (diff.empty() || float_outs.empty()) return;
  auto objective = [&] {
    WithEnabled off(c, ~1u);
    c.draws = 0;
    auto o = call_eager_n(row.id(), s.args);
    double r = 0;
    for (size_t j = 0; j < float_outs.size(); ++j) r += dot(o[float_outs[j]], w[j]);
    return r;
  };
  std::vector<Tensor> wanted, grads;
  for (int i : diff) {
    wanted.push_back(Tensor(s.args[i].t));
    set_requires_grad(wanted.back(), true);
  }
  auto loss = [&] {  // sum over outputs of sum(out * w)
    c.draws = 0;
    auto o = call_eager_n(row.id(), s.args);
    Tensor l;
    for (size_t j = 0; j < float_outs.size(); ++j) {
      Tensor t = call_eager(OpId::sum, {call_eager(OpId::mul, {o[float_outs[j]], w[j]})});
      l = l ? call_eager(OpId::add, {l, t}) : t;
    }
    return l;
  };
  Tensor one = call_eager(OpId::full, {Dims<SymInt>{}, 1.0, DType::f64});
  auto analytic = [&](std::vector<Tensor>& r, bool create) {
    Status st = backward(c, loss(), one, create, wanted, &r);
    EXPECT(st.ok(), "%s: %s", row.name.data(), st.ok() ? "" : st.message().c_str());
  };
  analytic(grads, true);
  const double h = 1e-6;
  for (size_t j = 0; j < diff.size(); ++j) {
    EXPECT(bool(grads[j]), "%s '%s': no gradient for argument %d", row.name.data(), text.data(), diff[j]);
    if (!grads[j]) continue;
    for (int64_t e = 0; e < wanted[j]->numel; ++e) {
      double x = read_element(*wanted[j].get(), e);
      TensorImpl& t = *wanted[j].get();
      write_element(t, e, x + h);
      double up = objective();
      write_element(t, e, x - h);
      double down = objective();
      write_element(t, e, x);
      double fd = (up - down) / (2 * h), got = read_element(*grads[j].get(), e);
      EXPECT(std::fabs(fd - got) <= 1e-5 * (1 + std::fabs(fd)), "%s '%s' argument %d: difference quotient %g, vjp %g",
             row.name.data(), text.data(), diff[j], fd, got);
    }
  }
  ++n_gradchecks;
  {  // joint graph: the same rules under a GraphBuilder
    WithEnabled off(c, ~1u);
    Graph g;
    GraphBuilder b(g);
    std::vector<Arg> args = s.args;
    std::vector<Tensor> inputs;
    Value o[4];
    std::vector<Value> ov, gv;
    std::vector<int> position;
    for (size_t i = 0; i < args.size(); ++i)
      if (args[i].is_tensor()) {
        inputs.push_back(Tensor(args[i].t));
        position.push_back(int(i));
        args[i] = b.input(to_sym(args[i].t->meta));
      }
    b.call(row.id(), args, {o, outs.size()});
    size_t n_inputs = inputs.size();
    std::vector<uint64_t> forward_inputs = g.inputs;
    for (size_t j = 0; j < float_outs.size(); ++j) {
      ov.push_back(o[float_outs[j]]);
      gv.push_back(b.input(to_sym(w[j]->meta)));
      inputs.push_back(w[j]);
    }
    auto r = b.backward(ov, gv);
    for (size_t i = 0; i < n_inputs; ++i) g.outputs.push_back(r[i].given() ? r[i].value : 0);
    c.draws = 0;
    auto got = run_graph(c, g, inputs);
    for (size_t i = 0; i < n_inputs; ++i)
      for (size_t j = 0; j < diff.size(); ++j)
        if (position[i] == diff[j])
          EXPECT(got[i] && max_difference(got[i], grads[j]) < 1e-12, "%s '%s': joint graph vs tape", row.name.data(),
                 text.data());
  }
  Tensor total;
  std::vector<Tensor> v2, second;  // gradient of dot(grads, v2)
  for (auto& gr : grads) {
    v2.push_back(random_tensor(DType::f64, gr->meta.sizes, {}, Variant::plain));
    if (!(gr->keys & 1)) continue;
    Tensor t = call_eager(OpId::sum, {call_eager(OpId::mul, {gr, v2.back()})});
    total = total ? call_eager(OpId::add, {total, t}) : t;
  }
  if (!total) return;
  Status st = backward(c, total, one, false, wanted, &second);
  EXPECT(st.ok(), "%s second: %s", row.name.data(), st.ok() ? "" : st.message().c_str());
  auto first_at = [&] {
    std::vector<Tensor> r;
    analytic(r, false);
    double sum = 0;
    for (size_t k = 0; k < r.size(); ++k) sum += dot(r[k], v2[k]);
    return sum;
  };
  for (size_t j = 0; j < diff.size(); ++j)
    for (int64_t e = 0; e < wanted[j]->numel; e += 2) {
      TensorImpl& t = *wanted[j].get();
      double x = read_element(t, e);
      write_element(t, e, x + h);
      double up = first_at();
      write_element(t, e, x - h);
      double down = first_at();
      write_element(t, e, x);
      double fd = (up - down) / (2 * h), got = second[j] ? read_element(*second[j].get(), e) : 0;
      EXPECT(std::fabs(fd - got) <= 1e-4 * (1 + std::fabs(fd)), "%s '%s' second derivative, argument %d: %g vs %g",
             row.name.data(), text.data(), diff[j], fd, got);
    }
  ++n_second;
}
static void sweep() {
  for (auto* row : all_ops())
    for (auto text : row->samples) {
      for (DType d : {DType::f32, DType::f64, DType::f16, DType::bf16, DType::i32, DType::i64, DType::b8}) {
        compare(*row, text, d, Variant::plain);
        compare(*row, text, d, Variant::strided);
        if (row->kind == OpKind::pointwise) {
          compare(*row, text, d, Variant::zero_dim);
          compare(*row, text, d, Variant::empty);
        }
        if (row->kind == OpKind::reduction && category_of(d) == 2) compare(*row, text, d, Variant::empty);
      }
      if (row->vjp || row->kind == OpKind::composite) {
        gradcheck(*row, text, Variant::plain);
        gradcheck(*row, text, Variant::strided);
        if (row->kind == OpKind::pointwise) gradcheck(*row, text, Variant::zero_dim);
      }
    }
  std::printf(
      "sweep: %d comparisons (tiles, reference, symbolic graph), %d gradchecks with joint graph, %d second "
      "derivatives\n",
      n_compared, n_gradchecks, n_second);
}

// ---- the engine
// ------------------------------------------------------------------------------------------------------------------
static Tensor tensor(std::initializer_list<double> v, DType d = DType::f32) {
  Tensor t = new_tensor(d, {int64_t(v.size())});
  int64_t i = 0;
  for (double x : v) write_element(*t.get(), i++, x);
  return t;
}
static double at(const Tensor& t, int64_t i) {
  return read_element(*t.get(), i);
}
static Status py(std::string_view name, std::vector<Arg> pos, std::vector<Keyword> kw, std::vector<Tensor>& r) {
  return call_by_name(this_context(), name, pos, kw, r);
}

static void test_engine() {
  Context& c = this_context();
  std::vector<Tensor> r;
  for (size_t i = 0; i < all_ops().size(); ++i) {
    const OpRow& row = *all_ops()[i];
    EXPECT(size_t(row.id()) == i && !row.doc.empty() && (row.infer || row.decompose), "hole at %zu", i);
  }
  Tensor x = tensor({1, 2, 3}), y = tensor({10, 20, 30});
  // binder: overloads, defaults, keyword arguments, error texts
  EXPECT(py("add", {x, y}, {{"alpha", Arg(2)}}, r).ok() && at(r[0], 2) == 63);
  EXPECT(py("add", {x, 1.5}, {}, r).ok() && at(r[0], 0) == 2.5);
  EXPECT(py("max", {call_eager(OpId::unsqueeze, {x, 0}), 1}, {}, r).ok() && r.size() == 2 && at(r[0], 0) == 3 &&
         at(r[1], 0) == 2 && r[1]->meta.dtype == DType::i64);
  EXPECT(py("sum", {x, 0, true}, {}, r).ok() && r[0]->meta.sizes.n == 1 && at(r[0], 0) == 6);
  expect_text(py("add", {x, "y"}, {}, r), "add(): argument 'other' (position 2) must be Tensor, not str");
  expect_text(py("gelu", {3}, {}, r), "gelu(): argument 'input' (position 1) must be Tensor, not int");
  expect_text(py("add", {x}, {}, r), "add() missing 1 required positional arguments: \"other\"");
  expect_text(py("neg", {x}, {{"beta", Arg(1)}}, r), "neg() got an unexpected keyword argument 'beta'");
  expect_text(py("neg", {x, y}, {}, r), "neg() takes 1 positional arguments but 2 were given");
  expect_text(py("sum", {x, "z", true}, {}, r),
              "sum() received an invalid combination of arguments - got (Tensor, str, bool), but expected one of:\n * "
              "(Tensor input, tuple of ints dim=None, bool keepdim=False)\n * (Tensor input)");
  expect_text(py("add", {x, tensor({1, 2})}, {}, r),
              "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0");
  expect_text(py("transpose", {x, 0, 1}, {}, r),
              "Dimension out of range (expected to be in range of [-1, 0], but got 1)");
  // promotion
  auto dtype_of_add = [&](Arg a, Arg b) { return call_eager(OpId::add, {a, b})->meta.dtype; };
  Tensor i = tensor({1, 2, 3}, DType::i32), zero_d = call_eager(OpId::full, {Dims<SymInt>{}, 2.0, DType::f64}),
         h = tensor({1, 2, 3}, DType::f16), bf = tensor({1, 2, 3}, DType::bf16);
  EXPECT(dtype_of_add(i, 1) == DType::i32 && dtype_of_add(i, 1.5) == DType::f32 &&
         dtype_of_add(x, zero_d) == DType::f32 && dtype_of_add(i, zero_d) == DType::f64 &&
         dtype_of_add(h, bf) == DType::f32 && dtype_of_add(h, 1.5) == DType::f16);
  EXPECT(call_eager(OpId::sum, {i})->meta.dtype == DType::i64 && call_eager(OpId::mean, {i})->meta.dtype == DType::f32);
  expect_text(py("neg", {tensor({1}, DType::b8)}, {}, r), "\"neg\" not implemented for 'bool'");
  // op_ and out=
  Tensor z = tensor({1, 2, 3});
  uint32_t version = z->storage->version;
  EXPECT(py("mul_", {z, y}, {}, r).ok() && r[0].get() == z.get() && at(z, 1) == 40 &&
         z->storage->version == version + 1);
  Tensor o = new_tensor(DType::f32, {3});
  EXPECT(py("mul", {x, y}, {{"out", Arg(o)}}, r).ok() && at(o, 2) == 90);
  expect_text(py("add_", {i, 1.5}, {}, r), "result type float32 can't be cast to the desired output type int32");
  Tensor whole = tensor({1, 2, 3, 4}), head = call_eager(OpId::slice, {whole, 0, 0, 3, 1}),
         tail = call_eager(OpId::slice, {whole, 0, 1, 4, 1});
  EXPECT(py("add_", {tail, head}, {}, r).ok() && at(whole, 3) == 7 &&
         at(whole, 2) == 5);  // overlapping operands behave as if copied
  // autograd: version counters, in-place, views, undefined gradients
  Tensor one = call_eager(OpId::full, {Dims<SymInt>{}, 1.0, DType::f32});
  auto leaf = [&](std::initializer_list<double> v) {
    Tensor t = tensor(v);
    set_requires_grad(t, true);
    return t;
  };
  Tensor a = leaf({1, 2, 3}), e = call_eager(OpId::exp, {a});
  EXPECT(py("add_", {e, 1.0}, {}, r).ok());  // exp saved its result
  expect_text(backward(c, call_eager(OpId::sum, {e}), one, false),
              "one of the variables needed for gradient computation has been modified by an inplace operation: a "
              "tensor of shape [3] saved by exp is at version 1; expected version 0 instead.");
  expect_text(py("add_", {a, 1.0}, {}, r),
              "a leaf Variable that requires grad is being used in an in-place operation.");
  a = leaf({1, 2, 3});
  Tensor m = call_eager(OpId::mul, {a, 2.0});
  EXPECT(
      py("mul_", {m, m}, {}, r).ok());  // (2a)^2: the rule needs the operand that is overwritten, so a copy was saved
  EXPECT(backward(c, call_eager(OpId::sum, {m}), one, false).ok() && at(grad_of(a), 2) == 24);
  a = leaf({1, 2, 3, 4});
  Tensor base = call_eager(OpId::mul, {a, 1.0}), part = call_eager(OpId::slice, {base, 0, 1, 3, 1});
  EXPECT(py("mul_", {part, 10.0}, {}, r).ok() && at(base, 1) == 20);  // through the view: base = a, a*10, a*10, a
  Tensor l = call_eager(OpId::sum, {call_eager(OpId::mul, {base, base})});
  EXPECT(backward(c, l, one, false).ok() && at(grad_of(a), 0) == 2 && at(grad_of(a), 1) == 400 &&
         at(grad_of(a), 3) == 8);
  l = call_eager(OpId::sum, {part});
  a->autograd->grad = Tensor();
  EXPECT(backward(c, l, one, false).ok() && at(grad_of(a), 0) == 0 && at(grad_of(a), 2) == 10);
  a = leaf({1, 5, 3});
  const Arg vm[] = {a};
  auto both = call_eager_n(OpId::var_mean, vm);
  EXPECT(backward(c, both[1], one, false).ok() &&
         std::fabs(at(grad_of(a), 0) - 1.0 / 3) < 1e-6);  // the variance's gradient is undefined
  auto saved = [&](OpId id, uint32_t needs, int n_args) {
    std::vector<Arg> args(n_args, Arg(x));
    std::vector<SymMeta> ms(n_args, to_sym(x->meta)), om(row_of(id).n_outs(), to_sym(x->meta));
    return saved_set(id, needs, args, ms, om);
  };
  EXPECT(saved(OpId::mul, 1, 2).in == 2 && saved(OpId::mul, 2, 2).in == 1 && saved(OpId::mul, 3, 2).in == 3 &&
         saved(OpId::exp, 1, 1).in == 0 && saved(OpId::exp, 1, 1).out == 1 && saved(OpId::add, 3, 2).in == 0);
  // recorder: eager results, a graph on the side; composites stay whole, in-place becomes functional
  Recorder rec;
  rec.track(x);
  c.push(&rec);
  Tensor s = call_eager(OpId::silu, {x});
  Arg into[] = {s};
  const Arg in[] = {s, x};
  EXPECT(dispatch(c, OpId::add, in, into).ok());
  c.pop();
  rec.output(s);
  EXPECT(rec.graph.nodes.size() == 3 && max_difference(run_graph(c, rec.graph, {&x, 1})[0], s) == 0);
  // symbolic sizes: one graph, guards with reasons
  ShapeEnv env;
  current_shape_env = &env;
  Graph g;
  GraphBuilder b(g);
  SymMeta sm;
  sm.sizes = {env.symbol(4), SymInt(3)};
  sm.set_contiguous();
  SymMeta row_meta;
  row_meta.sizes = {SymInt(3)};
  row_meta.set_contiguous();
  Value gx = b.input(sm), gw = b.input(row_meta), gy = emit::mean(b, emit::add(b, gx, gw), Dims<SymInt>{0}, false);
  auto gg = b.backward(std::span(&gy, 1), std::span(&gw, 1));
  EXPECT(b.status.ok() && gg[0].given() && b.meta(gg[0]).sizes[0].expr && g.text().find("div(") != std::string::npos);
  std::printf("joint graph of mean(x[s0, 3] + w[3], 0):\n%sguards:\n", g.text().c_str());
  for (auto& t : env.guards) std::printf("  %s\n", t.c_str());
  current_shape_env = nullptr;
  // reductions: the same bits for every thread count and instruction set
  Tensor big = random_tensor(DType::f32, {300001}, {}, Variant::plain);
  double reference_sum = at(call_eager(OpId::sum, {big}), 0);
  for (int t : {2, 3, 5}) {
    c.threads = t;
    EXPECT(at(call_eager(OpId::sum, {big}), 0) == reference_sum);
  }
  c.threads = 1;
  const TileTable* best = tile_table;
  tile_table = &adder_tiles_generic;
  EXPECT(at(call_eager(OpId::sum, {big}), 0) == reference_sum);
  tile_table = best;
  Tensor nan = tensor({1, NAN, 5});
  const Arg md[] = {nan, 0, false};
  auto mx = call_eager_n(OpId::max_dim, md);
  EXPECT(std::isnan(at(mx[0], 0)) && at(mx[1], 0) == 1);
  // JIT hook: asked once after a number of calls, keyed like the programs
  static int compiled;
  compiled = 0;
  c.jit = [](const OpRow& row, const Program& p) -> JitKernel {
    ++compiled;
    return row.name == "add" && p.code.size() == 3 ? [](void* const* o, int64_t n, const ScalarArg*) { for (int64_t i = 0; i < n; ++i) static_cast<float*>(o[2])[i] = static_cast<float*>(o[0])[i] + static_cast<float*>(o[1])[i]; } : JitKernel(nullptr);
  };
  for (int k = 0; k < 200; ++k) o = call_eager(OpId::add, {x, y});
  c.jit = nullptr;
  EXPECT(compiled == 1 && at(o, 2) == 33);
  Tensor unit = tensor({1}), t = call_eager(OpId::gelu, {unit, nullptr});
  const Arg ga[] = {unit};
  EXPECT(std::fabs(at(t, 0) - 0.8413447) < 1e-6, "%g", at(t, 0));
  Program gelu;
  EXPECT(program_for(row_of(OpId::gelu), ga, DType::f32, gelu).ok());
  std::printf("program of gelu:\n%s", gelu.text().c_str());
}

int main() {
  install_autograd(this_context());
  test_kernel_ops();
  test_engine();
  sweep();
  std::printf("%d checks, %d failures\n", checks, failures);
  return failures != 0;
}
