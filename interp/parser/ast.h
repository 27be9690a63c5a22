// AST: plain nodes in an arena, generated from nodes.def. Nodes hold byte offsets into the source, never tokens, so
// the token list may go once the tree stands. A node is a member of at most one list (`next`).
#pragma once
#include <functional>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "interp/parser/source.h"

namespace adder::ast {

enum class Kind : uint8_t {
#define NODE(kind, fields) kind,
#include "interp/parser/nodes.def"
  Count
};
const char* kind_name(Kind);

enum class Operator : uint8_t {
#define OPERATOR(name, spelling, precedence) name,
#include "interp/parser/operators.def"
  Count
};
const char* operator_name(Operator);      // as `ast` calls it: "Add"
const char* operator_spelling(Operator);  // "+"
int operator_precedence(Operator);

// An identifier, or a dotted module name; equal names are one object per tree.
struct Identifier {
  std::string_view text;
};

struct Node {
  static constexpr uint8_t kParenthesized = 1;
  Kind kind;
  uint8_t flags = 0;
  uint32_t begin = 0;  // bytes [begin, end) of the source
  uint32_t end = 0;
  Node* next = nullptr;
};

struct NodeList {
  Node* first = nullptr;
  Node* last = nullptr;
  uint32_t count = 0;

  struct Iterator {
    Node* n;
    Node* operator*() const { return n; }
    Iterator& operator++() {
      n = n->next;
      return *this;
    }
    bool operator!=(Iterator o) const { return n != o.n; }
  };
  Iterator begin() const { return {first}; }
  Iterator end() const { return {nullptr}; }
  bool empty() const { return !first; }
  void push(Node* n) {
    if (first) {
      last->next = n;
    } else {
      first = n;
    }
    last = n;
    count++;
  }
};

// A constant as written. `text` is the decoded value of a str (UTF-8, lone surrogates as three bytes) or bytes, or the
// digits of an integer beyond 64 bits (with 0x, 0o, 0b; no underscores). It lives in the arena.
struct Literal {
  enum Type : uint8_t { None, False, True, Ellipsis, Int, BigInt, Float, Imaginary, Str, Bytes } type = None;
  bool unicode_prefix = false;
  union {
    int64_t integer = 0;
    double real;
  };
  std::string_view text;
};

#define CHILD(f) Node* f = nullptr;
#define OPT(f) Node* f = nullptr;
#define LIST(f) NodeList f;
#define NAME(f) const Identifier* f = nullptr;
#define OPTNAME(f) const Identifier* f = nullptr;
#define OP(f) Operator f = Operator::Add;
#define FLAG(f) bool f = false;
#define INT(f) int32_t f = 0;
#define LITERAL(f) Literal f;
#define NODE(k, fields)                    \
  struct k : Node {                        \
    static constexpr Kind kKind = Kind::k; \
    fields                                 \
  };
#include "interp/parser/nodes.def"

template <class T>
T* as(Node* n) {
  return static_cast<T*>(n);
}
template <class T>
const T* as(const Node* n) {
  return static_cast<const T*>(n);
}
template <class T>
T* cast(Node* n) {  // null if n is another kind
  return n && n->kind == T::kKind ? static_cast<T*>(n) : nullptr;
}

// Calls f(child) for every direct child node, in source order of the fields.
template <class F>
void each_child(Node* n, F&& f) {
  switch (n->kind) {
#define CHILD(x) f(t->x);
#define OPT(x) \
  if (t->x) f(t->x);
#define LIST(x)           \
  for (Node * c : t->x) { \
    f(c);                 \
  }
#define NAME(x)
#define OPTNAME(x)
#define OP(x)
#define FLAG(x)
#define INT(x)
#define LITERAL(x)
#define NODE(k, fields)           \
  case Kind::k: {                 \
    auto* t = static_cast<k*>(n); \
    (void)t;                      \
    fields break;                 \
  }
#include "interp/parser/nodes.def"
    case Kind::Count: break;
  }
}

// Owns the nodes and names of one tree.
class Arena {
 public:
  // Told of memory before it is taken, here and by whoever works on the tree; it may throw to end the work.
  using Charge = std::function<void(size_t bytes)>;
  explicit Arena(const Charge* charge = nullptr) : charge_(charge) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <class T>
  T* make(uint32_t begin, uint32_t end) {
    static_assert(std::is_trivially_destructible_v<T>);
    T* n = new (allocate(sizeof(T))) T();
    n->kind = T::kKind;
    n->begin = begin;
    n->end = end;
    return n;
  }
  const Identifier* intern(std::string_view text);
  std::string_view copy(std::string_view text);
  size_t bytes() const { return total_; }
  void charge(size_t bytes) const {
    if (charge_) (*charge_)(bytes);
  }

 private:
  void* allocate(size_t n) {
    n = (n + 7) & ~size_t(7);
    if (used_ + n > capacity_) grow(n);
    void* p = blocks_.back().get() + used_;
    used_ += n;
    return p;
  }
  void grow(size_t n);
  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t used_ = 0;
  size_t capacity_ = 0;
  size_t total_ = 0;
  const Charge* charge_;
  std::unordered_map<std::string_view, const Identifier*> names_;
};

}  // namespace adder::ast
