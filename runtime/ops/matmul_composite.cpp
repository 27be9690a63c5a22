// Products that decompose into matrix products of two or three dims, the way PyTorch's do: the last part names the
// gradient function that a printed result shows.
#include <algorithm>

#include "runtime/ops/rules.h"

namespace adder::rt {

USE_OP(mm)
USE_OP(bmm)
USE_OP(mv)
USE_OP(dot)
USE_OP(addmm)
USE_OP(mul)
USE_OP(add)
USE_OP(sum)
USE_OP(reshape)
USE_OP(view)
USE_OP(transpose)
USE_OP(permute)
USE_OP(expand)
USE_OP(unsqueeze)
USE_OP(contiguous)
USE_OP(diagonal)
USE_OP(_unsafe_view)
USE_OP(matmul_squeeze)

namespace {

using In = std::span<const Arg>;
using SymDims = Dims<SymInt>;

bool is_one(const SymInt& v) {
  return guard_bool(v == SymInt(1), "matrix product: size 1");
}

bool same(const SymInt& a, const SymInt& b, const char* why) {
  return guard_bool(a == b, why);
}

// Whether strides are those of a contiguous tensor, by this run's sizes.
bool looks_contiguous(const SymMeta& m, int from = 0) {
  int64_t expect = 1;
  for (int d = m.sizes.n; d-- > from;) {
    if (m.sizes[d].hint != 1 && m.strides[d].hint != expect) return false;
    expect *= m.sizes[d].hint;
  }
  return true;
}

// All leading dims collapse into one without a copy.
bool leading_dims_fold(const SymMeta& m) {
  for (int d = 0; d + 2 < m.sizes.n; ++d) {
    if (m.strides[d].hint != m.strides[d + 1].hint * m.sizes[d + 1].hint) return false;
  }
  return true;
}

// [..., k] times [k, n] or [k] as one product over the folded leading dims.
Value folded_product(OpSink& g, Value large, Value small) {
  SymMeta a = g.meta(large);
  SymMeta b = g.meta(small);
  SymDims out;
  SymInt rows(1);
  for (int d = 0; d + 1 < a.sizes.n; ++d) {
    out.push(a.sizes[d]);
    rows = rows * a.sizes[d];
  }
  SymDims folded{rows, a.sizes.back()};
  Value flat = emit::reshape(g, large, folded);
  if (b.sizes.n == 1) return emit::_unsafe_view(g, emit::mv(g, flat, small), out);
  out.push(b.sizes[1]);
  return emit::_unsafe_view(g, emit::mm(g, flat, small), out);
}

Value batched_product(OpSink& g, Value x, Value y) {
  SymMeta a = g.meta(x);
  SymMeta b = g.meta(y);
  bool left_vector = a.sizes.n == 1;
  bool right_vector = b.sizes.n == 1;
  SymInt m = left_vector ? SymInt(1) : a.sizes[a.sizes.n - 2];
  SymInt k = a.sizes.back();
  SymInt k2 = right_vector ? b.sizes[0] : b.sizes[b.sizes.n - 2];
  SymInt n = right_vector ? SymInt(1) : b.sizes.back();
  if (left_vector) x = emit::unsqueeze(g, x, 0);
  if (right_vector) y = emit::unsqueeze(g, y, 1);
  // Batch dims broadcast.
  int left = left_vector ? 0 : a.sizes.n - 2;
  int right = right_vector ? 0 : b.sizes.n - 2;
  int dims = std::max(left, right);
  SymDims batch;
  SymInt count(1);
  for (int d = 0; d < dims; ++d) {
    SymInt p = d >= dims - left ? a.sizes[d - (dims - left)] : SymInt(1);
    SymInt q = d >= dims - right ? b.sizes[d - (dims - right)] : SymInt(1);
    if (!same(p, q, "matmul: equal batch sizes") && !is_one(p) && !is_one(q)) {
      g.fail("The size of tensor a (" + std::to_string(p.hint) + ") must match the size of tensor b (" +
             std::to_string(q.hint) + ") at non-singleton dimension " + std::to_string(d));
      return {};
    }
    batch.push(is_one(p) ? q : p);
    count = count * batch.back();
  }
  auto fold = [&](Value v, SymInt rows, SymInt columns) {
    SymDims wide = batch;
    wide.push(rows);
    wide.push(columns);
    SymDims flat{count, rows, columns};
    return emit::reshape(g, emit::expand(g, v, wide), flat);
  };
  Value product = emit::bmm(g, fold(x, m, k), fold(y, k2, n));
  SymDims out = batch;
  if (!left_vector) out.push(m);
  if (!right_vector) out.push(n);
  return emit::_unsafe_view(g, product, out);
}

Value matmul_of(OpSink& g, Value x, Value y) {
  SymMeta a = g.meta(x);
  SymMeta b = g.meta(y);
  int left = a.sizes.n;
  int right = b.sizes.n;
  if (left == 0 || right == 0) {
    g.fail("both arguments to matmul need to be at least 1D, but they are " + std::to_string(left) + "D and " +
           std::to_string(right) + "D");
    return {};
  }
  if (left == 1 && right == 1) return emit::dot(g, x, y);
  if (left == 2 && right == 1) return emit::mv(g, x, y);
  if (left == 1 && right == 2) return emit::matmul_squeeze(g, emit::mm(g, emit::unsqueeze(g, x, 0), y), 0);
  if (left == 2 && right == 2) return emit::mm(g, x, y);
  if (left >= 3 && right <= 2 && leading_dims_fold(a)) return folded_product(g, x, y);
  return batched_product(g, x, y);
}

struct matmul_op {
  static constexpr Schema schemas[] = {"matmul(Tensor self, Tensor other) -> Tensor",
                                       "matmul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"};
  static constexpr uint8_t overlap = 0;
  static constexpr std::string_view doc = "Matrix product with broadcast batch dims.",
                                    samples[] = {"(2,3) (3,4)",   "(3) (3)",     "(2,3) (3)",         "(3) (3,2)",
                                                 "(2,3,4) (4,5)", "(2,3,4) (4)", "(5,1,2,3) (4,3,2)", "(3) (2,3,4)"};
  static constexpr std::string_view aliases[] = {"linalg.matmul"};
  static void decompose(OpSink& g, In in, std::span<Value> out) { out[0] = matmul_of(g, in[0], in[1]); }
};

Value flat_linear(OpSink& g, Value input, Value weight, Value bias) {
  SymMeta x = g.meta(input);
  SymDims out;
  SymInt rows(1);
  for (int d = 0; d + 1 < x.sizes.n; ++d) {
    out.push(x.sizes[d]);
    rows = rows * x.sizes[d];
  }
  SymDims folded{rows, x.sizes.back()};
  out.push(g.meta(weight).sizes[0]);
  Value flat = emit::reshape(g, input, folded);
  return emit::view(g, emit::addmm(g, bias, flat, emit::transpose(g, weight, 0, 1)), out);
}

struct linear_op {
  static constexpr Schema schemas[] = {"linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor"};
  static constexpr std::string_view doc = "input @ weight.T + bias.",
                                    samples[] = {"(2,3) (4,3)", "(2,3) (4,3) (4)", "(2,5,3) (4,3) (4)", "(3) (4,3) (4)",
                                                 "(2,5,3) (4,3)"};
  static constexpr uint32_t surface = kFunctional | kNn;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta x = g.meta(in[0]);
    SymMeta w = g.meta(in[1]);
    if (w.sizes.n > 2) {
      return g.fail("t() expects a tensor with <= 2 dimensions, but self is " + std::to_string(w.sizes.n) + "D");
    }
    bool biased = given_at(in, 2);
    if (biased && w.sizes.n == 2 && x.sizes.n == 2) {
      out[0] = emit::addmm(g, in[2], in[0], emit::transpose(g, in[1], 0, 1));
      return;
    }
    if (biased && w.sizes.n == 2 && x.sizes.n > 0 && looks_contiguous(x)) {
      out[0] = flat_linear(g, in[0], in[1], in[2]);
      return;
    }
    out[0] = matmul_of(g, in[0], w.sizes.n == 2 ? emit::transpose(g, in[1], 0, 1) : Value(in[1]));
    if (biased) out[0] = emit::add(g, out[0], in[2]);
  }
};

struct outer_op {
  static constexpr Schema schemas[] = {"outer(Tensor self, Tensor vec2) -> Tensor"};
  static constexpr std::string_view doc = "All products of two vectors' elements.", samples[] = {"(3) (4)"};
  static constexpr std::string_view aliases[] = {"ger", "Tensor.ger"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    for (int i : {0, 1}) {
      int dims = g.meta(in[size_t(i)]).sizes.n;
      if (dims == 1) continue;
      return g.fail(std::string("outer: Expected 1-D argument ") + (i ? "vec2" : "self") + ", but got " +
                    std::to_string(dims) + "-D");
    }
    out[0] = emit::mul(g, emit::unsqueeze(g, in[0], 1), in[1]);
  }
};

Sizes plain(const SymDims& sizes) {
  Sizes s;
  for (const SymInt& v : sizes) s.push(v.hint);
  return s;
}

// Contracts the listed dims of two tensors with one matrix product.
Value contract(OpSink& g, Value x, Value y, std::vector<int> left, std::vector<int> right) {
  SymMeta a = g.meta(x);
  SymMeta b = g.meta(y);
  SymInt depth(1);
  for (size_t i = 0; i < left.size(); ++i) {
    SymInt p = a.sizes[left[i]];
    SymInt q = b.sizes[right[i]];
    if (is_one(q) && !is_one(p)) {
      SymDims d{SymInt(left[i])};
      x = emit::sum(g, x, d, true);
      a.sizes[left[i]] = SymInt(1);
    } else if (is_one(p) && !is_one(q)) {
      SymDims d{SymInt(right[i])};
      y = emit::sum(g, y, d, true);
      b.sizes[right[i]] = SymInt(1);
    } else if (!same(p, q, "contraction: equal sizes")) {
      g.fail("contracted dimensions need to match, but first has size " + std::to_string(p.hint) + " in dim " +
             std::to_string(left[i]) + " and second has size " + std::to_string(q.hint) + " in dim " +
             std::to_string(right[i]));
      return {};
    }
    depth = depth * a.sizes[left[i]];
  }
  SymDims out;
  SymDims order_left;
  SymDims order_right;
  SymInt rows(1);
  SymInt columns(1);
  auto listed = [](const std::vector<int>& v, int d) { return std::find(v.begin(), v.end(), d) != v.end(); };
  for (int d = 0; d < a.sizes.n; ++d) {
    if (listed(left, d)) continue;
    order_left.push(SymInt(d));
    out.push(a.sizes[d]);
    rows = rows * a.sizes[d];
  }
  for (int d : left) order_left.push(SymInt(d));
  for (int d : right) order_right.push(SymInt(d));
  for (int d = 0; d < b.sizes.n; ++d) {
    if (listed(right, d)) continue;
    order_right.push(SymInt(d));
    out.push(b.sizes[d]);
    columns = columns * b.sizes[d];
  }
  SymDims flat_left{rows, depth};
  SymDims flat_right{depth, columns};
  Value l = emit::reshape(g, emit::permute(g, x, order_left), flat_left);
  Value r = emit::reshape(g, emit::permute(g, y, order_right), flat_right);
  return emit::view(g, emit::mm(g, l, r), out);
}

struct tensordot_op {
  static constexpr Schema schemas[] = {
      "tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor"};
  static constexpr std::string_view doc = "Contracts the given dims of two tensors.",
                                    samples[] = {"(2,3,4) (4,3,5) dims_self=[2,1] dims_other=[0,1]"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    if (in[2].count != in[3].count) return g.fail("both dimension lists should have same length");
    std::vector<int> left;
    std::vector<int> right;
    SymMeta a = g.meta(in[0]);
    SymMeta b = g.meta(in[1]);
    for (uint32_t i = 0; i < in[2].count; ++i) {
      for (auto [m, at, to] : {std::tuple(&a, in[2].ints[i].hint, &left), std::tuple(&b, in[3].ints[i].hint, &right)}) {
        int d;
        if (!wrap_dim(g, at, m->sizes.n, &d)) return;
        to->push_back(d);
      }
      SymInt p = a.sizes[left.back()];
      SymInt q = b.sizes[right.back()];
      if (!is_one(p) && !is_one(q) && !same(p, q, "tensordot: equal sizes")) {
        return g.fail("contracted dimensions need to match, but first has size " + std::to_string(p.hint) + " in dim " +
                      std::to_string(in[2].ints[i].hint) + " and second has size " + std::to_string(q.hint) +
                      " in dim " + std::to_string(in[3].ints[i].hint));
      }
    }
    out[0] = contract(g, in[0], in[1], left, right);
  }
};

struct inner_op {
  static constexpr Schema schemas[] = {"inner(Tensor self, Tensor other) -> Tensor"};
  static constexpr std::string_view doc = "Sums of products over both last dims.",
                                    samples[] = {"(2,3) (4,3)", "(3) (3)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta a = g.meta(in[0]);
    SymMeta b = g.meta(in[1]);
    if (a.sizes.n == 0 || b.sizes.n == 0) {
      out[0] = emit::mul(g, in[0], in[1]);
      return;
    }
    if (!same(a.sizes.back(), b.sizes.back(), "inner: equal sizes")) {
      return g.fail("inner() the last dimension must match on both input tensors but got shapes " +
                    shape_text(plain(a.sizes)) + " and " + shape_text(plain(b.sizes)));
    }
    out[0] = a.sizes.n == 1 && b.sizes.n == 1 ? emit::dot(g, in[0], in[1])
                                              : contract(g, in[0], in[1], {a.sizes.n - 1}, {b.sizes.n - 1});
  }
};

// ---- einsum

// One label: a letter, or one of the dims that an ellipsis covers.
constexpr int kLetters = 52;
constexpr int kEllipsis = kLetters;  // placeholder in parsed subscripts

int label_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  return -1;
}
std::string label_text(int label) {
  return std::string(1, label < 26 ? char('A' + label) : char('a' + label - 26));
}

