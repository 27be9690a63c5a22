#include "ir/verifier.h"
#include <algorithm>
#include "ir/printer.h"
#include "ir/same.h"
#include "runtime/ops/meta_sink.h"
namespace adder::ir {
namespace {

bool same_hints(const rt::Dims<SymInt>& a, const rt::Dims<SymInt>& b) {
  if (a.n != b.n) return false;
  for (int i = 0; i < a.n; ++i)
    if (a[i].hint != b[i].hint) return false;
  return true;
}

// Whether some overload takes a number where the first schema takes a tensor.
bool takes_number(const OpRow& row, std::string_view name) {
  for (const rt::Schema& s : row.schemas) {
    int at = s.find(name);
    if (at >= 0 && s.params[size_t(at)].kind == rt::ParamKind::scalar) return true;
  }
  return false;
}

bool fits(const Arg& a, rt::ParamKind kind) {
  switch (kind) {
    case rt::ParamKind::tensor: return a.is_tensor();
    case rt::ParamKind::tensor_list: return a.tag == rt::Tag::tensor_list;
    case rt::ParamKind::scalar: return a.is_number() || a.is_tensor();
    case rt::ParamKind::integer: return a.is_integer();
    case rt::ParamKind::floating: return a.is_number() && a.tag != rt::Tag::complex_number;
    case rt::ParamKind::boolean: return a.tag == rt::Tag::boolean;
    case rt::ParamKind::int_list: return a.tag == rt::Tag::int_list;
    case rt::ParamKind::float_list: return a.tag == rt::Tag::float_list;
    case rt::ParamKind::bool_list: return a.tag == rt::Tag::bool_list;
    case rt::ParamKind::string: return a.tag == rt::Tag::string;
    case rt::ParamKind::dtype: return a.tag == rt::Tag::dtype;
    case rt::ParamKind::device: return a.tag == rt::Tag::device;
    case rt::ParamKind::layout: return a.tag == rt::Tag::layout;
    case rt::ParamKind::memory_format: return a.tag == rt::Tag::memory_format;
    case rt::ParamKind::generator: return a.tag == rt::Tag::generator;
  }
  return false;
}

class Verifier {
 public:
  explicit Verifier(const Graph& g) : g_(g), defined_(g.n_values()) {}

  std::string run() {
    for (const Node& n : g_.nodes()) {
      std::string wrong = n.kind == NodeKind::call ? check_call(n) : check_leaf(n);
      if (!wrong.empty()) return wrong + " in: " + node_text(g_, n);
      for (uint32_t k = 0; k < n.n_results; ++k) defined_[n.first + k] = true;
    }
    for (ValueId v : g_.outputs())
      if (v && !is_defined(v)) return "output %" + std::to_string(v) + " is not defined";
    std::vector<bool> written(g_.n_values());
    for (const WriteBack& w : g_.write_backs()) {
      if (!is_defined(w.input) || !is_defined(w.source)) return "a write-back of an undefined value";
      if (g_.producer(w.input).kind != NodeKind::placeholder) return "a write-back into something else than an input";
      if (written[w.input]) return "two write-backs into %" + std::to_string(w.input);
      written[w.input] = true;
      const SymMeta &to = g_.meta(w.input), &from = g_.meta(w.source);
      if (to.dtype != from.dtype || !same_hints(to.sizes, from.sizes))
        return "a write-back of another dtype or shape into %" + std::to_string(w.input);
    }
    return "";
  }

 private:
  bool is_defined(ValueId v) const { return v != 0 && v < defined_.size() && defined_[v]; }

  std::string check_leaf(const Node& n) {
    if (n.n_results != 1 || !n.args.empty()) return "a leaf has one result and no arguments";
    if (n.kind == NodeKind::constant) {
      if (n.constant >= g_.constants().size()) return "no such constant";
      const rt::TensorImpl& t = *g_.constants()[n.constant].get();
      if (t.meta.dtype != g_.meta(n.first).dtype || !same(rt::to_sym(t.meta).sizes, g_.meta(n.first).sizes))
        return "the meta is not the constant's";
    }
    return check_sizes(n);
  }

