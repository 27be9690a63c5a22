#include "ir/passes/cse.h"
#include <cstring>
#include <unordered_map>
#include "ir/rewriter.h"
namespace adder::ir {
namespace {

void append(std::string& key, const void* p, size_t n) {
  key.append(static_cast<const char*>(p), n);
}
void append(std::string& key, SymInt v) {
  append(key, &v.hint, sizeof v.hint);
  append(key, &v.expr, sizeof v.expr);
}

std::string key_of(OpId op, std::span<const Arg> args, bool grad_enabled) {
  std::string key;
  append(key, &op, sizeof op);
  key += char(grad_enabled);
  for (const Arg& a : args) {
    key += char(a.tag);
    append(key, &a.count, sizeof a.count);
    switch (a.tag) {
      case rt::Tag::int_list:
        for (uint32_t k = 0; k < a.count; ++k) append(key, a.ints[k]);
        break;
      case rt::Tag::float_list: append(key, a.floats, a.count * sizeof(double)); break;
      case rt::Tag::bool_list: append(key, a.bools, a.count * sizeof(bool)); break;
      case rt::Tag::complex_number: append(key, a.z, sizeof *a.z); break;
      case rt::Tag::string: key += a.s; break;
      default: append(key, &a.value, sizeof a.value);
    }
    key += '|';
  }
  return key;
}

}  // namespace

Graph eliminate_common_subexpressions(Graph g) {
  // A value that is an output, or that an output is a view of, keeps its own memory.
  std::vector<bool> escapes(g.n_values());
  for (ValueId v : g.outputs()) escapes[v] = true;
  for (const WriteBack& w : g.write_backs()) escapes[w.source] = true;
  for (size_t i = g.nodes().size(); i-- > 0;) {
    const Node& n = g.nodes()[i];
    if (n.kind != NodeKind::call || n.row().kind != rt::OpKind::view) continue;
    for (uint32_t k = 0; k < n.n_results; ++k)
      if (escapes[n.first + k]) escapes[n.args[0].value] = true;
  }
  bool writes = false;
  for (const Node& n : g.nodes()) writes |= n.writes();
  if (writes) return g;  // memory that nodes write may differ between two reads

  Rewriter rw(g);
  std::unordered_map<std::string, ValueId> known;  // key -> first result, in the old graph
  for (const Node& n : g.nodes()) {
    bool pure = n.kind == NodeKind::call && n.row().kind != rt::OpKind::random;
    for (const Arg& a : n.args) pure &= a.tag != rt::Tag::generator;
    for (uint32_t k = 0; k < n.n_results; ++k) pure &= !escapes[n.first + k];
    if (!pure) {
      rw.copy(n);
      continue;
    }
    auto [at, fresh] = known.try_emplace(key_of(n.op, rw.args_of(n), n.grad_enabled), n.first);
    if (fresh) {
      rw.copy(n);
    } else {
      for (uint32_t k = 0; k < n.n_results; ++k) rw.set(n.first + k, rw.at(at->second + k));
    }
  }
  return rw.finish();
}

}  // namespace adder::ir