struct EinsumPlan {
  std::vector<std::vector<int>> operands;  // labels, kEllipsis at most once
  std::vector<int> output;
  bool has_output = false;
};

// Parses "ij,j...->i..."; false with g failed on a malformed equation.
bool parse_subscripts(OpSink& g, std::string_view text, const std::string& where, std::vector<int>& labels) {
  bool ellipsis = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == ' ') continue;
    if (c == '.') {
      if (ellipsis) {
        g.fail("einsum(): found '.' " + where + " for which an ellipsis was already found");
        return false;
      }
      if (text.substr(i, 3) != "...") {
        g.fail("einsum(): found '.' " + where + " that is not part of any ellipsis");
        return false;
      }
      ellipsis = true;
      i += 2;
      labels.push_back(kEllipsis);
      continue;
    }
    int label = label_of(c);
    if (label < 0) {
      g.fail("einsum(): invalid subscript given at index " + std::to_string(i) +
             " in the equation string, subscripts must be in [a-zA-Z]");
      return false;
    }
    labels.push_back(label);
  }
  return true;
}

bool parse_equation(OpSink& g, std::string_view equation, size_t n_operands, EinsumPlan& plan) {
  size_t arrow = equation.find("->");
  std::string_view left = equation.substr(0, arrow);
  size_t at = 0;
  while (true) {
    size_t comma = left.find(',', at);
    if (plan.operands.size() == n_operands) {
      g.fail("einsum(): more operands were provided than specified in the equation");
      return false;
    }
    plan.operands.emplace_back();
    std::string where = "for operand " + std::to_string(plan.operands.size() - 1);
    if (!parse_subscripts(g, left.substr(at, comma - at), where, plan.operands.back())) return false;
    if (comma == left.npos) break;
    at = comma + 1;
    if (plan.operands.size() >= n_operands) {
      g.fail("einsum(): fewer operands were provided than specified in the equation");
      return false;
    }
  }
  if (plan.operands.size() < n_operands) {
    g.fail("einsum(): more operands were provided than specified in the equation");
    return false;
  }
  plan.has_output = arrow != equation.npos;
  return !plan.has_output || parse_subscripts(g, equation.substr(arrow + 2), "in output", plan.output);
}

