#include "ir/parser.h"
#include <unordered_map>
#include "ir/builder.h"
#include "ir/text_reader.h"
#include "ir/verifier.h"
namespace adder::ir {
namespace {

constexpr int64_t kLargestConstant = 1 << 20;  // elements

class Parser {
 public:
  explicit Parser(std::string_view text) : r_(text), shapes_(std::make_shared<rt::ShapeEnv>()), b_(shapes_) {}

  ParsedGraph run() {
    r_.expect("graph");
    r_.expect("(");
    if (!r_.accept(")")) {
      do {
        if (r_.peek("%")) {
          input();
        } else {
          symbol();
        }
      } while (r_.accept(",") && !r_.failed());
      r_.expect(")");
    }
    r_.expect("{");
    while (!r_.failed() && !r_.accept("}")) statement();
    if (!r_.done()) r_.fail("text after the graph");
    if (r_.failed()) return {Graph(), r_.error()};
    if (!b_.status.ok()) return {Graph(), b_.status.message()};
    return {b_.finish(), ""};
  }

 private:
  void symbol() {
    std::string name(r_.word());
    if (name != "s" + std::to_string(shapes_->n_symbols())) r_.fail("symbols are declared as s0, s1, … in order");
    r_.expect("=");
    symbols_[name] = shapes_->symbol(r_.integer());
  }

  ValueId value_number() {
    r_.expect("%");
    return ValueId(r_.integer());
  }
  rt::Value value() {
    ValueId n = value_number();
    auto at = values_.find(n);
    if (at == values_.end()) {
      r_.fail("%" + std::to_string(n) + " is not defined");
      return {};
    }
    return at->second;
  }
  void define(ValueId n, rt::Value v) {
    if (!values_.try_emplace(n, v).second) r_.fail("%" + std::to_string(n) + " is defined twice");
  }

  // Expressions over symbols: sums of products of atoms, as ShapeEnv::text writes them.
  SymInt expression() {
    SymInt v = product();
    for (;;) {
      if (r_.accept("+")) {
        SymInt other = product();
        v = v + other;
      } else if (r_.accept("-")) {
        SymInt other = product();
        v = v - other;
      } else {
        return v;
      }
    }
  }
  SymInt product() {
    SymInt v = atom();
    for (;;) {
      bool times = r_.accept("*"), over = !times && r_.accept("//"), rest = !times && !over && r_.accept("%");
      if (!times && !over && !rest) return v;
      SymInt other = atom();
      v = times ? v * other : over ? v / other : v % other;
    }
  }
  SymInt atom() {
    if (r_.accept("(")) {
      SymInt v = expression();
      r_.expect(")");
      return v;
    }
    if (r_.at_digit() || r_.peek("-")) return r_.integer();
    std::string name(r_.word());
    if (name == "Min" || name == "Max") {
      r_.expect("(");
      SymInt a = expression();
      r_.expect(",");
      SymInt b = expression();
      r_.expect(")");
      return rt::sym_binary(name == "Min" ? rt::SymOp::min : rt::SymOp::max, a, b);
    }
    auto at = symbols_.find(name);
    if (at == symbols_.end()) {
      r_.fail("no symbol '" + name + "'");
      return 0;
    }
    return at->second;
  }
  rt::Dims<SymInt> expressions(std::string_view close) {
    rt::Dims<SymInt> l;
    if (r_.accept(close)) return l;
    do {
      l.push(expression());
    } while (r_.accept(",") && !r_.failed());
    r_.expect(close);
    return l;
  }

  bool dtype_named(std::string_view name, rt::DType* d) {
    for (int i = 0; i < rt::kDTypeCount; ++i)
      if (name == rt::kDTypes[i].name) {
        *d = rt::DType(i);
        return true;
      }
    return false;
  }
  SymMeta meta() {
    SymMeta m;
    std::string name(r_.word());
    if (!dtype_named(name, &m.dtype)) r_.fail("no dtype '" + name + "'");
    r_.expect("[");
    m.sizes = expressions("]");
    m.set_contiguous();
    if (r_.accept("{")) {
      m.strides = rt::Dims<SymInt>();
      while (!r_.failed() && !r_.peek("}") && !r_.peek(";")) {
        m.strides.push(expression());
        if (!r_.accept(",")) break;
      }
      if (r_.accept(";")) m.offset = expression();
      r_.expect("}");
    }
    if (m.strides.n != m.sizes.n) r_.fail("sizes and strides differ in number");
    return m;
  }

