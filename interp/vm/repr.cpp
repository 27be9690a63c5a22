// repr() and str() of values. Exact built-in kinds are written here; everything else goes through __repr__ and __str__.
#include <cstdio>

#include "interp/objects/bigint.h"
#include "interp/text/float_text.h"
#include "interp/text/unicode.h"
#include "interp/vm/frames.h"
#include "interp/vm/special.h"
#include "interp/vm/wanted.h"
#include "interp/vm/int_digits.h"
#include "interp/vm/native_depth.h"

namespace adder {

std::string quote(std::string_view utf8) {
  return text::quote(utf8);
}
std::string float_repr(double d) {
  return text::float_repr(d);
}

namespace {

std::string address(Value v) {
  char b[24];
  std::snprintf(b, sizeof b, "%p", static_cast<void*>(v.cell()));
  return b;
}

// While a container is being written its cell is marked; a second visit writes an ellipsis.
class Mark {
 public:
  explicit Mark(Cell* c) : cell_(c), owner_(!(c->flags & kBusy)) { cell_->flags |= kBusy; }
  ~Mark() {
    if (owner_) cell_->flags &= uint8_t(~kBusy);
  }
  bool again() const { return !owner_; }

 private:
  Cell* cell_;
  bool owner_;
};

bool write_list(Thread& th, List* l, std::string* out) {
  Mark mark(l);
  if (mark.again()) {
    *out += "[...]";
    return true;
  }
  *out += "[";
  for (uint32_t i = 0; i < l->len; ++i) {  // __repr__ may shorten the list
    if (i) *out += ", ";
    Owned item(inc(l->items[i]));
    if (!wanted(th) || !repr_of(th, item.get(), out)) return false;
  }
  *out += "]";
  return true;
}

bool write_tuple(Thread& th, Tuple* t, std::string* out) {
  Mark mark(t);
  if (mark.again()) {
    *out += "(...)";
    return true;
  }
  *out += "(";
  for (uint32_t i = 0; i < t->len; ++i) {
    if (i) *out += ", ";
    if (!wanted(th) || !repr_of(th, t->items[i], out)) return false;
  }
  *out += t->len == 1 ? ",)" : ")";
  return true;
}

bool write_dict(Thread& th, Dict* d, std::string* out) {
  Mark mark(d);
  if (mark.again()) {
    *out += "{...}";
    return true;
  }
  *out += "{";
  bool first = true;
  for (uint32_t i = 0; i < d->filled; ++i) {
    if (!d->entries[i].key.u) continue;
    Owned key(inc(d->entries[i].key));
    Owned value(inc(d->entries[i].val));
    if (!first) *out += ", ";
    first = false;
    if (!wanted(th) || !repr_of(th, key.get(), out)) return false;
    *out += ": ";
    if (!repr_of(th, value.get(), out)) return false;
  }
  *out += "}";
  return true;
}

bool write_view(Thread& th, Value v, const char* name, std::string* out) {
  Mark mark(v.cell());
  if (mark.again()) {
    *out += "...";
    return true;
  }
  Dict* d = v.as<DictView>()->dict;
  *out += (v.cell()->aux ? "o" : "") + std::string(name) + "([";
  bool first = true;
  for (uint32_t i = 0; i < d->filled; ++i) {
    if (!d->entries[i].key.u) continue;
    Owned key(inc(d->entries[i].key));
    Owned value(inc(d->entries[i].val));
    if (!first) *out += ", ";
    first = false;
    bool items = v.is(Kind::DictItems);
    if (items) *out += "(";
    if (!v.is(Kind::DictValues) && !repr_of(th, key.get(), out)) return false;
    if (items) *out += ", ";
    if (!v.is(Kind::DictKeys) && !repr_of(th, value.get(), out)) return false;
    if (items) *out += ")";
  }
  *out += "])";
  return true;
}

bool write_alias_part(Thread& th, Value v, std::string* out) {
  if (v.u == kEllipsis.u) {
    *out += "...";
    return true;
  }
  if (v.is(Kind::Type)) {
    *out += full_type_name(v.as<Type>());
    return true;
  }
  if (v.u == kNone.u) {
    *out += "None";
    return true;
  }
  if (v.is(Kind::List)) {
    Mark mark(v.cell());
    NativeDepth depth(th, " while getting the repr of an object");
    if (!depth) return false;
    *out += mark.again() ? "[..." : "[";
    for (uint32_t i = 0; !mark.again() && i < v.as<List>()->len; ++i) {
      if (i) *out += ", ";
      Owned item(inc(v.as<List>()->items[i]));
      if (!write_alias_part(th, item.get(), out)) return false;
    }
    *out += "]";
    return true;
  }
  return repr_of(th, v, out);
}

// `always`: a single quote has a backslash even between double ones.
void write_bytes(std::string_view s, std::string* out, bool always = false) {
  char mark = s.find('\'') != s.npos && s.find('"') == s.npos ? '"' : '\'';
  *out += "b";
  *out += mark;
  char b[8];
  for (char c : s) {
    unsigned char u = static_cast<unsigned char>(c);
    switch (c) {
      case '\t': *out += "\\t"; break;
      case '\n': *out += "\\n"; break;
      case '\r': *out += "\\r"; break;
      case '\\': *out += "\\\\"; break;
      default:
        if (c == mark || (always && c == '\'')) {
          *out += '\\';
          *out += c;
        } else if (u < 32 || u >= 127) {
          std::snprintf(b, sizeof b, "\\x%02x", u);
          *out += b;
        } else {
          *out += c;
        }
    }
  }
  *out += mark;
}

// As descriptors name their type: classes of scripts by the last part of their name.
std::string type_text(const Type* t) {
  return t->tflags & kHeapType ? std::string(t->name->sv()) : full_type_name(t);
}
std::string native_text(Thread& th, Value v) {
  Native* n = v.as<Native>();
  std::string name = n->def->name;
  Type* t = type_of(th, v);
  if (t == th.in.types[int(Kind::Native)]) {
    if (!n->owner) return "<built-in function " + name + ">";
    return "<built-in method " + name + " of type object at " + address(of(n->owner)) + ">";
  }
  return (t == th.in.wrapper_descriptor_type ? "<slot wrapper '" : "<method '") + name + "' of '" + full_type_name(n->owner) +
         "' objects>";
}

bool write_method(Thread& th, Value v, std::string* out) {
  Method* m = v.as<Method>();
  if (m->func.is(Kind::Native) && m->func.as<Native>()->owner) {
    std::string name = m->func.as<Native>()->def->name;
    *out += type_of(th, v) == th.in.method_wrapper_type ? "<method-wrapper '" + name + "'" : "<built-in method " + name;
    *out += " of " + type_name(th, m->self) + " object at " + address(m->self.is_cell() ? m->self : v) + ">";
    return true;
  }
  *out += "<bound method ";
  if (m->func.is(Kind::Func)) {
    Value q = m->func.as<Func>()->qualname;
    *out += is_str(q) ? std::string(sv(q)) : std::string("?");
  } else {
    Owned q(get_attr_or_stop(th, m->func, th.name(n_qualname)));
    if (!q) return false;
    *out += is_str(q.get()) ? std::string(sv(q.get())) : std::string("?");
  }
  *out += " of ";
  if (!repr_of(th, m->self, out)) return false;
  *out += ">";
  return true;
}

bool write_module(Thread& th, Value v, std::string* out) {
  Dict* d = v.as<Module>()->dict;
  Value name = dict_get(d, th.name(n_name));
  Value file = dict_get(d, th.name(n_file));
  *out += "<module ";
  if (!name.u)
    *out += "'?'";
  else if (!repr_of(th, name, out))
    return false;
  if (is_str(file)) {
    *out += " from ";
    if (!repr_of(th, file, out)) return false;
  } else if (is_str(name) &&
             (th.in.native_modules.count(sv(name)) || sv(name) == "builtins" || sv(name) == "__main__")) {
    *out += " (built-in)";
  }
  *out += ">";
  return true;
}

Value text_given(Thread& th, Value method, Value v, const char* what) {
  if (!th.native_stack_ok()) return kAbsent;
  Owned r(call_found(th, method, v));
  if (!r) return kAbsent;
  if (is_str(unwrap(r.get()))) return r.release();
  return th.raise(E_TypeError, "%s returned non-string (type %s)", what, type_name(th, r.get()).c_str());
}
bool call_text(Thread& th, Value method, Value v, const char* what, std::string* out) {
  Owned r(text_given(th, method, v, what));
  if (!r) return false;
  *out += sv(unwrap(r.get()));
  return true;
}

bool write_cell(Thread& th, Value v, std::string* out) {
  switch (v.cell()->kind) {
    case Kind::Int: return int_text(th, v, 10, out);
    case Kind::Str: *out += text::quote(sv(v)); return true;
    case Kind::Bytes: write_bytes(v.as<Bytes>()->sv(), out); return true;
    case Kind::ByteArray:
      *out += "bytearray(";
      write_bytes(v.as<ByteArray>()->sv(), out, true);
      *out += ")";
      return true;
    case Kind::Complex: *out += text::complex_repr(v.as<Complex>()->re, v.as<Complex>()->im); return true;
    case Kind::List: return write_list(th, v.as<List>(), out);
    case Kind::Tuple: return write_tuple(th, v.as<Tuple>(), out);
    case Kind::Dict: return write_dict(th, v.as<Dict>(), out);
    case Kind::Set: return set_repr(th, v, "set", out);
    case Kind::FrozenSet: return set_repr(th, v, "frozenset", out);
    case Kind::Range: {
      Range* r = v.as<Range>();
      *out += "range(";
      if (!repr_of(th, r->start, out)) return false;
      *out += ", ";
      if (!repr_of(th, r->stop, out)) return false;
      if (!(r->step.is_int() && r->step.as_int() == 1)) {
        *out += ", ";
        if (!repr_of(th, r->step, out)) return false;
      }
      *out += ")";
      return true;
    }
    case Kind::Slice: {
      Slice* s = v.as<Slice>();
      *out += "slice(";
      if (!repr_of(th, s->lo, out)) return false;
      *out += ", ";
      if (!repr_of(th, s->hi, out)) return false;
      *out += ", ";
      if (!repr_of(th, s->step, out)) return false;
      *out += ")";
      return true;
    }
    case Kind::DictKeys: return write_view(th, v, "dict_keys", out);
    case Kind::DictValues: return write_view(th, v, "dict_values", out);
    case Kind::DictItems: return write_view(th, v, "dict_items", out);
    case Kind::MappingProxy:
      *out += "mappingproxy(";
      if (!repr_of(th, v.as<MappingProxy>()->mapping, out)) return false;
      *out += ")";
      return true;
    case Kind::Func: {
      Value q = v.as<Func>()->qualname;
      *out += "<function " + std::string(is_str(q) ? sv(q) : std::string_view("?")) + " at " + address(v) + ">";
      return true;
    }
    case Kind::Native: *out += native_text(th, v); return true;
    case Kind::Method: return write_method(th, v, out);
    case Kind::Type: {
      Type* t = v.as<Type>();
      if (t->meta != th.in.type_type) {
        Value m = type_find(t->meta, th.name(n_repr));
        if (m.is(Kind::Func)) return call_text(th, m, v, "__repr__", out);
      }
      *out += "<class '" + full_type_name(t) + "'>";
      return true;
    }
    case Kind::Module: return write_module(th, v, out);
    case Kind::Gen:
    case Kind::Coroutine:
    case Kind::AsyncGen: {
      const char* what = v.is(Kind::Gen) ? "generator" : v.is(Kind::Coroutine) ? "coroutine" : "async_generator";
      Value q = v.as<Gen>()->qualname;
      *out += std::string("<") + what + " object " + std::string(is_str(q) ? sv(q) : std::string_view("?")) + " at " +
              address(v) + ">";
      return true;
    }
    case Kind::Cell: {
      Value inner = v.as<CellVar>()->v;
      *out += "<cell at " + address(v) + ": ";
      if (!inner.u)
        *out += "empty>";
      else
        *out += type_name(th, inner) + " object at " + (inner.is_cell() ? address(inner) : std::string("0x0")) + ">";
      return true;
    }
    case Kind::WeakRef: {
      Cell* t = v.as<WeakRef>()->target;
      *out += "<weakref at " + address(v);
      if (!t) {
        *out += "; dead>";
        return true;
      }
      const Owned target(inc(of(t)));
      *out += "; to '" + type_name(th, of(t)) + "' at " + address(of(t));
      Owned name(get_attr_or_stop(th, target.get(), th.name(n_name)));
      if (!name) return false;
      *out += is_str(name.get()) ? " (" + std::string(sv(name.get())) + ")>" : ">";
      return true;
    }
    case Kind::TupleGetter:
      *out += "_tuplegetter(" + std::to_string(v.as<TupleGetter>()->index) + ", ";
      if (!repr_of(th, v.as<TupleGetter>()->doc, out)) return false;
      *out += ')';
      return true;
    case Kind::Member:
      *out += "<member '" + std::string(v.as<Member>()->name->sv()) + "' of '" + type_text(v.as<Member>()->owner) + "' objects>";
      return true;
    case Kind::GetSet:
      *out += "<attribute '" + std::string(v.as<GetSet>()->def->name) + "' of '" +
              type_text(v.as<GetSet>()->owner) + "' objects>";
      return true;
    case Kind::Code: {
      Code* c = v.as<Code>();
      uint32_t line = c->first_line;
      *out += "<code object " + std::string(c->name->sv()) + " at " + address(v) + ", file \"" +
              std::string(c->filename->sv()) + "\", line " + std::to_string(line) + ">";
      return true;
    }
    case Kind::FrameObject: {
      FrameObject* f = v.as<FrameObject>();
      *out += "<frame at " + address(v) + ", file ";
      if (!repr_of(th, of(f->code->filename), out)) return false;
      *out += ", line " + std::to_string(frame_line(th, f)) + ", code " + std::string(f->code->name->sv()) + ">";
      return true;
    }
    case Kind::Super: {
      Super* s = v.as<Super>();
      *out += "<super: <class '" + std::string(s->type->name->sv()) + "'>, ";
      *out += s->self_type ? "<" + std::string(s->self_type->name->sv()) + " object>>" : std::string("NULL>");
      return true;
    }
    case Kind::StaticMethod:
    case Kind::ClassMethod:
      {
        std::string text;
        if (!repr_of(th, v.as<Wrapper>()->func, &text)) return false;
        // A method of a built-in type stands in its class without a wrapper of its own, as far as one can see.
        const bool of_type =
            v.is(Kind::ClassMethod) && v.as<Wrapper>()->func.is(Kind::Native) && text.starts_with("<method ") &&
            (v.as<Wrapper>()->func.as<Native>()->def->flags & kClassMethod || text.starts_with("<method '__class_getitem"));
        *out += of_type ? text : (v.is(Kind::StaticMethod) ? "<staticmethod(" : "<classmethod(") + text + ")>";
        return true;
      }
    case Kind::GenericAlias: {
      GenericAlias* g = v.as<GenericAlias>();
      if (g->starred) *out += "*";
      if (!write_alias_part(th, g->origin, out)) return false;
      *out += "[";
      for (uint32_t i = 0; i < g->args->len; ++i) {
        if (i) *out += ", ";
        if (!write_alias_part(th, g->args->items[i], out)) return false;
      }
      if (g->args->len == 0) *out += "()";
      *out += "]";
      return true;
    }
    case Kind::Union: {
      Tuple* args = v.as<Union>()->args;
      for (uint32_t i = 0; i < args->len; ++i) {
        if (i) *out += " | ";
        Value x = args->items[i];
        if (x.is(Kind::Type) && x.as<Type>() == th.in.small_types[kNone.u >> 3])
          *out += "None";
        else if (!write_alias_part(th, x, out))
          return false;
      }
      return true;
    }
    default: *out += object_repr(th, v); return true;
  }
}

}  // namespace

// The text that object.__repr__ gives.
std::string object_repr(Thread& th, Value v) {
  Type* t = type_of(th.in, v);
  std::string name = full_type_name(t);
  return "<" + name + " object at " + (v.is_cell() ? address(v) : std::string("0x0")) + ">";
}

// repr of a set or frozenset under the name of its type, which may be a subclass.
bool set_repr(Thread& th, Value v, std::string_view name, std::string* out) {
  Set* s = unwrap(v).as<Set>();
  if (!s->used) {
    *out += std::string(name) + "()";
    return true;
  }
  Mark mark(s);
  if (mark.again()) {
    *out += std::string(name) + "(...)";
    return true;
  }
  bool plain = name == "set";
  *out += plain ? "{" : std::string(name) + "({";
  std::vector<Value> items;
  bool ok = iterate(th, v, &items);  // as an __iter__ of a subclass gives them
  for (size_t i = 0; ok && i < items.size(); ++i) {
    if (i) *out += ", ";
    ok = repr_of(th, items[i], out);
  }
  for (Value item : items) dec(item);
  if (!ok) return false;
  *out += plain ? "}" : "})";
  return true;
}

bool repr_of(Thread& th, Value v, std::string* out) {
  if (v.is_float()) {
    *out += text::float_repr(v.as_float());
    return true;
  }
  if (v.is_int()) {
    *out += std::to_string(v.as_int());
    return true;
  }
  if (!v.is_cell()) {
    *out += v.u == kNone.u             ? "None"
            : v.u == kTrue.u           ? "True"
            : v.u == kFalse.u          ? "False"
            : v.u == kEllipsis.u       ? "Ellipsis"
            : v.u == kNotImplemented.u ? "NotImplemented"
                                       : "<unbound>";
    return true;
  }
  NativeDepth depth(th, " while getting the repr of an object");
  if (!depth) return false;
  Owned hold(inc(v));  // what __repr__ methods do may drop it
  if (!has_fields(v)) return write_cell(th, v, out);
  Value m = type_find(v.as<Instance>()->type(), th.name(n_repr));
  if (m.u && m.u != kNone.u) return call_text(th, m, v, "__repr__", out);
  *out += object_repr(th, v);
  return true;
}

// The method that str() of an instance comes to: object's __str__ asks __repr__, except that of bytes. kAbsent: none.
static Value str_method(Thread& th, Value v) {
  Type* t = v.as<Instance>()->type();
  Value m = type_find(t, th.name(n_str));
  const bool inherited = m.is(Kind::Native) && m.as<Native>()->owner == th.in.object_type;
  if (inherited && t->payload_kind != Kind::Bytes && t->payload_kind != Kind::ByteArray)
    m = type_find(t, th.name(n_repr));
  return m.u == kNone.u ? kAbsent : m;
}
Value repr_object(Thread& th, Value v) {
  Value m = has_fields(v) ? type_find(v.as<Instance>()->type(), th.name(n_repr)) : kAbsent;
  if (m.is(Kind::Func)) {
    NativeDepth depth(th, " while getting the repr of an object");
    return depth ? text_given(th, m, v, "__repr__") : kAbsent;
  }
  std::string out;
  return repr_of(th, v, &out) ? of(str(th, out)) : kAbsent;
}
Value str_object(Thread& th, Value v) {
  if (is_str(v)) return inc(v);
  Value m = has_fields(v) ? str_method(th, v) : kAbsent;
  if (m.is(Kind::Func)) return text_given(th, m, v, "__str__");
  std::string out;
  return str_of(th, v, &out) ? of(str(th, out)) : kAbsent;
}
bool str_of(Thread& th, Value v, std::string* out) {
  if (is_str(v)) {
    *out += sv(v);
    return true;
  }
  if (has_fields(v)) {
    Value u = unwrap(v);
    Value m = str_method(th, v);
    if (m.is(Kind::Native) && (u.is(Kind::Bytes) || u.is(Kind::ByteArray))) return write_cell(th, u, out);
    if (m.u) return call_text(th, m, v, "__str__", out);
  } else if (v.is(Kind::Type) && v.as<Type>()->meta != th.in.type_type) {
    Value m = type_find(v.as<Type>()->meta, th.name(n_str));
    if (m.is(Kind::Func)) return call_text(th, m, v, "__str__", out);
  }
  if (v.is(Kind::MappingProxy)) return th.native_stack_ok() && str_of(th, v.as<MappingProxy>()->mapping, out);
  return repr_of(th, v, out);
}

}  // namespace adder
