// memoryview: one-dimensional views of bytes-like objects, with the formats of struct's single items.
#include <cstring>

#include "stdlib/native/array.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/struct_format.h"

namespace adder::lib {
namespace {

struct View {
  Value owner = kAbsent;  // bytes, bytearray, array, bytes of a BytesIO: counted
  size_t start = 0;       // bytes into the owner's buffer
  size_t count = 0;       // items
  int64_t stride = 1;     // in items
  char format = 'B';
  size_t item = 1;
  bool released = false;
  uint32_t* exports = nullptr;  // the owner's count of views, which has this one in it
};
View* view_of(Value v) {
  return payload<View>(v);
}
void release(View* v) {
  if (v->exports) --*v->exports;
  v->exports = nullptr;
  v->released = true;
}
void destroy_view(void* p) {
  release(static_cast<View*>(p));
  dec(static_cast<View*>(p)->owner);
}
void traverse_view(void* p, Visitor& v) {
  v.visit(static_cast<View*>(p)->owner);
}
View* open_of(Thread& th, Value v) {
  View* w = view_of(v);
  if (!w->released) return w;
  th.raise(E_ValueError, "operation forbidden on released memoryview object");
  return nullptr;
}
Value make_view(Thread& th, Value owner) {
  Value self = of(instance(th, library_state(th.in).memoryview));
  View* w = new (payload<View>(self)) View();
  w->owner = inc(owner);
  w->exports = exports_of(th, owner);
  if (w->exports) ++*w->exports;
  return self;
}
Value view_new(Thread& th, Value* a, int) {
  if (is_instance_of(a[1], library_state(th.in).memoryview)) {
    View* from = open_of(th, a[1]);
    if (!from) return kAbsent;
    Value r = make_view(th, from->owner);
    View* w = view_of(r);
    w->start = from->start;
    w->count = from->count;
    w->stride = from->stride;
    w->format = from->format;
    w->item = from->item;
    return r;
  }
  Value owner = unwrap(a[1]);
  Buffer b;
  if (is_str(owner) || !get_buffer(th, owner, &b)) {
    th.clear_pending();
    return th.raise(E_TypeError, "memoryview: a bytes-like object is required, not '%s'", type_name(th, a[1]).c_str());
  }
  Value r = make_view(th, owner);
  view_of(r)->format = b.format;
  view_of(r)->item = b.item;
  view_of(r)->count = b.view.size() / b.item;
  return r;
}
// The address of item i.
bool item_at(Thread& th, View* w, int64_t i, char** out, bool write) {
  Buffer b;
  if (!get_buffer(th, w->owner, &b)) return false;
  if (write && !b.writable) {
    th.raise(E_TypeError, "cannot modify read-only memory");
    return false;
  }
  *out = const_cast<char*>(b.view.data()) + int64_t(w->start) + i * w->stride * int64_t(w->item);
  return true;
}
std::string gather(Thread& th, View* w) {
  std::string out;
  out.reserve(w->count * w->item);
  for (size_t i = 0; i < w->count; ++i) {
    char* p;
    if (item_at(th, w, int64_t(i), &p, false)) out.append(p, w->item);
  }
  return out;
}
Value item_value(Thread& th, View* w, int64_t i) {
  char* p;
  if (!item_at(th, w, i, &p, false)) return kAbsent;
  return unpack_item(th, w->format, p);
}
bool index_arg(Thread& th, Value self, View* w, Value k, int64_t* out) {
  if (!is_intlike(unwrap(k)) && !(k.is_cell() && type_find(type_of(th.in, k), th.name(n_index)).u)) {
    th.raise(E_TypeError, "memoryview: invalid slice key");
    return false;
  }
  Owned exact(to_int_object(th, k));
  if (!exact || !open_of(th, self)) return false;  // __index__ may have released it
  if (is_big(exact.get())) {
    th.raise(E_IndexError, "cannot fit '%s' into an index-sized integer", type_name(th, k).c_str());
    return false;
  }
  *out = to_int(exact.get());
  if (*out < 0) *out += int64_t(w->count);
  if (*out < 0 || *out >= int64_t(w->count)) {
    th.raise(E_IndexError, "index out of bounds on dimension 1");
    return false;
  }
  return true;
}
Value sub_view(Thread& th, Value self, View* w, Slice* s) {
  int64_t lo;
  int64_t hi;
  int64_t step;
  int64_t n;
  if (!slice_indices(th, s, int64_t(w->count), &lo, &hi, &step, &n) || !open_of(th, self)) return kAbsent;
  Value r = make_view(th, w->owner);
  View* v = view_of(r);
  *v = {v->owner,  size_t(int64_t(w->start) + lo * w->stride * int64_t(w->item)),
        size_t(n), w->stride * step,
        w->format, w->item,
        false,     v->exports};
  return r;
}
Value view_getitem(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w) return kAbsent;
  if (a[1].is(Kind::Slice)) return sub_view(th, a[0], w, a[1].as<Slice>());
  int64_t i;
  return index_arg(th, a[0], w, a[1], &i) ? item_value(th, w, i) : kAbsent;
}
bool writable(Thread& th, View* w) {
  Buffer b;
  if (!get_buffer(th, w->owner, &b)) return false;
  if (!b.writable) th.raise(E_TypeError, "cannot modify read-only memory");
  return b.writable;
}
Value view_delitem(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  return w && writable(th, w) ? th.raise(E_TypeError, "cannot delete memory") : kAbsent;
}
Value view_setitem(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w || !writable(th, w)) return kAbsent;
  char* p;
  if (a[1].is(Kind::Slice)) {
    Owned part(sub_view(th, a[0], w, a[1].as<Slice>()));
    if (!part) return kAbsent;
    View* v = view_of(part.get());
    Buffer from;
    std::string copy;
    if (is_instance_of(a[2], library_state(th.in).memoryview)) {
      View* source = open_of(th, a[2]);
      if (!source) return kAbsent;
      copy = gather(th, source);
    } else {
      if (!get_buffer(th, a[2], &from)) return kAbsent;
      copy = from.view;
    }
    if (copy.size() != v->count * v->item)
      return th.raise(E_ValueError, "memoryview assignment: lvalue and rvalue have different structures");
    for (size_t i = 0; i < v->count; ++i) {
      if (!item_at(th, v, int64_t(i), &p, true)) return kAbsent;
      memcpy(p, copy.data() + i * v->item, v->item);
    }
    return kNone;
  }
  int64_t i;
  char item[8];
  if (!index_arg(th, a[0], w, a[1], &i) || !item_at(th, w, i, &p, true)) return kAbsent;
  if (!pack_item(th, w->format, a[2], item)) {
    if (th.pending_is(E_TypeError)) {
      th.clear_pending();
      return th.raise(E_TypeError, "memoryview: invalid type for format '%c'", w->format);
    }
    th.clear_pending();
    return th.raise(E_ValueError, "memoryview: invalid value for format '%c'", w->format);
  }
  // Packing may have run a script, which may have released the view.
  if (!open_of(th, a[0]) || !item_at(th, w, i, &p, true)) return kAbsent;
  memcpy(p, item, w->item);
  return kNone;
}
Value view_len(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  return w ? integer(th, int64_t(w->count)) : kAbsent;
}
Value view_tobytes(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  return w ? new_bytes(th, gather(th, w)) : kAbsent;
}
Value view_tolist(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w) return kAbsent;
  Ref<List> l(list(th, w->count));
  for (size_t i = 0; i < w->count; ++i) {
    Value v = item_value(th, w, int64_t(i));
    if (!v.u) return kAbsent;
    push(l.get(), v);
  }
  return of(l.release());
}
Value view_iter(Thread& th, Value* a, int) {
  Owned l(view_tolist(th, a, 1));
  return l ? iter_native(th, l.get()) : kAbsent;
}
Value view_eq(Thread& th, Value* a, int) {
  View* w = view_of(a[0]);
  if (a[0] == a[1]) return kTrue;
  if (w->released) return kFalse;
  if (is_instance_of(a[1], library_state(th.in).memoryview)) {
    View* o = view_of(a[1]);
    if (o->released || o->count != w->count) return kFalse;
    if (o->format == w->format) return boolean(gather(th, w) == gather(th, o));
    Owned x(view_tolist(th, a, 1));
    Owned y(view_tolist(th, a + 1, 1));
    int e = x && y ? equal(th, x.get(), y.get()) : -1;
    return e < 0 ? kAbsent : boolean(e);
  }
  Buffer b;
  if (!get_buffer(th, a[1], &b)) {
    th.clear_pending();
    return kNotImplemented;
  }
  return boolean(w->item == 1 && gather(th, w) == b.view);
}
Value view_hash(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w) return kAbsent;
  if (!w->owner.is(Kind::Bytes)) return th.raise(E_ValueError, "cannot hash writable memoryview object");
  Owned b(new_bytes(th, gather(th, w)));
  int64_t h;
  return hash_of(th, b.get(), &h) ? integer(th, h) : kAbsent;
}
Value view_release(Thread&, Value* a, int) {
  release(view_of(a[0]));
  return kNone;
}
Value view_enter(Thread& th, Value* a, int) {
  return open_of(th, a[0]) ? inc(a[0]) : kAbsent;
}
Value view_cast(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  std::string_view format;
  if (!w || !text_arg(th, a[1], "cast() argument 'format'", &format)) return kAbsent;
  if (!format.empty() && format[0] == '@') format.remove_prefix(1);
  size_t size = format.size() == 1 ? item_size(format[0]) : 0;
  if (!size)
    return th.raise(
        E_ValueError,
        "memoryview: destination format must be a native single character format prefixed with an optional '@'");
  if (w->stride != 1) return th.raise(E_TypeError, "memoryview: casts are restricted to C-contiguous views");
  if (w->item != 1 && size != 1) return th.raise(E_TypeError, "memoryview: cannot cast between two non-byte formats");
  size_t bytes = w->count * w->item;
  if (bytes % size) return th.raise(E_TypeError, "memoryview: length is not a multiple of itemsize");
  if (a[2].u) {
    const Value shape = unwrap(a[2]);
    if (!shape.is(Kind::List) && !shape.is(Kind::Tuple)) return th.raise(E_TypeError, "shape must be a list or a tuple");
    const bool tuple = shape.is(Kind::Tuple);
    const uint32_t n = tuple ? shape.as<Tuple>()->len : shape.as<List>()->len;
    int64_t length = 1;
    if (n > 1)
      return th.raise(E_NotImplementedError, "memoryview.cast(): views of several dimensions are not supported; use a flat one");
    if (n == 1) {
      const Value item = tuple ? shape.as<Tuple>()->items[0] : shape.as<List>()->items[0];
      if (!is_intlike(unwrap(item))) return th.raise(E_TypeError, "memoryview.cast(): elements of shape must be integers");
      if (!to_index(th, item, &length)) return kAbsent;
      if (length <= 0) return th.raise(E_ValueError, "memoryview.cast(): elements of shape must be integers > 0");
    }
    if (uint64_t(length) != bytes / size)
      return th.raise(E_TypeError, "memoryview: product(shape) * itemsize != buffer size");
  }
  Value r = make_view(th, w->owner);
  View* v = view_of(r);
  v->start = w->start;
  v->count = bytes / size;
  v->format = format[0];
  v->item = size;
  return r;
}
Value view_toreadonly(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w) return kAbsent;
  Owned b(new_bytes(th, gather(th, w)));
  Value r = make_view(th, b.get());
  view_of(r)->count = w->count;
  view_of(r)->format = w->format;
  view_of(r)->item = w->item;
  return r;
}
Value view_hex(Thread& th, Value* a, int) {
  Owned b(view_tobytes(th, a, 1));
  return b ? th.call_method(b.get(), intern(th.in, "hex"), a + 1, a[1].u ? 2 : 0) : kAbsent;
}
Value view_repr(Thread& th, Value* a, int) {
  char b[48];
  snprintf(b, sizeof b, "<%smemory at %p>", view_of(a[0])->released ? "released " : "",
           static_cast<void*>(a[0].cell()));
  return new_str(th, b);
}
Value field_obj(Thread& th, Value v) {
  View* w = open_of(th, v);
  return w ? inc(w->owner) : kAbsent;
}
Value field_nbytes(Thread& th, Value v) {
  View* w = open_of(th, v);
  return w ? integer(th, int64_t(w->count * w->item)) : kAbsent;
}
Value field_itemsize(Thread& th, Value v) {
  View* w = open_of(th, v);
  return w ? integer49(int64_t(w->item)) : kAbsent;
}
Value field_format(Thread& th, Value v) {
  View* w = open_of(th, v);
  return w ? new_str(th, std::string(1, w->format)) : kAbsent;
}
Value field_readonly(Thread& th, Value v) {
  View* w = open_of(th, v);
  Buffer b;
  return w && get_buffer(th, w->owner, &b) ? boolean(!b.writable) : kAbsent;
}
Value field_ndim(Thread& th, Value v) {
  return open_of(th, v) ? integer49(1) : kAbsent;
}
Value field_shape(Thread& th, Value v) {
  View* w = open_of(th, v);
  if (!w) return kAbsent;
  Tuple* t = tuple(th, 1);
  t->items[0] = integer(th, int64_t(w->count));
  return of(t);
}
Value field_strides(Thread& th, Value v) {
  View* w = open_of(th, v);
  if (!w) return kAbsent;
  Tuple* t = tuple(th, 1);
  t->items[0] = integer(th, w->stride * int64_t(w->item));
  return of(t);
}
Value field_contiguous(Thread& th, Value v) {
  View* w = open_of(th, v);
  return w ? boolean(w->stride == 1 || w->count < 2) : kAbsent;
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, object)", "", view_new, Rule::residual},
    {"__getitem__", "(self, key, /)", "", view_getitem, Rule::residual},
    {"__setitem__", "(self, key, value, /)", "", view_setitem, Rule::residual},
    {"__delitem__", "(self, key, /)", "", view_delitem, Rule::residual},
    {"__len__", "(self, /)", "", view_len, Rule::residual},
    {"__iter__", "(self, /)", "", view_iter, Rule::residual},
    {"__eq__", "(self, value, /)", "", view_eq, Rule::residual},
    {"__hash__", "(self, /)", "", view_hash, Rule::residual},
    {"__enter__", "(self, /)", "", view_enter, Rule::residual},
    {"__exit__", "(self, /, *args)", "", view_release, Rule::residual},
    {"__repr__", "(self, /)", "", view_repr, Rule::residual},
    {"tobytes", "(self, order='C')", "The bytes.", view_tobytes, Rule::residual},
    {"tolist", "(self, /)", "The items.", view_tolist, Rule::residual},
    {"release", "(self, /)", "Let the object go.", view_release, Rule::residual},
    {"cast", "(self, format, shape=...)", "The same memory in another format.", view_cast, Rule::residual},
    {"toreadonly", "(self, /)", "A view of a read-only copy.", view_toreadonly, Rule::residual},
    {"hex", "(self, sep=..., bytes_per_sep=1)", "Hexadecimal text.", view_hex, Rule::residual},
};
const GetSetDef kFields[] = {
    {"obj", field_obj, nullptr, ""},
    {"nbytes", field_nbytes, nullptr, ""},
    {"itemsize", field_itemsize, nullptr, ""},
    {"format", field_format, nullptr, ""},
    {"readonly", field_readonly, nullptr, ""},
    {"ndim", field_ndim, nullptr, ""},
    {"shape", field_shape, nullptr, ""},
    {"strides", field_strides, nullptr, ""},
    {"contiguous", field_contiguous, nullptr, ""},
    {"c_contiguous", field_contiguous, nullptr, ""},
    {"f_contiguous", field_contiguous, nullptr, ""},
};
const NativeTypeDef kMemoryView = {"memoryview",
                                   "A view of the memory of a bytes-like object.",
                                   sizeof(View),
                                   kMethods,
                                   kFields,
                                   destroy_view,
                                   traverse_view,
                                   nullptr,
                                   kNoSubclass | kNoAttributes};

}  // namespace

bool memoryview_buffer(Thread& th, Value v, Buffer* out) {
  Type* t = library_state(th.in).memoryview;
  if (!t || !is_instance_of(v, t)) return false;
  View* w = open_of(th, v);
  if (!w) return false;
  if (w->stride != 1 && w->count > 1) {
    th.raise(E_BufferError, "memoryview: underlying buffer is not C-contiguous");
    return false;
  }
  if (!get_buffer(th, w->owner, out)) return false;
  out->view = out->view.substr(w->start, w->count * w->item);
  if (out->writable) out->writable += w->start;
  out->format = 'B';
  out->item = 1;
  return true;
}

void init_memoryview(Interpreter& in) {
  Type* t = define_type(in, kMemoryView);
  library_state(in).memoryview = t;
  dict_set(in.builtins, intern(in, "memoryview"), of(inc(t)));
}

}  // namespace adder::lib