// Two operands whose dims are already aligned to common labels (size 1 where one lacks it): sums over `summed` with one
// batched matrix product.
Value sum_product(OpSink& g, Value x, Value y, const std::vector<bool>& summed) {
  SymMeta a = g.meta(x);
  SymMeta b = g.meta(y);
  int n = a.sizes.n;
  std::vector<int> both, left_only, right_only, contracted;
  SymInt batch(1), rows(1), columns(1), depth(1);
  for (int d = 0; d < n; ++d) {
    bool in_left = !is_one(a.sizes[d]);
    bool in_right = !is_one(b.sizes[d]);
    if (summed[size_t(d)]) {
      if (in_left && in_right) {
        contracted.push_back(d);
        depth = depth * a.sizes[d];
        continue;
      }
      SymDims dim{SymInt(d)};
      if (in_left) x = emit::sum(g, x, dim, true);
      if (in_right) y = emit::sum(g, y, dim, true);
      contracted.push_back(d);
    } else if (in_left == in_right) {
      both.push_back(d);
      batch = batch * a.sizes[d];
    } else if (in_left) {
      left_only.push_back(d);
      rows = rows * a.sizes[d];
    } else {
      right_only.push_back(d);
      columns = columns * b.sizes[d];
    }
  }
  auto arranged = [&](Value v, std::initializer_list<const std::vector<int>*> groups, SymDims flat) {
    SymDims order;
    for (const std::vector<int>* group : groups) {
      for (int d : *group) order.push(SymInt(d));
    }
    return emit::reshape(g, emit::permute(g, v, order), flat);
  };
  Value l = arranged(x, {&both, &left_only, &contracted, &right_only}, SymDims{batch, rows, depth});
  Value r = arranged(y, {&both, &contracted, &right_only, &left_only}, SymDims{batch, depth, columns});
  Value product = emit::bmm(g, l, r);
  // Back to one dim a label: [both, left, ones for the contracted, right], then to label order.
  SymDims sizes;
  std::vector<int> place(static_cast<size_t>(n), 0);
  int next = 0;
  for (int d : both) {
    sizes.push(a.sizes[d]);
    place[size_t(d)] = next++;
  }
  for (int d : left_only) {
    sizes.push(a.sizes[d]);
    place[size_t(d)] = next++;
  }
  for (int d : contracted) {
    sizes.push(SymInt(1));
    place[size_t(d)] = next++;
  }
  for (int d : right_only) {
    sizes.push(b.sizes[d]);
    place[size_t(d)] = next++;
  }
  SymDims back;
  for (int d = 0; d < n; ++d) back.push(SymInt(place[size_t(d)]));
  return emit::permute(g, emit::view(g, product, sizes), back);
}