  void input() {
    ValueId n = value_number();
    std::string name = r_.peek("\"") ? r_.quoted() : "";
    r_.expect(":");
    define(n, b_.placeholder(meta(), name));
  }

  // An argument with the memory that it points to.
  struct OwnedArg {
    Arg arg;
    rt::Dims<SymInt> ints;
    std::vector<double> floats;
    bool bools[rt::kMaxDims];
    std::vector<Arg> elements;  // of a tensor list
    rt::Complex complex;
    std::string string;
  };

  Arg element() { return r_.accept("None") ? Arg() : value(); }
  void list(OwnedArg& a, rt::ParamKind kind) {
    bool empty = r_.accept("]");
    uint32_t n = 0;
    if (kind == rt::ParamKind::tensor_list) {
      while (!empty && !r_.failed()) {
        a.elements.push_back(element());
        empty = !r_.accept(",");
      }
      a.arg = Arg(std::span<const Arg>(a.elements));
    } else if (kind == rt::ParamKind::float_list) {
      while (!empty && !r_.failed()) {
        bool integral = false;
        int64_t whole = 0;
        a.floats.push_back(r_.number(&integral, &whole));
        empty = !r_.accept(",");
      }
      a.arg = Arg(std::span<const double>(a.floats));
    } else if (kind == rt::ParamKind::bool_list) {
      while (!empty && !r_.failed() && n < rt::kMaxDims) {
        a.bools[n++] = r_.accept("True");
        if (!a.bools[n - 1]) r_.expect("False");
        empty = !r_.accept(",");
      }
      a.arg = Arg(std::span<const bool>(a.bools, n));
    } else {
      if (!empty) a.ints = expressions("]");
      a.arg = Arg(a.ints);
      return;
    }
    if (a.arg.count) r_.expect("]");
  }
  bool named_value(OwnedArg& a) {  // words that are neither symbols nor strings
    if (r_.accept("None")) {
      a.arg = Arg();
    } else if (r_.accept("True")) {
      a.arg = Arg(true);
    } else if (r_.accept("False")) {
      a.arg = Arg(false);
    } else if (r_.accept("strided")) {
      a.arg = Arg::strided_layout();
    } else if (r_.accept("contiguous_format")) {
      a.arg = Arg(rt::MemoryFormat::contiguous);
    } else if (r_.accept("preserve_format")) {
      a.arg = Arg(rt::MemoryFormat::preserve);
    } else if (r_.accept("channels_last")) {
      a.arg = Arg(rt::MemoryFormat::channels_last);
    } else if (r_.accept("channels_last_3d")) {
      a.arg = Arg(rt::MemoryFormat::channels_last_3d);
    } else if (r_.accept("device")) {
      r_.expect("(");
      Result<rt::Device> d = rt::parse_device(r_.quoted());
      r_.expect(")");
      if (!d.ok()) {
        r_.fail(d.status().message());
      } else {
        a.arg = Arg(d.value());
      }
    } else if (r_.accept("complex")) {
      bool integral = false;
      int64_t whole = 0;
      r_.expect("(");
      a.complex.re = r_.number(&integral, &whole);
      r_.expect(",");
      a.complex.im = r_.number(&integral, &whole);
      r_.expect(")");
      a.arg = Arg(a.complex);
    } else {
      return false;
    }
    return true;
  }
  void argument(OwnedArg& a, rt::ParamKind kind) {
    if (named_value(a)) return;
    if (r_.peek("%")) {
      a.arg = value();
    } else if (r_.peek("\"")) {
      a.string = r_.quoted();
      a.arg = Arg(a.string.c_str());
    } else if (r_.accept("[")) {
      list(a, kind);
    } else if (r_.at_digit() || r_.peek("-") || r_.peek("inf") || r_.peek("nan")) {
      TextReader before = r_;
      bool integral = false;
      int64_t i = 0;
      double v = r_.number(&integral, &i);
      a.arg = integral ? Arg(i) : Arg(v);
      if (r_.peek("+") || r_.peek("*") || r_.peek("-") || r_.peek("//")) {  // the number began an expression
        r_ = before;
        a.arg = Arg(expression());
      }
    } else {
      TextReader before = r_;
      rt::DType d;
      if (dtype_named(r_.word(), &d)) {
        a.arg = Arg(d);
      } else {
        r_ = before;
        a.arg = Arg(expression());
      }
    }
  }

