#include "interp/parser/ast.h"

#include <algorithm>
#include <cstring>

namespace adder::ast {

const char* kind_name(Kind kind) {
  static constexpr const char* kNames[] = {
#define NODE(kind, fields) #kind,
#include "interp/parser/nodes.def"
  };
  return kNames[size_t(kind)];
}

namespace {
struct OperatorRow {
  const char* name;
  const char* spelling;
  int precedence;
};
constexpr OperatorRow kOperators[] = {
#define OPERATOR(name, spelling, precedence) {#name, spelling, precedence},
#include "interp/parser/operators.def"
};
}  // namespace

const char* operator_name(Operator op) {
  return kOperators[size_t(op)].name;
}
const char* operator_spelling(Operator op) {
  return kOperators[size_t(op)].spelling;
}
int operator_precedence(Operator op) {
  return kOperators[size_t(op)].precedence;
}

void Arena::grow(size_t n) {
  const size_t bytes = std::max<size_t>(n, blocks_.empty() ? 8 << 10 : 64 << 10);
  charge(bytes);
  capacity_ = bytes;
  blocks_.emplace_back(new char[capacity_]);
  total_ += capacity_;
  used_ = 0;
}

std::string_view Arena::copy(std::string_view text) {
  if (text.empty()) return {};
  char* p = static_cast<char*>(allocate(text.size()));
  memcpy(p, text.data(), text.size());
  return {p, text.size()};
}

const Identifier* Arena::intern(std::string_view text) {
  auto it = names_.find(text);
  if (it != names_.end()) return it->second;
  auto* name = new (allocate(sizeof(Identifier))) Identifier{copy(text)};
  names_.emplace(name->text, name);
  return name;
}

}  // namespace adder::ast
