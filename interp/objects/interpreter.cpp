#include "interp/objects/interpreter.h"

#include <cstring>

#include "interp/vm/native.h"

namespace adder {
namespace {
const char* const kNameTexts[] = {
#define X(ident, text) text,
#include "interp/objects/names.def"
#undef X
};
struct KindRow {
  const char* name;
  bool container;
};
const KindRow kKindRows[] = {
#define X(name, text, container) {text, container},
#include "interp/objects/kinds.def"
#undef X
};
const char* const kIterNames[] = {
#define X(name, text) text,
#include "interp/objects/iters.def"
#undef X
};

Type* make_type(Interpreter& in, const char* name, Type* base, Kind k, uint32_t flags = 0) {
  std::string_view full = name;
  TypeSpec s{};
  size_t dot = full.rfind('.');
  if (dot != full.npos) s.module = intern(in, full.substr(0, dot));
  s.name = intern(in, dot == full.npos ? full : full.substr(dot + 1));
  if (base) s.bases = {base};
  s.dict = dict(in);
  s.meta = in.type_type;
  s.inst_kind = k;
  s.flags = flags | kImmutable;
  return new_type(in, s);
}
// Types whose instances scripts can subclass with a hidden payload, and whose exact kind has no __dict__.
bool can_be_base(Kind k) {
  switch (k) {
    case Kind::Int:
    case Kind::Float:
    case Kind::Complex:
    case Kind::Str:
    case Kind::Bytes:
    case Kind::ByteArray:
    case Kind::Tuple:
    case Kind::List:
    case Kind::Dict:
    case Kind::Set:
    case Kind::FrozenSet:
    case Kind::Type:
    case Kind::Property:
    case Kind::StaticMethod:
    case Kind::ClassMethod:
    case Kind::Module:
    case Kind::WeakRef:
    case Kind::Super:
    case Kind::GenericAlias: return true;
    default: return false;
  }
}
bool constructible(IterKind k) {  // the iterators that scripts make by calling their type, and can derive from
  return k == IterKind::Reversed || k == IterKind::Enumerate || k == IterKind::Zip || k == IterKind::Map || k == IterKind::Filter;
}
}  // namespace

namespace {
// Texts of one character up to U+00FF have a table of their own, which comes first of all.
Str* one_character(const Interpreter& in, std::string_view v) {
  uint8_t c = v.empty() ? 0 : uint8_t(v[0]);
  if (v.size() == 1 && c < 0x80) return in.latin1[c];
  if (v.size() == 2 && (c & 0xFE) == 0xC2) return in.latin1[(c & 3) << 6 | (uint8_t(v[1]) & 0x3F)];
  return nullptr;
}
void make_immortal(Str* s, int flags = kInterned) {
  s->count = 1u << 30;
  s->flags |= flags | kImmortal;
  str_hash(s);
}
}  // namespace

Str* intern(Interpreter& in, std::string_view v) {
  if (v.size() <= 2)
    if (Str* s = one_character(in, v)) return s;
  const uint32_t hash = text_hash(v);
  if (Str* s = in.interned.find(v, hash)) return s;
  Str* s = str(in, v);
  make_immortal(s);
  in.interned.add(s);
  return s;
}
Str* intern(Interpreter& in, Str* s) {
  return s->flags & kInterned ? s : intern(in, s->sv());
}
Str* hidden_name(Interpreter& in, std::string_view v) {
  auto it = in.hidden_names.find(v);
  if (it != in.hidden_names.end()) return it->second;
  Str* s = str(in, v);
  make_immortal(s, 0);
  in.hidden_names.emplace(s->sv(), s);
  return s;
}
Value intern_value(Interpreter& in, std::string_view v) {
  return of(intern(in, v));
}
Str* char_str(Interpreter& in, uint32_t c) {
  if (c < 256) return inc(in.latin1[c]);
  char b[4];
  size_t n = utf8_encode(c, b);
  return str(in, {b, n});
}

// Does a special method's name mean a slot of CPython's types, on types that do not also have it as an ordinary method?
bool is_slot_name(std::string_view name) {
  if (name.size() < 5 || !name.starts_with("__") || !name.ends_with("__")) return false;
  static constexpr std::string_view kMethods[] = {
      "class_getitem", "init_subclass", "subclasshook", "reduce",        "reduce_ex",     "sizeof",      "dir",
      "format",        "getstate",      "setstate",     "getnewargs",    "getnewargs_ex", "round",       "trunc",
      "floor",         "ceil",          "complex",      "bytes",         "length_hint",   "reversed",    "enter",
      "exit",          "missing",       "copy",         "deepcopy",      "instancecheck", "subclasscheck", "prepare",
      "subclasses",    "set_name",      "aenter",       "aexit",         "getformat",     "fspath",      "mro_entries"};
  std::string_view inner = name.substr(2, name.size() - 4);
  for (std::string_view m : kMethods)
    if (inner == m) return false;
  return true;
}
bool is_slot(const Native* n) {
  const std::string_view name = n->def->name;
  if (!is_slot_name(name)) return false;
  const Kind k = n->owner->inst_kind;
  if (name == "__getitem__") return k != Kind::List && k != Kind::Dict;
  if (name == "__contains__") return k != Kind::Dict && k != Kind::Set && k != Kind::FrozenSet;
  return true;
}
Type* type_of_native(const Interpreter& in, Value v) {
  if (v.is(Kind::Native)) {
    Native* n = v.as<Native>();
    if (!n->owner || (n->def->flags & kStaticMethod) || !std::strcmp(n->def->name, "__new__")) return in.types[int(Kind::Native)];
    return is_slot(n) ? in.wrapper_descriptor_type : in.method_descriptor_type;
  }
  if (v.is(Kind::Method)) {
    Value f = v.as<Method>()->func;
    if (!f.is(Kind::Native)) return in.types[int(Kind::Method)];
    return f.as<Native>()->owner && is_slot(f.as<Native>()) ? in.method_wrapper_type : in.types[int(Kind::Native)];
  }
  return v.cell()->aux ? in.classmethod_descriptor_type : in.types[int(Kind::ClassMethod)];
}

Interpreter::Interpreter() {
  for (uint32_t c = 0; c < 256; c++) {
    char b[4];
    size_t n = utf8_encode(c, b);
    latin1[c] = str(*this, std::string_view(b, n));
    make_immortal(latin1[c]);
  }
  for (int i = 0; i < kNameCount; i++) {
    bool hidden = kNameTexts[i][0] == '.' && kNameTexts[i][1];
    names[i] = hidden ? hidden_name(*this, kNameTexts[i]) : intern(*this, kNameTexts[i]);
  }
  hidden_payload = hidden_name(*this, ".payload");
  hidden_dict = hidden_name(*this, ".dict");
  empty_tuple = nullptr;
  empty_tuple = tuple(heap, 0);
  init_types(*this);
  builtins = dict(heap);
  modules = dict(heap);
  sys_path = of(list(heap));
}
void init_types(Interpreter& in) {
  in.type_type = nullptr;
  in.object_type = nullptr;
  in.object_type = make_type(in, "object", nullptr, Kind::Instance);
  in.type_type = make_type(in, "type", in.object_type, Kind::Type, kIsMeta);
  in.object_type->meta = in.type_type->meta = in.type_type;
  in.type_type->count += 2;
  in.object_type->tflags |= kNoDict;
  for (int k = 0; k < kKindCount; k++) {
    Kind kind = Kind(k);
    if (kind == Kind::Instance || kind == Kind::Extension)
      in.types[k] = in.object_type;
    else if (kind == Kind::Type)
      in.types[k] = in.type_type;
    else if (kind == Kind::Exc)
      in.types[k] = make_type(in, "BaseException", in.object_type, Kind::Exc, kIsExc);
    else if (kind == Kind::Bool)
      in.types[k] = make_type(in, "bool", in.types[int(Kind::Int)], Kind::Bool, kFinal);
    else
      in.types[k] = make_type(in, kKindRows[k].name, in.object_type, kind, can_be_base(kind) ? 0u : kFinal);
  }
  for (Type*& t : in.small_types) t = in.object_type;
  in.small_types[kNone.u >> 3] = in.types[int(Kind::None)];
  in.small_types[kFalse.u >> 3] = in.small_types[kTrue.u >> 3] = in.types[int(Kind::Bool)];
  in.small_types[kEllipsis.u >> 3] = in.types[int(Kind::Ellipsis)];
  in.small_types[kNotImplemented.u >> 3] = in.types[int(Kind::NotImplemented)];
  for (int i = 0; i < int(IterKind::Count); i++)
    in.iter_types[i] = make_type(in, kIterNames[i], in.object_type, Kind::Iter, constructible(IterKind(i)) ? 0u : kFinal);
  in.method_descriptor_type = make_type(in, "method_descriptor", in.object_type, Kind::Native, kFinal);
  in.wrapper_descriptor_type = make_type(in, "wrapper_descriptor", in.object_type, Kind::Native, kFinal);
  in.method_wrapper_type = make_type(in, "method-wrapper", in.object_type, Kind::Method, kFinal);
  in.classmethod_descriptor_type = make_type(in, "classmethod_descriptor", in.object_type, Kind::ClassMethod, kFinal);
  in.exc[E_BaseException] = in.types[int(Kind::Exc)];
#define X(name, base) in.exc[E_##name] = make_type(in, #name, in.exc[E_##base], Kind::Exc, kIsExc);
#include "interp/objects/exceptions.def"
#undef X
}
}  // namespace adder
