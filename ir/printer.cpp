#include "ir/printer.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include "ir/text_reader.h"
#include "runtime/base/decimal.h"
namespace adder::ir {

std::string number_text(double v) {
  if (v != v) return "nan";
  if (v == __builtin_inf()) return "inf";
  if (v == -__builtin_inf()) return "-inf";
  const std::string sign = std::signbit(v) ? "-" : "";
  if (v == 0) return sign + "0.0";
  auto [digits, exponent] = shortest_decimal(std::fabs(v));
  std::string s = std::to_string(digits);
  const int n = int(s.size()), point = n + exponent, single = n == 1;
  if (exponent < -(n + 3) + single || exponent > 5 - single) {
    if (n > 1) s.insert(1, ".");
    char tail[16];
    std::snprintf(tail, sizeof tail, "e%+03d", point - 1);
    return sign + s + tail;
  }
  if (exponent >= 0) {
    char whole[32];
    std::snprintf(whole, sizeof whole, "%.0f.0", v);
    return whole;
  }
  if (point <= 0) s.insert(0, size_t(1 - point), '0');
  s.insert(size_t(std::max(point, 1)), ".");
  return sign + s;
}
namespace {

constexpr int64_t kPrintedConstant = 64;  // elements; larger constants print without data and do not parse back

std::string symbol_text(SymInt v) {
  return rt::ShapeEnv::text(v);
}

template <class List>
std::string list_text(const List& list) {
  std::string s;
  for (const SymInt& v : list) s += (s.empty() ? "" : ", ") + symbol_text(v);
  return s;
}

bool default_layout(const SymMeta& m) {
  SymMeta c = m;
  c.set_contiguous();
  if (m.offset.hint || m.offset.expr) return false;
  for (int d = 0; d < m.sizes.n; ++d)
    if (c.strides[d].hint != m.strides[d].hint || c.strides[d].expr != m.strides[d].expr) return false;
  return true;
}

// Printed number of each value: placeholders first, then the results of the other nodes in order.
using Numbers = std::vector<ValueId>;
Numbers canonical_numbers(const Graph& g) {
  Numbers r(g.n_values());
  ValueId next = 1;
  for (ValueId v : g.inputs()) r[v] = next++;
  for (const Node& n : g.nodes())
    if (n.kind != NodeKind::placeholder)
      for (uint32_t k = 0; k < n.n_results; ++k) r[n.first + k] = next++;
  return r;
}
std::string value_text(ValueId v, const Numbers& numbers) {
  return "%" + std::to_string(v < numbers.size() ? numbers[v] : v);
}

template <class T, class F>
std::string joined(const T* list, size_t n, F&& text_of) {
  std::string s;
  for (size_t i = 0; i < n; ++i) s += (i ? ", " : "") + text_of(list[i]);
  return "[" + s + "]";
}

constexpr const char* kMemoryFormats[] = {"contiguous_format", "preserve_format", "channels_last", "channels_last_3d"};

std::string argument_text(std::span<const Arg> args, const Arg& a, const Numbers& numbers) {
  switch (a.tag) {
    case rt::Tag::tensor: return value_text(ValueId(a.value), numbers);
    case rt::Tag::integer:
    case rt::Tag::symbol: return symbol_text(a.sym());
    case rt::Tag::floating: return number_text(a.f);
    case rt::Tag::boolean: return a.i ? "True" : "False";
    case rt::Tag::complex_number: return "complex(" + number_text(a.z->re) + ", " + number_text(a.z->im) + ")";
    case rt::Tag::dtype: return rt::kDTypes[a.i].name;
    case rt::Tag::device: return "device(" + quote(rt::device_text(a.device())) + ")";
    case rt::Tag::memory_format: return kMemoryFormats[a.i];
    case rt::Tag::layout: return "strided";
    case rt::Tag::generator: return "generator";
    case rt::Tag::string: return quote(a.s);
    case rt::Tag::int_list: return joined(a.ints, a.count, symbol_text);
    case rt::Tag::float_list: return joined(a.floats, a.count, number_text);
    case rt::Tag::bool_list: return joined(a.bools, a.count, [](bool b) { return std::string(b ? "True" : "False"); });
    case rt::Tag::tensor_list:
      return joined(args.data() + a.i, a.count, [&](const Arg& e) { return argument_text(args, e, numbers); });
    default: return "None";
  }
}

// How many arguments stand before the elements of tensor lists.
size_t n_written(const Node& n) {
  return std::min<size_t>(n.args.size(), n.row().canonical().n);
}

std::string constant_text(const rt::TensorImpl& t) {
  if (t.numel > kPrintedConstant) return "";
  bool real = rt::is_floating(t.meta.dtype);
  std::string s = " values {";
  for (int64_t i = 0; i < t.numel; ++i) {
    double v = rt::read_element(t, i);
    s += (i ? ", " : "") + (real ? number_text(v) : std::to_string(int64_t(v)));
  }
  return s + "}";
}

}  // namespace

std::string meta_text(const SymMeta& m) {
  std::string s = std::string(rt::kDTypes[int(m.dtype)].name) + "[" + list_text(m.sizes) + "]";
  if (default_layout(m)) return s;
  std::string offset = m.offset.hint || m.offset.expr ? "; " + symbol_text(m.offset) : "";
  return s + "{" + list_text(m.strides) + offset + "}";
}

static std::string print(const Graph& g, const Node& n, const Numbers& numbers) {
  std::string s;
  std::string name = n.name.empty() ? "" : " " + quote(n.name);
  for (uint32_t k = 0; k < n.n_results; ++k) {
    s += (k ? ", " : "") + value_text(n.first + k, numbers);
    if (!n.destinations.empty() && n.destinations[k]) s += " -> " + value_text(n.destinations[k], numbers);
  }
  if (n.kind == NodeKind::placeholder) return s + name + ": " + meta_text(g.meta(n.first));
  if (n.kind == NodeKind::constant)
    return s + " = constant" + name + ": " + meta_text(g.meta(n.first)) +
           constant_text(*g.constants()[n.constant].get());
  s += " = " + std::string(n.row().name) + "(";
  for (size_t i = 0; i < n_written(n); ++i) s += (i ? ", " : "") + argument_text(n.args, n.args[i], numbers);
  s += "): ";
  for (uint32_t k = 0; k < n.n_results; ++k) s += (k ? ", " : "") + meta_text(g.meta(n.first + k));
  if (!n.grad_enabled) s += " no_grad";
  if (n.stack) s += " @ " + quote(g.stacks()[n.stack]);
  return s;
}

std::string node_text(const Graph& g, const Node& n) {
  return print(g, n, {});
}

std::string text(const Graph& g) {
  Numbers numbers = canonical_numbers(g);
  std::string s;
  for (int i = 0; g.shapes() && i < g.shapes()->n_symbols(); ++i)
    s += (s.empty() ? "" : ", ") + rt::ShapeEnv::text(g.shapes()->symbol_at(i)) + " = " +
         std::to_string(g.shapes()->symbol_at(i)->hint);
  for (ValueId v : g.inputs()) s += (s.empty() ? "" : ", ") + print(g, g.producer(v), numbers);
  s = "graph(" + s + ") {\n";
  for (const Node& n : g.nodes())
    if (n.kind != NodeKind::placeholder) s += "  " + print(g, n, numbers) + "\n";
  s += "  return";
  for (size_t i = 0; i < g.outputs().size(); ++i)
    s += (i ? ", " : " ") + (g.outputs()[i] ? value_text(g.outputs()[i], numbers) : "None");
  s += "\n";
  for (const WriteBack& w : g.write_backs())
    s += "  write " + value_text(w.input, numbers) + " <- " + value_text(w.source, numbers) + "\n";
  return s + "}\n";
}

}  // namespace adder::ir