void einsum_rule(OpSink& g, std::string_view equation, std::span<const Value> operands, Value& result) {
  if (operands.empty()) return g.fail("einsum(): must provide at least one operand");
  EinsumPlan plan;
  if (!parse_equation(g, equation, operands.size(), plan)) return;
  // How many dims an ellipsis covers, and how often each letter occurs.
  int ellipsis_dims = 0;
  int count[kLetters] = {};
  for (size_t i = 0; i < operands.size(); ++i) {
    int dims = g.meta(operands[i]).sizes.n;
    int letters = 0;
    bool ellipsis = false;
    for (int label : plan.operands[i]) {
      if (label == kEllipsis) {
        ellipsis = true;
      } else {
        ++letters;
        ++count[label];
      }
    }
    if (ellipsis ? letters > dims : letters != dims) {
      return g.fail(
          "einsum(): the number of subscripts in the equation (" + std::to_string(letters) + ") " +
          (ellipsis ? "is more than the number of dimensions (" : "does not match the number of dimensions (") +
          std::to_string(dims) + ") for operand " + std::to_string(i) + (ellipsis ? "" : " and no ellipsis was given"));
    }
    if (ellipsis) ellipsis_dims = std::max(ellipsis_dims, dims - letters);
  }
  // Positions of labels in the common order: output first, then what is summed.
  int place[kLetters];
  std::fill(place, place + kLetters, -1);
  int ellipsis_at = -1;
  int next = 0;
  if (!plan.has_output) {
    ellipsis_at = 0;
    next = ellipsis_dims;
    for (int label = 0; label < kLetters; ++label) {
      if (count[label] == 1) place[label] = next++;
    }
  } else {
    for (int label : plan.output) {
      if (label == kEllipsis) {
        ellipsis_at = next;
        next += ellipsis_dims;
        continue;
      }
      if (place[label] >= 0) {
        return g.fail("einsum(): output subscript " + label_text(label) + " appears more than once in the output");
      }
      if (!count[label]) {
        return g.fail("einsum(): output subscript " + label_text(label) +
                      " does not appear in the equation for any input operand");
      }
      place[label] = next++;
    }
  }
  int out_dims = next;
  if (ellipsis_at < 0) {
    ellipsis_at = next;
    next += ellipsis_dims;
  }
  for (int label = 0; label < kLetters; ++label) {
    if (count[label] && place[label] < 0) place[label] = next++;
  }
  int dims = next;

  // Every operand with all labels as dims: repeated ones through their diagonal, missing ones as size 1.
  std::vector<Value> aligned;
  std::vector<SymInt> sizes(size_t(dims), SymInt(1));
  std::vector<int> last_operand(size_t(dims), -1);
  for (size_t i = 0; i < operands.size(); ++i) {
    Value v = operands[i];
    std::vector<int> at_place;  // of each remaining dim
    int dim = 0;
    for (int label : plan.operands[i]) {
      if (label == kEllipsis) {
        int letters = int(plan.operands[i].size()) - 1;
        int covered = g.meta(operands[i]).sizes.n - letters;
        for (int k = 0; k < covered; ++k) {
          at_place.push_back(ellipsis_at + ellipsis_dims - covered + k);
          ++dim;
        }
        continue;
      }
      auto seen = std::find(at_place.begin(), at_place.end(), place[label]);
      if (seen == at_place.end()) {
        at_place.push_back(place[label]);
        ++dim;
        continue;
      }
      int other = int(seen - at_place.begin());
      SymMeta m = g.meta(v);
      if (!same(m.sizes[other], m.sizes[dim], "einsum: repeated subscript")) {
        return g.fail("einsum(): subscript " + label_text(label) + " is repeated for operand " + std::to_string(i) +
                      " but the sizes don't match, " + std::to_string(m.sizes[dim].hint) +
                      " != " + std::to_string(m.sizes[other].hint));
      }
      // The diagonal becomes the last dim; it goes back to where the first occurrence stands.
      v = emit::diagonal(g, v, 0, other, dim);
      SymDims order;
      int rest = m.sizes.n - 2;
      for (int d = 0, from = 0; d < rest + 1; ++d) order.push(SymInt(d == other ? rest : from++));
      v = emit::permute(g, v, order);
    }
    SymMeta m = g.meta(v);
    if (!g.status.ok()) return;
    SymDims order;
    SymDims missing;
    for (int p = 0; p < dims; ++p) {
      auto found = std::find(at_place.begin(), at_place.end(), p);
      if (found == at_place.end()) {
        missing.push(SymInt(p));
        continue;
      }
      int d = int(found - at_place.begin());
      order.push(SymInt(d));
      if (!is_one(m.sizes[d])) {
        if (!is_one(sizes[size_t(p)]) && !same(sizes[size_t(p)], m.sizes[d], "einsum: equal sizes")) {
          std::string name;
          for (int label = 0; label < kLetters; ++label) {
            if (place[label] == p) name = label_text(label);
          }
          return g.fail("einsum(): subscript " + (name.empty() ? "..." : name) + " has size " +
                        std::to_string(m.sizes[d].hint) + " for operand " + std::to_string(i) +
                        " which does not broadcast with previously seen size " + std::to_string(sizes[size_t(p)].hint));
        }
        sizes[size_t(p)] = m.sizes[d];
        last_operand[size_t(p)] = int(i);
      } else if (last_operand[size_t(p)] < 0) {
        last_operand[size_t(p)] = int(i);
      }
    }
    v = emit::permute(g, v, order);
    for (const SymInt& p : missing) v = emit::unsqueeze(g, v, p.hint);
    aligned.push_back(v);
  }

  // Left to right; a label is summed with the last operand that has it.
  Value total = aligned[0];
  auto sum_dims = [&](Value v, auto wanted) {
    SymDims d;
    for (int p = out_dims; p < dims; ++p) {
      if (wanted(p)) d.push(SymInt(p));
    }
    return d.n ? emit::sum(g, v, d, true) : v;
  };
  if (aligned.size() > 1) total = sum_dims(total, [&](int p) { return last_operand[size_t(p)] == 0; });
  for (size_t i = 1; i < aligned.size() && g.status.ok(); ++i) {
    std::vector<bool> summed(size_t(dims), false);
    bool any = false;
    for (int p = out_dims; p < dims; ++p) {
      if (last_operand[size_t(p)] != int(i)) continue;
      summed[size_t(p)] = true;
      any = true;
    }
    total = any ? sum_product(g, total, aligned[i], summed) : emit::mul(g, total, aligned[i]);
  }
  if (!g.status.ok()) return;
  // Only the output's dims remain; the others have size 1 or are summed now.
  SymDims kept;
  SymMeta m = g.meta(total);
  for (int p = 0; p < out_dims; ++p) kept.push(m.sizes[p]);
  if (dims == out_dims) {
    result = total;
  } else if (aligned.size() > 1) {
    result = emit::reshape(g, total, kept);
  } else {
    SymDims d;
    for (int p = out_dims; p < dims; ++p) d.push(SymInt(p));
    result = emit::sum(g, total, d, false);
  }
}

