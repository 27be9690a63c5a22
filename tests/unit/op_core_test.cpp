// The op sweep, generated from the table, and the tests of the engine around it.
#include <cmath>
#include <cstring>
#include <random>
#include "runtime/autograd/autograd.h"
#include "runtime/ops/binder.h"
#include "ir/builder.h"
#include "ir/interpreter.h"
#include "ir/joint.h"
#include "runtime/ops/op_id.h"
#include "runtime/random/generator.h"
using namespace adder;
using namespace adder::rt;
static Context& this_context() {
  static Context c;
  return c;
}
static std::vector<Tensor> call_eager_n(OpId id, std::span<const Arg> in) {
  auto r = call_op_list(this_context(), row_of(id), in);
  if (!r.ok()) std::printf("%s: %s\n", row_of(id).name.data(), r.status().message().c_str());
  CHECK(r.ok());
  return std::move(r).value();
}
static Tensor call_eager(OpId id, std::initializer_list<Arg> in) {
  return call_eager_n(id, {in.begin(), in.size()})[0];
}
static Status backward(Context& c, const Tensor& root, const Tensor& seed, bool create_graph,
                       std::span<const Tensor> wanted = {}, std::vector<Tensor>* result = nullptr) {
  BackwardOptions o;
  o.retain_graph = o.create_graph = create_graph;
  o.accumulate = wanted.empty();
  o.inputs = wanted;
  o.allow_unused = true;
  return run_backward(c, {&root, 1}, {&seed, 1}, o, result);
}
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
      alignas(64) static char in[3][n * 16], got[n * 16], first[n * 16];
      std::vector<Cell> cells(3 * n);
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < arity; ++k) {
          KType kt = k == 2 ? kB8 : KType(t);
          Cell c{};
          double v = i < 27 * 19 && k < 2 ? kSpecial[k ? i / 27 % 27 : i % 27] : uniform(-8, 8);
          if (is_complex_type(kt)) {
            c.f = i % 3 ? v : uniform(-3, 3);
            c.im = uniform(-3, 3);
            if (std::fabs(c.f) > 80) c.f = 1;
          } else if (kt == kF32 || kt == kF64)
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
          char round[16];
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
                  is_floating(d)   ? uniform(dom.lo, dom.hi)
                  : d == DType::b8 ? double(rng() & 1)
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
      DType d = w[0] == 'b' ? DType::b8 : w[0] == 'i' ? DType::i64 : w[0] == 'c' ? DType::c128 : dtype;
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
    } else if (w == "None")
      a = Arg();
    else if (w == "True" || w == "False")
      a = Arg(w == "True");
    else if (c.params[at].kind == ParamKind::dtype) {
      for (int i = 0; i < kDTypeCount; ++i)
        if (w == kDTypes[i].name) a = Arg(DType(i));
    } else if (w.find_first_of(".e") != w.npos)
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
static std::vector<Tensor> run_graph(Context& c, ir::Graph graph, const std::vector<Tensor>& inputs,
                                     const std::vector<int64_t>& symbols) {
  auto g = std::make_shared<const ir::Graph>(std::move(graph));
  std::vector<Tensor> outputs(g->outputs().size());
  Launch launch{c, inputs, symbols, outputs};
  Status status = ir::interpreter(g, ir::Engine::eager)->run(launch);
  EXPECT(status.ok(), "graph: %s", status.ok() ? "" : status.message().c_str());
  return outputs;
}
static void compare(const OpRow& row, std::string_view text, DType d, Variant v) {
  if (text.find("[i(") != text.npos) return;
  Sample s = make_sample(row, text, d, v);
  Context& c = this_context();
  Arg trial[16];
  c.generator->manual_seed(0);
  Status st = dispatch(c, row.id(), s.args, {trial, size_t(count_outs(row, s.args))});
  if (!st.ok()) {  // only what PyTorch refuses too, or what this sketch's kernels leave out
    const std::string& m = st.message();
    bool refused = (v == Variant::strided && m.find("stride") != m.npos) || st.kind() == ErrorKind::not_implemented ||
                   m.find("not supported") != m.npos || (d != DType::f32 && d != DType::f64) ||
                   ((row.name == "view" || row.name == "as_strided") && v == Variant::strided) ||
                   m.find("not in this sketch") != m.npos ||
                   (d == DType::b8 && m.find("not implemented for 'Bool'") != m.npos) ||
                   (v == Variant::empty && m.find("Expected reduction dim") != m.npos);
    EXPECT(refused, "%s '%s': %s", row.name.data(), text.data(), st.message().c_str());
    return;
  }
  std::vector<Tensor> eager;
  for (int k = 0; k < count_outs(row, s.args); ++k) eager.push_back(Tensor::adopt(trial[k].t));
  c.executor = Executor::reference;
  c.generator->manual_seed(0);  // the slow evaluator
  auto reference = call_eager_n(row.id(), s.args);
  c.executor = Executor::tiles;
  auto env = std::make_shared<ShapeEnv>();
  ir::GraphBuilder b(env);
  b.set_expand_composites(true);
  std::vector<Arg> args = s.args;
  std::vector<Tensor> inputs;
  std::vector<int64_t> symbols;
  Value outs[16];  // symbolic shapes, decomposition, replay
  for (auto& a : args)
    if (a.is_tensor()) {
      inputs.push_back(Tensor(a.t));
      SymMeta m = to_sym(a.t->meta);
      for (int i = 0; i < m.sizes.n; ++i)
        if (m.sizes[i].hint > 1) {
          symbols.push_back(m.sizes[i].hint);
          m.sizes[i] = env->symbol(m.sizes[i].hint);
        }
      a = b.placeholder(m);
    }
  b.call(row.id(), args, {outs, size_t(count_outs(row, s.args))});
  if (!b.status.ok() && b.status.message().find("depends on data") != std::string::npos) return;
  EXPECT(b.status.ok(), "%s symbolic: %s", row.name.data(), b.status.ok() ? "" : b.status.message().c_str());
  if (!b.status.ok()) return;
  std::vector<SymMeta> metas;
  for (int k = 0; k < count_outs(row, s.args); ++k) {
    metas.push_back(b.meta(outs[k]));
    b.output(outs[k]);
  }
  c.generator->manual_seed(0);
  std::vector<Tensor> replayed = run_graph(c, b.finish(), inputs, symbols);
  for (int k = 0; k < count_outs(row, s.args); ++k) {
    EXPECT(bool(replayed[k]), "%s '%s': the graph gives no result %d", row.name.data(), text.data(), k);
    if (!replayed[k]) continue;
    EXPECT(max_difference(eager[k], reference[k]) <= tolerance(eager[k]->meta.dtype) * 4,
           "%s '%s' %s variant %d output %d: tiles vs reference %g", row.name.data(), text.data(), kDTypes[int(d)].name,
           int(v), k, max_difference(eager[k], reference[k]));
    EXPECT(max_difference(eager[k], replayed[k]) == 0, "%s '%s': eager vs graph", row.name.data(), text.data());
    const SymMeta& m = metas[size_t(k)];
    EXPECT(m.dtype == eager[k]->meta.dtype && m.sizes.n == eager[k]->meta.sizes.n);
    for (int i = 0; i < m.sizes.n; ++i) EXPECT(m.sizes[i].hint == eager[k]->meta.sizes[i]);
  }
  ++n_compared;
}
// Analytic gradients of dot(op(x), w) against central differences; the joint graph against the tape; then the gradient
// of the gradient.
static void gradcheck(const OpRow& row, std::string_view text, Variant v) {
  // The sample language has no tensor lists, and a random mask does not fit a written size.
  if (text.find("[i(") != text.npos || row.name.starts_with("masked_s")) return;
  if (row.name.ends_with("_as")) return;                              // the second operand is read for its sizes alone
  if (v == Variant::strided && row.name.starts_with("view")) return;  // refused
  Context& c = this_context();
  Sample s = make_sample(row, text, DType::f64, v);
  std::vector<int> diff;
  for (size_t i = 0; i < s.args.size(); ++i)
    if (s.args[i].is_tensor() && s.args[i].t->meta.dtype == DType::f64) diff.push_back(int(i));
  if ((row.name == "view" || row.name == "as_strided") && v == Variant::strided) return;  // refused
  c.generator->manual_seed(0);
  auto trial = call_op_list(c, row, s.args);
  if (!trial.ok()) return;  // compare() has judged it
  std::vector<Tensor> outs = std::move(trial).value();
  std::vector<int> float_outs;
  std::vector<Tensor> w;
  for (size_t k = 0; k < outs.size(); ++k)
    if (outs[k]->meta.dtype == DType::f64) {
      float_outs.push_back(int(k));
      w.push_back(random_tensor(DType::f64, outs[k]->meta.sizes, {}, Variant::plain));
    }
  if (diff.empty() || float_outs.empty()) return;
  auto objective = [&] {
    NoGrad off(c);
    c.generator->manual_seed(0);
    auto o = call_eager_n(row.id(), s.args);
    double r = 0;
    for (size_t j = 0; j < float_outs.size(); ++j) r += dot(o[float_outs[j]], w[j]);
    return r;
  };
  std::vector<Tensor> wanted, grads;
  for (int i : diff) {
    wanted.push_back(Tensor(s.args[i].t));
    CHECK(set_requires_grad(wanted.back(), true).ok());
  }
  auto loss = [&] {  // sum over outputs of sum(out * w)
    c.generator->manual_seed(0);
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
    NoGrad off(c);
    ir::GraphBuilder b;
    std::vector<Arg> args = s.args;
    std::vector<Tensor> inputs;
    std::vector<bool> wanted;
    std::vector<int> position;
    Value o[16];
    for (size_t i = 0; i < args.size(); ++i)
      if (args[i].is_tensor()) {
        inputs.push_back(Tensor(args[i].t));
        position.push_back(int(i));
        wanted.push_back(is_floating(args[i].t->meta.dtype));
        args[i] = b.placeholder(to_sym(args[i].t->meta));
      }
    b.call(row.id(), args, {o, outs.size()});
    for (int k : float_outs) b.output(o[k]);
    Result<ir::Joint> joint = ir::make_joint(b.finish(), wanted);
    EXPECT(joint.ok(), "%s '%s': no joint graph", row.name.data(), text.data());
    c.generator->manual_seed(0);
    ir::Joint& j = joint.value();
    std::vector<size_t> grad_inputs = j.grad_inputs, grad_outputs = j.grad_outputs;
    std::vector<Tensor> forward = run_graph(c, std::move(j.forward), inputs, {});
    std::vector<Tensor> saved(forward.begin() + long(j.n_outputs), forward.end());
    for (size_t k : grad_outputs) saved.push_back(w[k]);
    std::vector<Tensor> got = run_graph(c, std::move(j.backward), saved, {});
    for (size_t i = 0; i < got.size(); ++i)
      for (size_t q = 0; q < diff.size(); ++q)
        if (position[grad_inputs[i]] == diff[q])
          EXPECT(got[i] && max_difference(got[i], grads[q]) < 1e-12, "%s '%s': joint graph vs tape", row.name.data(),
                 text.data());
  }
  Tensor total;
  std::vector<Tensor> v2, second;  // gradient of dot(grads, v2)
  for (auto& gr : grads) {
    if (!gr) return;
    v2.push_back(random_tensor(DType::f64, gr->meta.sizes, {}, Variant::plain));
    if (!gr->requires_grad()) continue;
    Tensor t = call_eager(OpId::sum, {call_eager(OpId::mul, {gr, v2.back()})});
    total = total ? call_eager(OpId::add, {total, t}) : t;
  }
  if (!total) return;
  Status st = backward(c, total, one, false, wanted, &second);
  if (!st.ok() && st.kind() == ErrorKind::not_implemented) return;  // says so to the user as well
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
      if (text.empty()) continue;  // needs a list, or arguments that fit each other: tests/unit/hand_ops_test.cpp
      for (DType d : {DType::f32, DType::f64, DType::f16, DType::bf16, DType::i32, DType::i64, DType::b8}) {
        compare(*row, text, d, Variant::plain);
        compare(*row, text, d, Variant::strided);
        if (row->kind == OpKind::pointwise) {
          compare(*row, text, d, Variant::zero_dim);
          compare(*row, text, d, Variant::empty);
        }
        if (row->kind == OpKind::reduction && is_floating(d)) compare(*row, text, d, Variant::empty);
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

int main() {
  setbuf(stdout, nullptr);
  install_autograd(this_context());
  this_context().generator = std::make_shared<Generator>(0);
  test_kernel_ops();
  sweep();
  std::printf("%d checks, %d failures\n", checks, failures);
  return failures != 0;
}
