#include "runtime/ops/engine.h"
#include "runtime/ops/binder.h"
#include "runtime/ops/out_argument.h"
#include <algorithm>
#include <map>

namespace adder::rt {
namespace {

// ---- names

struct NameTable {
  std::map<std::pair<uint32_t, std::string>, Overloads, std::less<>> names;
};

uint32_t surfaces_of(const OpRow& row) {
  if (row.surface != kSurfaceDefault) return row.surface;
  return row.canonical().find("self") == 0 ? uint32_t(kTorch | kTensor) : uint32_t(kTorch);
}

std::string plain_name(std::string_view base, uint32_t surface) {
  static constexpr std::pair<uint32_t, std::string_view> kPrefixes[] = {
      {kLinalg, "linalg_"}, {kSpecial, "special_"}, {kFft, "fft_"}};
  for (auto [bit, prefix] : kPrefixes)
    if (surface == bit && base.starts_with(prefix)) base.remove_prefix(prefix.size());
  return std::string(base);
}

bool is_out_form(const Schema& s) {
  int w = s.written_param();
  return w >= 0 && s.params[size_t(w)].keyword_only;
}
bool is_in_place(const Schema& s) {
  return s.written_param() >= 0 && !is_out_form(s);
}

void fill_canonical(Candidate& c) {
  for (int i = 0; i < c.schema->n; ++i) c.canonical[i] = int8_t(c.row->canonical().find(c.schema->name_of(i)));
}

bool same_parameters(const Schema& form, const Schema& out) {
  int n = 0;
  while (n < out.n && !(out.params[size_t(n)].written && out.params[size_t(n)].keyword_only)) ++n;
  if (n != form.n) return false;
  for (int i = 0; i < n; ++i)
    if (form.name_of(i) != out.name_of(i) || form.params[size_t(i)].kind != out.params[size_t(i)].kind) return false;
  return true;
}

void add_candidate(NameTable& t, uint32_t surface, std::string name, const OpRow& row, const Schema& s) {
  bool method = surface == kTensor;
  auto [it, fresh] = t.names.try_emplace({surface, name});
  if (fresh) {
    it->second.shown = (surface == kLinalg    ? "linalg_"
                        : surface == kSpecial ? "special_"
                        : surface == kFft     ? "fft_"
                                              : "") +
                       name;
    it->second.name = std::move(name);
    it->second.method = method;
  }
  Candidate c{&row, &s, nullptr, {}};
  // Every function takes out=, whether a kernel can write there or the result is copied.
  if (!method && surface != kFunctional && !is_in_place(s) && !s.returns_list && s.find("out") < 0) c.out_form = &s;
  if (c.out_form)
    for (const Schema& other : row.schemas)
      if (is_out_form(other) && same_parameters(s, other)) c.out_form = &other;
  fill_canonical(c);
  it->second.candidates.push_back(c);
}

void add_row(NameTable& t, const OpRow& row) {
  uint32_t surfaces = surfaces_of(row);
  if (surfaces & kInternal) return;
  for (const Schema& s : row.schemas) {
    if (is_out_form(s) || (row.hides_canonical && &s == &row.canonical())) continue;
    for (uint32_t bit : {kTorch, kTensor, kFunctional, kLinalg, kSpecial, kFft, kNn}) {
      if (!(surfaces & bit)) continue;
      bool takes_self = s.n > 0 && s.name_of(0) == "self";
      if (bit == kTensor && !takes_self) continue;
      if (bit != kTensor && is_in_place(s) && s.n > 1 && row.canonical().find("inplace") < 0 && bit != kFunctional &&
          bit != kNn && row.surface != kTorch)
        continue;  // torch.relu_ exists, torch.add_ does not
      add_candidate(t, bit, plain_name(s.base_name(), bit), row, s);
      for (std::string_view alias : row.aliases) {
        if (alias.empty()) continue;
        uint32_t at = bit;
        if (size_t dot = alias.find('.'); dot != alias.npos) {
          std::string_view module = alias.substr(0, dot);
          at = module == "special"      ? kSpecial
               : module == "linalg"     ? kLinalg
               : module == "functional" ? kFunctional
               : module == "torch"      ? kTorch
               : module == "Tensor"     ? kTensor
               : module == "nn"         ? kNn
                                        : kFft;
          // A qualified alias is added once, by the first surface, and for plain functions only (methods: Tensor.x).
          if (bit != (surfaces & (0u - surfaces))) continue;
          if (is_in_place(s) != (at == kTensor && alias.ends_with('_'))) continue;
          alias.remove_prefix(dot + 1);
          if (is_in_place(s)) alias.remove_suffix(1);
        }
        if (at == kTensor && !takes_self) continue;
        add_candidate(t, at, std::string(alias) + (is_in_place(s) ? "_" : ""), row, s);
      }
    }
  }
}

const NameTable& names() {  // built at the first look-up, never changed
  static const NameTable* table = [] {
    auto* t = new NameTable;
    for (const OpRow* row : all_ops()) add_row(*t, *row);
    return t;
  }();
  return *table;
}

// ---- what an argument is, in words

const char* type_name(const Arg& a) {
  switch (a.tag) {
    case Tag::none: return "NoneType";
    case Tag::tensor: return "Tensor";
    case Tag::integer:
    case Tag::symbol: return "int";
    case Tag::floating: return "float";
    case Tag::boolean: return "bool";
    case Tag::complex_number: return "complex";
    case Tag::int_list:
    case Tag::float_list:
    case Tag::bool_list:
    case Tag::tensor_list: return "tuple";
    case Tag::borrowed_list: return "list";
    case Tag::dtype: return "torch.dtype";
    case Tag::device: return "torch.device";
    case Tag::memory_format: return "torch.memory_format";
    case Tag::layout: return "torch.layout";
    case Tag::generator: return "torch._C.Generator";
    case Tag::string: return "str";
    case Tag::object: return a.s;
    case Tag::count_: break;
  }
  return "?";
}

// ---- one argument against one parameter

// A 0-d tensor stands for a number where PyTorch's parser lets it.
bool is_scalar_tensor(const Arg& a, bool integral) {
  if (!a.is_tensor() || a.t->meta.sizes.n != 0 || a.t->requires_grad()) return false;
  return !integral || is_integral(a.t->meta.dtype, false);
}

bool all_elements(const Arg& a, bool (*test)(const Arg&)) {
  for (uint32_t i = 0; i < a.count; ++i)
    if (!test(a.list[i])) return false;
  return true;
}
bool is_int(const Arg& a) {
  return a.is_integer() || is_scalar_tensor(a, true);
}
bool is_real(const Arg& a) {
  return a.is_integer() || a.tag == Tag::floating || a.tag == Tag::boolean || is_scalar_tensor(a, false);
}

bool accepts(const OpRow& row, const Param& p, const Arg& a) {
  if (!a.given()) return p.optional;
  switch (p.kind) {
    case ParamKind::tensor: return a.is_tensor() || (a.is_number() && takes_numbers_as_tensors(row));
    case ParamKind::tensor_list:
      if (a.tag != Tag::borrowed_list) return false;
      return a.count == 0 || a.list[0].is_tensor() || (p.optional_elements && !a.list[0].given());
    case ParamKind::scalar: return a.is_number() || is_scalar_tensor(a, false);
    case ParamKind::integer: return is_int(a);
    case ParamKind::floating: return is_real(a);
    case ParamKind::boolean: return a.tag == Tag::boolean;
    case ParamKind::int_list:
      if (a.tag == Tag::int_list) return true;
      if (a.tag == Tag::borrowed_list) return a.count == 0 || is_int(a.list[0]);
      return p.list_size && is_int(a);
    case ParamKind::float_list:
      if (a.tag == Tag::float_list) return true;
      if (a.tag == Tag::borrowed_list) return all_elements(a, is_real);
      return p.list_size && is_real(a);
    case ParamKind::bool_list:
      return a.tag == Tag::bool_list ||
             (a.tag == Tag::borrowed_list && all_elements(a, [](const Arg& e) { return e.tag == Tag::boolean; }));
    case ParamKind::string: return a.tag == Tag::string;
    case ParamKind::dtype: return a.tag == Tag::dtype;
    case ParamKind::device: return a.tag == Tag::device || a.tag == Tag::string || a.is_integer();
    case ParamKind::layout: return a.tag == Tag::layout;
    case ParamKind::memory_format: return a.tag == Tag::memory_format;
    case ParamKind::generator: return a.tag == Tag::generator;
  }
  return false;
}

// ---- conversion

Status number_of(const Arg& a, Arg& out) {  // reads a 0-d tensor
  if (!a.is_tensor()) {
    out = a;
    return {};
  }
  if (!has_data(*a.t)) return Status::error("Tensor.item() cannot be called on meta tensors");
  TRY(touch(*a.t, false));
  ScalarValue v = read_scalar(*a.t, 0);
  if (v.category == Category::complex) return Status::error("complex tensors are not taken as numbers here");
  out = v.category == Category::boolean ? Arg(v.i != 0) : v.category == Category::integral ? Arg(v.i) : Arg(v.z.re);
  return {};
}

Status convert_list(std::string_view name, std::string_view param, const Param& p, const Arg& a, Bound& b, int at,
                    Arg& out) {
  if (p.kind == ParamKind::int_list) {
    Dims<SymInt>& l = b.ints[at];
    if (a.tag == Tag::int_list) {
      out = a;
      return {};
    }
    if (a.tag != Tag::borrowed_list) {
      Arg n;
      TRY(number_of(a, n));
      for (int i = 0; i < p.list_size; ++i) l.push(n.sym());
    } else {
      for (uint32_t i = 0; i < a.count; ++i) {
        if (!is_int(a.list[i]))
          return Status::error(ErrorKind::type, std::string(name) + "(): argument '" + std::string(param) +
                                                    "' failed to unpack the object at pos " + std::to_string(i + 1) +
                                                    " with error \"type must be tuple of ints,but got " +
                                                    type_name(a.list[i]) + "\"");
        Arg n;
        TRY(number_of(a.list[i], n));
        l.push(n.sym());
      }
    }
    out = Arg(l);
    return {};
  }
  if (p.kind == ParamKind::float_list) {
    if (a.tag == Tag::float_list) {
      out = a;
      return {};
    }
    CHECK(b.n_float_lists < int(std::size(b.floats)));
    std::vector<double>& l = b.floats[b.n_float_lists++];
    int n = a.tag == Tag::borrowed_list ? int(a.count) : p.list_size;
    for (int i = 0; i < n; ++i) {
      Arg v;
      TRY(number_of(a.tag == Tag::borrowed_list ? a.list[i] : a, v));
      l.push_back(v.number());
    }
    out = Arg(std::span<const double>(l));
    return {};
  }
  if (a.tag == Tag::bool_list) {
    out = a;
    return {};
  }
  if (size_t(b.n_bools) + a.count > std::size(b.bools)) return Status::error("too many flags in a list");
  int first = b.n_bools;
  for (uint32_t i = 0; i < a.count; ++i) b.bools[b.n_bools++] = a.list[i].flag();
  out = Arg(std::span<const bool>(b.bools + first, a.count));
  return {};
}

Status convert(std::string_view name, std::string_view param, int position, const Param& p, const Arg& a, Bound& b,
               int at, Arg& out) {
  out = a;
  if (!a.given()) return {};
  switch (p.kind) {
    case ParamKind::int_list:
    case ParamKind::float_list:
    case ParamKind::bool_list: return convert_list(name, param, p, a, b, at, out);
    case ParamKind::scalar: return number_of(a, out);
    case ParamKind::integer: return number_of(a, out);
    case ParamKind::floating:
      TRY(number_of(a, out));
      out = Arg(out.number());
      return {};
    case ParamKind::tensor_list:
      for (uint32_t i = 0; i < a.count; ++i)
        if (!a.list[i].is_tensor() && !(p.optional_elements && !a.list[i].given()))
          return Status::error(ErrorKind::type, "expected Tensor as element " + std::to_string(i) + " in argument " +
                                                    std::to_string(position - 1) + ", but got " + type_name(a.list[i]));
      return {};
    case ParamKind::device:
      if (a.tag == Tag::string) {
        ASSIGN_OR_RETURN(Device d, parse_device(a.s));
        TRY(check_usable(d));
        out = Arg(d);
      } else if (a.tag == Tag::device) {
        TRY(check_usable(a.device()));
      } else if (a.is_integer()) {
        return Status::error(ErrorKind::assertion, "Torch not compiled with CUDA enabled");
      }
      return {};
    default: return {};
  }
}

// Defaults are written in the schema. Lists: "[1,1]", or one number for each of list_size.
void default_value(const Param& p, std::string_view d, Bound& b, int at, Arg& out) {
  out = Arg();
  if (d == "None") return;
  std::string text(d);
  switch (p.kind) {
    case ParamKind::boolean: out = Arg(d == "True"); return;
    case ParamKind::integer: out = Arg(int64_t(std::strtoll(text.c_str(), nullptr, 10))); return;
    case ParamKind::floating: out = Arg(std::strtod(text.c_str(), nullptr)); return;
    case ParamKind::int_list: {
      bool list = d[0] == '[';
      const char* at_text = text.c_str() + list;
      while (*at_text && *at_text != ']') {
        char* end;
        b.ints[at].push(SymInt(std::strtoll(at_text, &end, 10)));
        at_text = *end == ',' ? end + 1 : end;
      }
      while (!list && b.ints[at].n < p.list_size) b.ints[at].push(b.ints[at][0]);
      out = Arg(b.ints[at]);
      return;
    }
    // Scalars, strings and the rest stay "not given": rules know their own default.
    default: return;
  }
}

// ---- one overload

struct Call {
  Context& context;
  const Overloads& overloads;
  std::span<const Arg> positional;
  std::span<const Keyword> keywords;
};

int positional_params(const Schema& s) {
  int n = 0;
  while (n < s.n && !s.params[size_t(n)].keyword_only) ++n;
  return n;
}
// x.view(2, 3): one list parameter takes all the integers.
bool takes_varargs(const Call& call, const Schema& s) {
  int self = call.overloads.method;
  if (positional_params(s) != self + 1) return false;
  const Param& p = s.params[size_t(self)];
  if (p.kind != ParamKind::int_list) return false;
  return int(call.positional.size()) > self && is_int(call.positional[size_t(self)]);
}
std::string_view shown_name(const Schema& s, int i, bool method) {
  return !method && s.name_of(i) == "self" ? "input" : s.name_of(i);
}
const Arg* keyword(const Call& call, std::string_view name) {
  for (const Keyword& k : call.keywords)
    if (k.name == name) return &k.value;
  return nullptr;
}
// "input" names self, and NumPy's words stand for PyTorch's.
const Arg* keyword_for(const Call& call, const Schema& s, int i) {
  std::string_view name = s.name_of(i);
  if (const Arg* a = keyword(call, name)) return a;
  if (name == "self" && !call.overloads.method) return keyword(call, "input");
  if (name == "dim") return keyword(call, "axis");
  if (name == "keepdim") return keyword(call, "keepdims");
  if (name == "split_size" || name == "split_sizes") return keyword(call, "split_size_or_sections");
  if (name == "other") return keyword(call, "x2");
  return nullptr;
}
Status type_error(std::string text) {
  return Status::error(ErrorKind::type, std::move(text));
}

// Whether the overload takes arguments of these kinds; gives the argument of each parameter. `list` holds those that
// one list parameter takes together.
bool matches(const Call& call, const Candidate& c, const Arg** given, Arg& list) {
  const Schema& s = *c.schema;
  bool varargs = takes_varargs(call, s);
  if (int(call.positional.size()) > positional_params(s) && !varargs) return false;
  int self = call.overloads.method;
  size_t used = 0;
  for (int i = 0; i < s.n; ++i) {
    const Param& p = s.params[size_t(i)];
    bool by_position = i < int(call.positional.size()) && !p.keyword_only && !(varargs && i > self);
    const Arg* a = by_position ? &call.positional[size_t(i)] : keyword_for(call, s, i);
    if (varargs && i == self) {
      list = Arg(call.positional.subspan(size_t(self)));
      a = &list;
    }
    used += a && !by_position;
    given[i] = a;
    if (!a && !p.default_len && !(p.written && p.keyword_only)) return false;
    // A number in place of None-able tensors and the like is judged by accepts(); a missing one has its default, and
    // None where that is the default.
    if (a && !accepts(*c.row, p, *a) && !(!a->given() && p.default_len && s.default_of(i) == "None")) return false;
  }
  const Arg* out = c.out_form ? keyword(call, "out") : nullptr;
  if (out && out->given() && !(s.n_returns == 1 ? out->is_tensor() : out->tag == Tag::borrowed_list)) return false;
  return used + bool(out) == call.keywords.size();
}

Status bind_out(const Call& call, const Candidate& c, Bound& b) {
  const Arg* out = c.out_form ? keyword(call, "out") : nullptr;
  if (!out || !out->given()) return {};
  if (out->is_tensor()) {
    b.destination[b.n_destinations++] = *out;
    return {};
  }
  for (uint32_t i = 0; i < out->count; ++i)
    if (!out->list[i].is_tensor())
      return type_error("expected Tensor as element " + std::to_string(i) + " in argument " +
                        std::to_string(c.schema->n) + ", but got " + type_name(out->list[i]));
  if (int(out->count) != c.schema->n_returns)
    return type_error("expected tuple of " + std::to_string(c.schema->n_returns) + " elements but got " +
                      std::to_string(out->count));
  for (uint32_t i = 0; i < out->count; ++i) b.destination[b.n_destinations++] = out->list[i];
  return {};
}

// Binds a call to an overload that matches it.
Status bind_to(const Call& call, const Candidate& c, const Arg* const* given, Bound& b) {
  const Schema& s = *c.schema;
  const std::string& name = call.overloads.shown;
  bool method = call.overloads.method;
  b.row = c.row;
  b.schema = &s;
  b.n_args = c.row->canonical().n;
  b.n_destinations = 0;
  b.n_float_lists = 0;
  b.n_bools = 0;
  b.flat.clear();
  bool lists = false;
  int last = 0;
  for (int i = 0; i < b.n_args; ++i) b.fixed[i] = Arg();
  for (int i = 0; i < s.n; ++i) {
    const Param& p = s.params[size_t(i)];
    int to = c.canonical[i];
    int at = to < 0 ? i : to;
    b.ints[at].resize(0);
    Arg value;
    if (given[i] && (given[i]->given() || !p.default_len || p.optional))
      TRY(convert(name, shown_name(s, i, method), i + 1 - method, p, *given[i], b, at, value));
    else if (p.default_len)
      default_value(p, s.default_of(i), b, at, value);
    if (p.written) b.destination[b.n_destinations++] = value;
    if (to < 0) continue;
    b.fixed[to] = value;
    lists |= p.kind == ParamKind::tensor_list && value.given();
    if (value.given()) last = std::max(last, to + 1);
  }
  b.n_args = last;
  // add(1, 2): an op needs a tensor to start from.
  if (b.n_args && b.fixed[0].is_number() && takes_numbers_as_tensors(*c.row) &&
      std::none_of(b.fixed, b.fixed + b.n_args, [](const Arg& a) { return a.is_tensor(); })) {
    std::vector<Tensor> made;
    const Dims<SymInt> no_sizes;
    const Arg full[] = {Arg(no_sizes), b.fixed[0]};
    TRY(call_by_name(call.context, kTorch, "full", full, {}, made));
    b.number = std::move(made[0]);
    b.fixed[0] = Arg(b.number);
  }
  TRY(bind_out(call, c, b));
  if (lists) {
    b.flat.assign(b.fixed, b.fixed + b.n_args);
    for (int i = 0; i < b.n_args; ++i) {
      if (b.flat[size_t(i)].tag != Tag::borrowed_list) continue;
      Arg l = b.flat[size_t(i)];
      b.flat[size_t(i)] = Arg::tensor_list(int64_t(b.flat.size()), l.count);
      b.flat.insert(b.flat.end(), l.list, l.list + l.count);
    }
  }
  return {};
}

}  // namespace

// Elsewhere an overload takes a Scalar.
bool takes_numbers_as_tensors(const OpRow& row) {
  static constexpr std::string_view kNames[] = {"add", "sub", "mul", "div", "floor_divide", "copy"};
  return std::find(std::begin(kNames), std::end(kNames), row.name) != std::end(kNames);
}

const Overloads* find_overloads(Surface surface, std::string_view name) {
  const NameTable& t = names();
  auto it = t.names.find(std::pair<uint32_t, std::string>(surface, std::string(name)));
  return it == t.names.end() ? nullptr : &it->second;
}

std::vector<const Overloads*> overloads_of(Surface surface) {
  std::vector<const Overloads*> r;
  for (auto& [key, o] : names().names)
    if (key.first == surface) r.push_back(&o);
  return r;
}

Status bind(Context& c, const Overloads& o, std::span<const Arg> positional, std::span<const Keyword> keywords,
            Bound& out) {
  Call call{c, o, positional, keywords};
  for (const Candidate& candidate : o.candidates) {
    const Arg* given[kMaxParams] = {};
    Arg list;
    out.matched = matches(call, candidate, given, list);
    if (out.matched) return bind_to(call, candidate, given, out);
  }
  return type_error(o.shown + "() received an invalid combination of arguments");
}

std::vector<std::string> signatures_of(const Overloads& o) {
  std::vector<std::string> r;
  for (const Candidate& c : o.candidates) {
    r.push_back(schema_text(*c.schema, o.method ? "" : "input"));
    if (!c.out_form) continue;
    r.back().pop_back();
    const char* star = r.back().find("*, ") == std::string::npos ? ", *, " : ", ";
    r.back() += star + std::string(c.schema->n_returns == 1 ? "Tensor" : "tuple of Tensors") + " out = None)";
  }
  return r;
}

Status call_bound(Context& c, Bound& b, std::vector<Tensor>& result) {
  std::span<const Arg> args = b.args();
  int n = count_outs(*b.row, args);
  if (b.n_destinations && b.schema->written_param() < 0) return call_out(c, b, result);
  Arg few[kMaxReturns];
  std::vector<Arg> many(n > kMaxReturns ? size_t(n) : 0);
  std::span<Arg> out = many.empty() ? std::span(few, size_t(n)) : std::span(many);
  for (int k = 0; k < b.n_destinations; ++k) out[size_t(k)] = b.destination[k];
  TRY(dispatch(c, b.row->id(), args, out));
  result.clear();
  for (int k = 0; k < n; ++k) {
    const Arg& o = out[size_t(k)];
    result.push_back(!o.given() ? Tensor() : k < b.n_destinations ? Tensor(o.t) : Tensor::adopt(o.t));
  }
  return {};
}

Status call_by_name(Context& c, Surface surface, std::string_view name, std::span<const Arg> positional,
                    std::span<const Keyword> keywords, std::vector<Tensor>& result) {
  const Overloads* o = find_overloads(surface, name);
  if (!o) return Status::error(ErrorKind::attribute, "module 'torch' has no attribute '" + std::string(name) + "'");
  Bound b;
  TRY(bind(c, *o, positional, keywords, b));
  return call_bound(c, b, result);
}

}  // namespace adder::rt