struct einsum_op {
  static constexpr Schema schemas[] = {"einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor"};
  static constexpr std::string_view doc = "Sums of products by Einstein's convention.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    std::vector<Value> operands;
    for (uint32_t k = 0; k < in[1].count; ++k) operands.push_back(in[size_t(in[1].i) + k]);
    einsum_rule(g, in[0].s, operands, out[0]);
  }
};

// ---- others

struct addbmm_op {
  static constexpr Schema schemas[] = {
      "addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
      "addbmm_(Tensor(a!) self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)"};
  static constexpr std::string_view doc = "beta * self + alpha * the sum of batch1 @ batch2 over the batch.",
                                    samples[] = {"(3,5) (2,3,4) (2,4,5)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    DType base = g.meta(in[0]).dtype;
    if (DType d = g.meta(in[2]).dtype; d != base) {
      return g.fail(std::string("self and mat2 must have the same dtype, but got ") + row_of(base).scalar_name + " and " +
                    row_of(d).scalar_name);
    }
    SymDims first{SymInt(0)};
    Value total = emit::sum(g, emit::bmm(g, in[1], in[2]), first, false);
    if (given_at(in, 4)) total = emit::mul(g, total, in[4]);
    if (given_at(in, 3) && in[3].number() == 0 && in[3].tag != Tag::complex_number) {
      out[0] = total;
      return;
    }
    out[0] = emit::add(g, given_at(in, 3) ? emit::mul(g, in[0], in[3]) : Value(in[0]), total);
  }
};