  void statement() {
    if (r_.accept("return")) {
      if (r_.peek("%") || r_.peek("None")) do {
          b_.output(element());
        } while (r_.accept(",") && !r_.failed());
      return;
    }
    if (r_.accept("write")) {
      rt::Value to = value();
      r_.expect("<-");
      b_.write_back(to, value());
      return;
    }
    std::vector<ValueId> names;
    std::vector<rt::Value> destinations;
    bool writes = false;
    do {
      names.push_back(value_number());
      bool into = r_.accept("->");
      destinations.push_back(into ? value() : rt::Value());
      writes |= into;
    } while (r_.accept(",") && !r_.failed());
    r_.expect("=");
    if (r_.accept("constant")) return constant(names[0]);
    call(names, writes ? destinations : std::vector<rt::Value>());
  }

  void constant(ValueId name_number) {
    std::string name = r_.peek("\"") ? r_.quoted() : "";
    r_.expect(":");
    SymMeta m = meta();
    rt::Meta<int64_t> concrete;
    concrete.dtype = m.dtype;
    int64_t span = 1;
    for (int d = 0; d < m.sizes.n; ++d) {
      concrete.sizes.push(m.sizes[d].hint);
      concrete.strides.push(m.strides[d].hint);
      if (m.sizes[d].hint < 0 || m.strides[d].hint < 0) r_.fail("a constant with negative sizes or strides");
      span += (m.sizes[d].hint - 1) * m.strides[d].hint;
    }
    if (span < 0 || span > kLargestConstant) r_.fail("a constant that is too large");
    if (r_.failed()) return;
    Tensor memory = rt::new_tensor(m.dtype, {std::max<int64_t>(span, 1)});
    Tensor t = rt::alias_of(*memory.get(), concrete);
    r_.expect("values");
    r_.expect("{");
    for (int64_t i = 0; i < t->numel; ++i) {
      if (i) r_.expect(",");
      bool integral = false;
      int64_t whole = 0;
      double v = r_.number(&integral, &whole);
      rt::write_element(*t.get(), i, v);
    }
    r_.expect("}");
    define(name_number, b_.constant(t, name));
  }

  void call(const std::vector<ValueId>& names, const std::vector<rt::Value>& destinations) {
    std::string op(r_.word());
    const OpRow* row = rt::find_op_or_null(op);
    if (!row) return r_.fail("no op '" + op + "'");
    r_.expect("(");
    const rt::Schema& schema = row->canonical();
    std::vector<OwnedArg> owned(schema.n);
    size_t n_args = 0;
    if (!r_.accept(")")) {
      do {
        if (n_args == owned.size()) return r_.fail("more arguments than " + op + " has");
        argument(owned[n_args], schema.params[n_args].kind);
        ++n_args;
      } while (r_.accept(",") && !r_.failed());
      r_.expect(")");
    }
    std::vector<Arg> args;
    for (size_t i = 0; i < n_args; ++i) args.push_back(owned[i].arg);
    for (size_t i = 0; i < n_args; ++i)
      if (args[i].tag == rt::Tag::borrowed_list) {  // its elements go behind the last parameter
        if (args.size() < schema.n) args.resize(schema.n);
        args[i] = Arg::tensor_list(int64_t(args.size()), uint32_t(owned[i].elements.size()));
        args.insert(args.end(), owned[i].elements.begin(), owned[i].elements.end());
      }
    std::string bad = check_arguments(*row, args);
    if (!bad.empty()) return r_.fail(op + ": " + bad);
    std::vector<SymMeta> metas;
    if (r_.accept(":")) do {
        metas.push_back(meta());
      } while (r_.accept(",") && !r_.failed());
    b_.set_grad_mode(!r_.accept("no_grad"));
    b_.set_stack(r_.accept("@") ? r_.quoted() : "");
    if (!schema.returns_list && int(names.size()) != row->n_outs())
      return r_.fail(op + " returns another number of results");
    if (!metas.empty() && metas.size() != names.size()) return r_.fail("metas and results differ in number");
    if (r_.failed()) return;
    std::vector<rt::Value> out(names.size());
    if (metas.empty()) {
      b_.call_into(row->id(), args, destinations, out);
    } else {
      b_.call_with_metas(row->id(), args, destinations, metas, out);
    }
    if (!b_.status.ok()) return r_.fail(b_.status.message());
    for (size_t k = 0; k < names.size(); ++k) define(names[k], out[k]);
  }

  TextReader r_;
  std::shared_ptr<rt::ShapeEnv> shapes_;
  GraphBuilder b_;
  std::unordered_map<std::string, SymInt> symbols_;
  std::unordered_map<ValueId, rt::Value> values_;
};

}  // namespace

ParsedGraph parse_graph(std::string_view text) {
  return Parser(text).run();
}

}  // namespace adder::ir
