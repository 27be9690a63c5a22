#include "runtime/ops/binder.h"
#include <map>
namespace adder::rt {
namespace {
struct Candidate {
  const OpRow* row;
  const Schema* schema;
};
const std::map<std::string_view, std::vector<Candidate>>& names() {  // Python name -> overloads of every op that has it
  static const auto* m = [] {
    auto* r = new std::map<std::string_view, std::vector<Candidate>>;
    for (auto* row : all_ops())
      for (auto& s : row->schemas) (*r)[s.base_name()].push_back({row, &s});
    return r;
  }();
  return *m;
}
const char* type_name(const Arg& a) {
  static constexpr const char* kNames[] = {"NoneType", "Tensor", "int", "float", "bool", "tuple", "torch.dtype", "str"};
  return kNames[int(a.tag)];
}
const char* wanted_name(ParamKind k) {
  static constexpr const char* kNames[] = {"Tensor", "Number", "int", "tuple of ints",
                                           "bool",   "float",  "str", "torch.dtype"};
  return kNames[int(k)];
}
bool accepts(const Param& p, const Arg& a) {
  if (!a.given()) return p.optional;
  switch (p.kind) {
    case ParamKind::tensor: return a.is_tensor();
    case ParamKind::scalar: return a.is_number();
    case ParamKind::integer: return a.tag == Tag::integer;
    case ParamKind::int_list: return a.tag == Tag::int_list || a.tag == Tag::integer;
    case ParamKind::boolean: return a.tag == Tag::boolean;
    case ParamKind::floating: return a.tag == Tag::floating || a.tag == Tag::integer;
    case ParamKind::string: return a.tag == Tag::string;
    case ParamKind::dtype: return a.tag == Tag::dtype;
  }
  return false;
}
std::string_view shown_name(const Schema& s, int i) {
  return s.name_of(i) == "self" ? "input" : s.name_of(i);
}

// On failure `at` is the parameter that did not fit (or -1) and `out` is unspecified.
Status try_bind(const Candidate& c, std::string_view fn, std::span<const Arg> pos, std::span<const Keyword> kw,
                Bound& out, int& at) {
  const Schema& s = *c.schema;
  const Schema& canon = c.row->canonical();
  out = {};
  out.row = c.row;
  out.args.resize(canon.n);
  at = -1;
  std::string name(fn);
  int n_pos = 0;
  for (int i = 0; i < s.n; ++i) n_pos += !s.params[i].keyword_only;
  if (int(pos.size()) > n_pos)
    return Status::error(name + "() takes " + std::to_string(n_pos) + " positional arguments but " +
                         std::to_string(pos.size()) + " were given");
  for (auto& [k, v] : kw)
    if (s.find(k) < 0 && !(k == "input" && s.find("self") >= 0))
      return Status::error(name + "() got an unexpected keyword argument '" + std::string(k) + "'");
  for (int i = 0; i < s.n; ++i) {
    const Param& p = s.params[i];
    bool have = i < int(pos.size()) && !p.keyword_only, by_keyword = false;
    Arg a = have ? pos[i] : Arg();
    for (auto& [k, v] : kw)
      if (k == s.name_of(i) || k == shown_name(s, i)) {
        if (have) return Status::error(name + "() got multiple values for argument '" + std::string(k) + "'");
        a = v;
        have = by_keyword = true;
      }
    at = i;
    if (!have) {
      if (!p.default_len && !p.optional)
        return Status::error(name + "() missing 1 required positional arguments: \"" + std::string(shown_name(s, i)) +
                             "\"");
      std::string_view d =
          s.default_of(i);  // absent numbers and strings stay none: "the default" is its own program variant
      if (p.kind == ParamKind::boolean)
        a = Arg(d == "True");
      else if (p.kind == ParamKind::integer && d != "None")
        a = Arg(int64_t(std::strtoll(std::string(d).c_str(), nullptr, 10)));
    } else if (!accepts(p, a)) {
      return Status::error(name + "(): argument '" + std::string(shown_name(s, i)) + "'" +
                           (by_keyword ? "" : " (position " + std::to_string(i + 1) + ")") + " must be " +
                           wanted_name(p.kind) + ", not " + type_name(a));
    }
    if (p.kind == ParamKind::int_list && a.tag == Tag::integer) {
      Dims<SymInt>& l = out.lists[out.n_lists++];
      l.push(a.sym());
      a = Arg(l);
    }
    if (p.kind == ParamKind::floating && a.tag == Tag::integer) a = Arg(double(a.i));
    if (p.written) out.destination = a;  // Tensor(a!): the result is written here
    if (int to = canon.find(s.name_of(i)); to >= 0) out.args[to] = a;
  }
  return {};
}
}  // namespace

Status bind(std::string_view name, std::span<const Arg> pos, std::span<const Keyword> kw, Bound& out) {
  auto it = names().find(name);
  if (it == names().end()) return Status::error("module 'torch' has no attribute '" + std::string(name) + "'");
  std::vector<std::pair<int, Status>> failures;
  for (auto& c : it->second) {
    int at;
    Status s = try_bind(c, name, pos, kw, out, at);
    if (s.ok()) return {};
    failures.push_back({at, std::move(s)});
  }
  bool same = true;  // every overload stumbles over the same argument: name it
  for (auto& f : failures) same &= f.first == failures[0].first;
  if (same) return std::move(failures[0].second);
  std::string got, list;
  for (auto& a : pos) got += (got.empty() ? "" : ", ") + std::string(type_name(a));
  for (auto& [k, v] : kw) got += (got.empty() ? "" : ", ") + std::string(k) + "=" + type_name(v);
  for (auto& c : it->second) list += "\n * " + schema_text(*c.schema, "input");
  return Status::error(std::string(name) + "() received an invalid combination of arguments - got (" + got +
                       "), but expected one of:" + list);
}
Status call_by_name(Context& c, std::string_view name, std::span<const Arg> pos, std::span<const Keyword> kw,
                    std::vector<Tensor>& result) {
  Bound b;
  TRY(bind(name, pos, kw, b));
  Arg out[4];
  out[0] = b.destination;
  size_t n = size_t(b.row->n_outs());
  TRY(dispatch(c, b.row->id(), b.args, {out, n}));
  result.clear();
  for (size_t k = 0; k < n; ++k)
    result.push_back(k == 0 && b.destination.given() ? Tensor(out[0].t) : Tensor::adopt(out[k].t));
  return {};
}
}  // namespace adder::rt