struct kron_op {
  static constexpr Schema schemas[] = {"kron(Tensor self, Tensor other) -> Tensor"};
  static constexpr std::string_view doc = "Kronecker product.", samples[] = {"(2,3) (4,5)", "(2) (3,2)"};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta a = g.meta(in[0]);
    SymMeta b = g.meta(in[1]);
    int dims = std::max(a.sizes.n, b.sizes.n);
    SymDims left, right, sizes;
    for (int d = 0; d < dims; ++d) {
      int p = d - (dims - a.sizes.n);
      int q = d - (dims - b.sizes.n);
      SymInt x = p >= 0 ? a.sizes[p] : SymInt(1);
      SymInt y = q >= 0 ? b.sizes[q] : SymInt(1);
      left.push(x);
      left.push(SymInt(1));
      right.push(SymInt(1));
      right.push(y);
      sizes.push(x * y);
    }
    Value product = emit::mul(g, emit::reshape(g, in[0], left), emit::reshape(g, in[1], right));
    out[0] = emit::_unsafe_view(g, product, sizes);
  }
};

// y[..., o] = x1[..., i] weight[o, i, j] x2[..., j] + bias[o]
struct bilinear_op {
  static constexpr Schema schemas[] = {
      "bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor"};
  static constexpr std::string_view doc = "A bilinear form of two inputs for each output.",
                                    samples[] = {""};
  static constexpr uint32_t surface = kTorch | kFunctional;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    SymMeta a = g.meta(in[0]);
    SymMeta b = g.meta(in[1]);
    SymMeta w = g.meta(in[2]);
    if (a.sizes.n != b.sizes.n) {
      return g.fail("bilinear(): input dimensions do not match: got " + std::to_string(a.sizes.n) + " and " +
                    std::to_string(b.sizes.n));
    }
    bool one_dtype = a.dtype == b.dtype && a.dtype == w.dtype;
    if (given_at(in, 3)) one_dtype &= g.meta(in[3]).dtype == a.dtype;
    if (!one_dtype) {
      std::string text = std::string("All tensors must have the same dtype, got input1: ") + row_of(a.dtype).cpp_name +
                         ", input2: " + row_of(b.dtype).cpp_name + ", weight: " + row_of(w.dtype).cpp_name;
      if (given_at(in, 3)) text += std::string(", bias: ") + row_of(g.meta(in[3]).dtype).cpp_name;
      return g.fail(text);
    }
    SymInt rows(1);
    SymDims sizes;
    for (int d = 0; d + 1 < a.sizes.n; ++d) {
      if (!same(a.sizes[d], b.sizes[d], "bilinear: equal batch sizes")) {
        return g.fail("bilinear(): input batch dimensions do not match at dim " + std::to_string(d) + ": got " +
                      std::to_string(a.sizes[d].hint) + " and " + std::to_string(b.sizes[d].hint));
      }
      rows = rows * a.sizes[d];
      sizes.push(a.sizes[d]);
    }
    for (int i : {0, 1}) {
      SymInt have = (i ? b : a).sizes.back();
      if (same(have, w.sizes[i + 1], "bilinear: feature sizes")) continue;
      return g.fail("bilinear(): input" + std::to_string(i + 1) + " size does not match weight size: got " +
                    std::to_string(have.hint) + " but expected " + std::to_string(w.sizes[i + 1].hint));
    }
    sizes.push(w.sizes[0]);
    SymDims x_sizes{rows, SymInt(1), a.sizes.back(), SymInt(1)};
    SymDims y_sizes{rows, SymInt(1), SymInt(1), b.sizes.back()};
    SymDims flat{rows, w.sizes[1] * w.sizes[2]};
    SymDims weights{w.sizes[0], w.sizes[1] * w.sizes[2]};
    Value pairs = emit::mul(g, emit::reshape(g, in[0], x_sizes), emit::reshape(g, in[1], y_sizes));
    Value product =
        emit::mm(g, emit::reshape(g, pairs, flat), emit::transpose(g, emit::reshape(g, in[2], weights), 0, 1));
    out[0] = emit::view(g, product, sizes);
    if (given_at(in, 3)) out[0] = emit::add(g, out[0], in[3]);
  }
};