  std::string check_sizes(const Node& n) {
    for (uint32_t k = 0; k < n.n_results; ++k)
      for (SymInt s : g_.meta(n.first + k).sizes)
        if (s.hint < 0) return "a negative size";
    return "";
  }

  std::string check_call(const Node& n) {
    const OpRow& row = n.row();
    const rt::Schema& schema = row.canonical();
    if (!schema.returns_list && int(n.n_results) != row.n_outs())
      return "the op returns " + std::to_string(row.n_outs()) + " results";
    std::string bad = check_arguments(row, n.args);
    if (!bad.empty()) return bad;
    bool undefined = false;
    for_each_use(n, [&](ValueId v) { undefined |= !is_defined(v); });
    if (undefined) return "an operand is not defined before its use";
    std::string wrong = check_destinations(n);
    return wrong.empty() ? check_metas(n) : wrong;
  }

  std::string check_destinations(const Node& n) {
    if (n.destinations.empty()) return "";
    if (n.destinations.size() != n.n_results) return "destinations and results differ in number";
    for (uint32_t k = 0; k < n.n_results; ++k) {
      ValueId d = n.destinations[k];
      if (!d) continue;
      if (g_.producer(d).kind == NodeKind::constant) return "a write into a constant";
      if (g_.meta(d).dtype != g_.meta(n.first + k).dtype || !same(g_.meta(d).sizes, g_.meta(n.first + k).sizes))
        return "the result's meta is not its destination's";
    }
    return "";
  }

  std::string check_metas(const Node& n) {
    std::vector<const SymMeta*> metas(n.args.size());
    for (size_t i = 0; i < n.args.size(); ++i)
      if (n.args[i].is_tensor()) metas[i] = &g_.meta(ValueId(n.args[i].value));
    std::vector<SymMeta> inferred(n.n_results);
    Status s = rt::infer_metas(n.row(), n.args, metas.data(), inferred, rt::DType::f32);
    if (!s.ok()) return "the shape rule says: " + s.message();
    for (uint32_t k = 0; k < n.n_results; ++k) {
      if (!n.destinations.empty() && n.destinations[k]) continue;
      const SymMeta& have = g_.meta(n.first + k);
      if (have.dtype != inferred[k].dtype) return "another dtype than the op gives";
      if (!same_hints(have.sizes, inferred[k].sizes)) return "another shape than the op gives";
      if (n.row().kind == rt::OpKind::view && !same_hints(have.strides, inferred[k].strides))
        return "other strides than the view gives";
    }
    return check_sizes(n);
  }

  const Graph& g_;
  std::vector<bool> defined_;
};

}  // namespace

std::string check_arguments(const OpRow& row, std::span<const Arg> args) {
  const rt::Schema& schema = row.canonical();
  size_t elements = 0;
  // Gradient rules give numbers to pointwise ops beyond what overloads offer; one operand has to be a tensor.
  bool pointwise = false;
  for (const Arg& a : args) pointwise |= a.is_tensor() && row.kind == rt::OpKind::pointwise;
  for (size_t i = 0; i < schema.n; ++i) {
    const rt::Param& p = schema.params[i];
    std::string name(schema.name_of(int(i)));
    Arg a = i < args.size() ? args[i] : Arg();
    if (!a.given()) {
      if (!p.optional && p.default_len == 0) return "no argument for '" + name + "'";
      continue;
    }
    bool number =
        p.kind == rt::ParamKind::tensor && a.is_number() && (pointwise || takes_number(row, schema.name_of(int(i))));
    if (!fits(a, p.kind) && !number) return "an argument of another kind than '" + name + "' takes";
    if (a.tag != rt::Tag::tensor_list) continue;
    if (a.i < int64_t(schema.n) || size_t(a.i) + a.count > args.size())
      return "a tensor list whose elements are not behind the parameters";
    elements += a.count;
  }
  for (size_t i = schema.n; i < args.size(); ++i)
    if (args[i].given() && !args[i].is_tensor()) return "an element of a tensor list that is no tensor";
  return args.size() > schema.n + elements ? "more arguments than the op has" : "";
}

std::string verify(const Graph& g) {
  return Verifier(g).run();
}

}  // namespace adder::ir