// The cheapest order of a chain of matrix products, by dynamic programming over the sizes of this run.
Value chain(OpSink& g, std::span<const Value> matrices) {
  size_t n = matrices.size();
  std::vector<double> sizes;
  for (const Value& m : matrices) sizes.push_back(double(g.meta(m).sizes[0].hint));
  sizes.push_back(double(g.meta(matrices.back()).sizes[1].hint));
  std::vector<std::vector<double>> cost(n, std::vector<double>(n, 0));
  std::vector<std::vector<size_t>> cut(n, std::vector<size_t>(n, 0));
  for (size_t length = 1; length < n; ++length) {
    for (size_t i = 0; i + length < n; ++i) {
      size_t j = i + length;
      cost[i][j] = 1e300;
      for (size_t k = i; k < j; ++k) {
        double c = cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1];
        if (c < cost[i][j]) {
          cost[i][j] = c;
          cut[i][j] = k;
        }
      }
    }
  }
  auto product = [&](auto& self, size_t i, size_t j) -> Value {
    if (i == j) return matrices[i];
    size_t k = cut[i][j];
    Value left = self(self, i, k);
    Value right = self(self, k + 1, j);
    return emit::mm(g, left, right);
  };
  return product(product, 0, n - 1);
}

struct linalg_multi_dot_op {
  static constexpr Schema schemas[] = {"linalg_multi_dot(Tensor[] tensors) -> Tensor"};
  static constexpr std::string_view doc = "Matrix product of a chain in its cheapest order.", samples[] = {""};
  static constexpr uint32_t surface = kLinalg;
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    std::vector<Value> m;
    for (uint32_t k = 0; k < in[0].count; ++k) m.push_back(in[size_t(in[0].i) + k]);
    if (m.size() < 2) return g.fail("multi_dot(): expected at least 2 tensors but got " + std::to_string(m.size()));
    SymDims sizes;
    bool first_vector = g.meta(m[0]).sizes.n == 1;
    bool last_vector = g.meta(m.back()).sizes.n == 1;
    if (first_vector) m[0] = emit::unsqueeze(g, m[0], 0);
    if (last_vector) m.back() = emit::unsqueeze(g, m.back(), 1);
    for (const Value& v : m) {
      if (g.meta(v).sizes.n != 2) return g.fail("multi_dot(): tensors in the middle must be 2D");
    }
    if (!first_vector) sizes.push(g.meta(m[0]).sizes[0]);
    if (!last_vector) sizes.push(g.meta(m.back()).sizes[1]);
    out[0] = emit::view(g, chain(g, m), sizes);
  }
};
struct chain_matmul_op {
  static constexpr Schema schemas[] = {"chain_matmul(Tensor[] matrices) -> Tensor"};
  static constexpr std::string_view doc = "Matrix product of a chain in its cheapest order.", samples[] = {""};
  static void decompose(OpSink& g, In in, std::span<Value> out) {
    std::vector<Value> m;
    for (uint32_t k = 0; k < in[0].count; ++k) m.push_back(in[size_t(in[0].i) + k]);
    if (m.empty()) return g.fail("chain_matmul(): Expected one or more matrices");
    for (size_t k = 0; k < m.size(); ++k) {
      if (g.meta(m[k]).sizes.n == 2) continue;
      return g.fail("Tensor dimension is " + std::to_string(g.meta(m[k]).sizes.n) + ", expected 2 instead.");
    }
    out[0] = chain(g, m);
  }
};

}  // namespace
#include "runtime/ops/family_rows.inc"
#include "runtime/ops/matmul_composite.def"
}  // namespace adder::rt
