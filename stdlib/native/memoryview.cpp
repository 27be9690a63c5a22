// memoryview: views of bytes-like objects, with the formats of struct's single items. They have one dimension, or those
// that cast() gave them.
#include <cstring>

#include "stdlib/native/array.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/struct_format.h"

namespace adder::lib {
namespace {

struct View {
  Value owner = kAbsent;  // bytes, bytearray, array, bytes of a BytesIO: counted
  size_t start = 0;       // bytes into the owner's buffer
  size_t count = 0;       // rows: items, or where there are further dimensions, parts of the first
  int64_t stride = 1;     // in rows
  char format = 'B';
  size_t item = 1;
  bool released = false;
  bool read_only = false;           // though the owner may be written
  bool scalar = false;              // no dimension, one item
  uint32_t* exports = nullptr;      // the owner's count of views, which has this one in it
  std::vector<int64_t> inner = {};  // the dimensions behind the first, whose items lie side by side

  size_t row() const {  // bytes
    size_t n = item;
    for (int64_t d : inner) n *= size_t(d);
    return n;
  }
  size_t dims() const { return scalar ? 0 : 1 + inner.size(); }
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
  View* v = static_cast<View*>(p);
  release(v);
  dec(v->owner);
  v->~View();
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
// One more view of what another shows.
Value view_like(Thread& th, View* from) {
  Value r = make_view(th, from->owner);
  View* v = view_of(r);
  Value owner = v->owner;
  uint32_t* exports = v->exports;
  *v = *from;
  v->owner = owner;
  v->exports = exports;
  return r;
}
Value view_new(Thread& th, Value* a, int) {
  if (is_instance_of(a[1], library_state(th.in).memoryview)) {
    View* from = open_of(th, a[1]);
    if (!from) return kAbsent;
    return view_like(th, from);
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
// The address of row i.
bool row_at(Thread& th, View* w, int64_t i, char** out, bool write) {
  Buffer b;
  if (!get_buffer(th, w->owner, &b)) return false;
  if (write && (!b.writable || w->read_only)) {
    th.raise(E_TypeError, "cannot modify read-only memory");
    return false;
  }
  *out = const_cast<char*>(b.view.data()) + int64_t(w->start) + i * w->stride * int64_t(w->row());
  return true;
}
std::string gather(Thread& th, View* w) {
  std::string out;
  const size_t row = w->row();
  out.reserve(w->count * row);
  for (size_t i = 0; i < w->count; ++i) {
    char* p;
    if (row_at(th, w, int64_t(i), &p, false)) out.append(p, row);
  }
  return out;
}
bool is_index(Thread& th, Value k) {
  return is_intlike(unwrap(k)) || (k.is_cell() && type_find(type_of(th.in, k), th.name(n_index)).u);
}
bool index_arg(Thread& th, Value self, Value k, size_t size, size_t dimension, int64_t* out) {
  Owned exact(to_int_object(th, k));
  if (!exact || !open_of(th, self)) return false;  // __index__ may have released it
  if (is_big(exact.get())) {
    th.raise(E_IndexError, "cannot fit '%s' into an index-sized integer", type_name(th, k).c_str());
    return false;
  }
  *out = to_int(exact.get());
  if (*out < 0) *out += int64_t(size);
  if (*out >= 0 && *out < int64_t(size)) return true;
  th.raise(E_IndexError, "index out of bounds on dimension %zu", dimension);
  return false;
}
// Where the item is that an index or a tuple of them names; `row` and `place`, in items of the row.
bool place_of(Thread& th, Value self, View* w, Value key, const char* partial, int64_t* row, int64_t* place) {
  *row = *place = 0;
  const bool several = key.is(Kind::Tuple);
  const size_t given = several ? key.as<Tuple>()->len : 1;
  if (w->scalar) {
    if (several && !given) return true;
    th.raise(E_TypeError, "invalid indexing of 0-dim memory");
    return false;
  }
  bool indices = true;
  for (size_t d = 0; several && d < given; ++d) indices &= is_index(th, key.as<Tuple>()->items[d]);
  if (!indices || (!several && !is_index(th, key))) {
    th.raise(E_TypeError, "memoryview: invalid slice key");
    return false;
  }
  if (given < w->dims()) {
    th.raise(E_NotImplementedError, "%s", several ? "sub-views are not implemented" : partial);
    return false;
  }
  if (given > w->dims()) {
    th.raise(E_TypeError, "cannot index %zu-dimension view with %zu-element tuple", w->dims(), given);
    return false;
  }
  for (size_t d = 0; d < given; ++d) {
    int64_t at;
    const size_t size = d ? size_t(w->inner[d - 1]) : w->count;
    if (!index_arg(th, self, several ? key.as<Tuple>()->items[d] : key, size, d + 1, &at)) return false;
    if (d)
      *place = *place * int64_t(size) + at;
    else
      *row = at;
  }
  return true;
}
Value sub_view(Thread& th, Value self, View* w, Slice* s) {
  int64_t lo;
  int64_t hi;
  int64_t step;
  int64_t n;
  if (!slice_indices(th, s, int64_t(w->count), &lo, &hi, &step, &n) || !open_of(th, self)) return kAbsent;
  Value r = view_like(th, w);
  View* v = view_of(r);
  v->start = size_t(int64_t(w->start) + lo * w->stride * int64_t(w->row()));
  v->count = size_t(n);
  v->stride = w->stride * step;
  return r;
}
bool is_multislice(Value key) {
  if (!key.is(Kind::Tuple) || !key.as<Tuple>()->len) return false;
  for (uint32_t i = 0; i < key.as<Tuple>()->len; ++i)
    if (!key.as<Tuple>()->items[i].is(Kind::Slice)) return false;
  return true;
}
Value view_getitem(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w) return kAbsent;
  if (w->scalar && a[1].u == kEllipsis.u) return inc(a[0]);
  if (a[1].is(Kind::Slice) && !w->scalar) return sub_view(th, a[0], w, a[1].as<Slice>());
  if (is_multislice(a[1])) return th.raise(E_NotImplementedError, "multi-dimensional slicing is not implemented");
  int64_t row, place;
  char* p;
  if (!place_of(th, a[0], w, a[1], "multi-dimensional sub-views are not implemented", &row, &place) ||
      !row_at(th, w, row, &p, false))
    return kAbsent;
  return unpack_item(th, w->format, p + place * int64_t(w->item));
}
bool writable(Thread& th, View* w) {
  Buffer b;
  if (!get_buffer(th, w->owner, &b)) return false;
  const bool may = b.writable && !w->read_only;
  if (!may) th.raise(E_TypeError, "cannot modify read-only memory");
  return may;
}
Value view_delitem(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  return w && writable(th, w) ? th.raise(E_TypeError, "cannot delete memory") : kAbsent;
}
Value view_setitem(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w || !writable(th, w)) return kAbsent;
  char* p;
  if ((a[1].is(Kind::Slice) && w->dims() > 1) || (is_multislice(a[1]) && !w->scalar))
    return th.raise(E_NotImplementedError, "memoryview slice assignments are currently restricted to ndim = 1");
  if (a[1].is(Kind::Slice) && !w->scalar) {
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
    Owned part(sub_view(th, a[0], w, a[1].as<Slice>()));
    if (!part) return kAbsent;
    View* v = view_of(part.get());
    if (copy.size() != v->count * v->item)
      return th.raise(E_ValueError, "memoryview assignment: lvalue and rvalue have different structures");
    for (size_t i = 0; i < v->count; ++i) {
      if (!row_at(th, v, int64_t(i), &p, true)) return kAbsent;
      memcpy(p, copy.data() + i * v->item, v->item);
    }
    return kNone;
  }
  int64_t row = 0, place = 0;
  char item[8];
  const bool all = w->scalar && a[1].u == kEllipsis.u;
  if (!all && !place_of(th, a[0], w, a[1], "sub-views are not implemented", &row, &place)) return kAbsent;
  if (!pack_item(th, w->format, a[2], item)) {
    if (th.pending_is(E_TypeError)) {
      th.clear_pending();
      return th.raise(E_TypeError, "memoryview: invalid type for format '%c'", w->format);
    }
    th.clear_pending();
    return th.raise(E_ValueError, "memoryview: invalid value for format '%c'", w->format);
  }
  // Packing may have run a script, which may have released the view.
  if (!open_of(th, a[0]) || !row_at(th, w, row, &p, true)) return kAbsent;
  memcpy(p + place * int64_t(w->item), item, w->item);
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
// Items that lie side by side, in lists of lists by the dimensions from `d` on; *p moves on.
Value inner_list(Thread& th, View* w, size_t d, const char** p) {
  if (d == w->inner.size()) {
    *p += w->item;
    return unpack_item(th, w->format, *p - w->item);
  }
  Ref<List> l(list(th, size_t(w->inner[d])));
  for (int64_t i = 0; i < w->inner[d]; ++i) {
    Value v = inner_list(th, w, d + 1, p);
    if (!v.u) return kAbsent;
    push(l.get(), v);
  }
  return of(l.release());
}
Value view_tolist(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w) return kAbsent;
  Ref<List> l(list(th, w->count));
  for (size_t i = 0; i < w->count; ++i) {
    char* row;
    if (!row_at(th, w, int64_t(i), &row, false)) return kAbsent;
    const char* p = row;
    Value v = inner_list(th, w, 0, &p);
    if (!v.u || w->scalar) return v;
    push(l.get(), v);
  }
  return of(l.release());
}
Value view_iter(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w) return kAbsent;
  if (w->scalar) return th.raise(E_TypeError, "invalid indexing of 0-dim memory");
  if (w->dims() > 1) return th.raise(E_NotImplementedError, "multi-dimensional sub-views are not implemented");
  return make_iter(th, IterKind::Sequence, inc(a[0]));
}
// Do two views of the same shape have equal values?
int same_values(Thread& th, View* w, View* o) {
  const std::string x = gather(th, w), y = gather(th, o);
  if (o->format == w->format && !strchr("efd?", w->format)) return x == y;  // each value has but one form
  for (size_t i = 0; i < x.size() / w->item; ++i) {
    Owned p(unpack_item(th, w->format, x.data() + i * w->item)), q(unpack_item(th, o->format, y.data() + i * o->item));
    if (!p || !q) return -1;
    const bool floats = p.get().is_float() && q.get().is_float();  // of which NaN does not equal itself
    const int e = floats ? p.get().as_float() == q.get().as_float() : equal(th, p.get(), q.get());
    if (e != 1) return e;
  }
  return 1;
}
Value view_eq(Thread& th, Value* a, int) {
  View* w = view_of(a[0]);
  if (w->released) return boolean(a[0] == a[1]);
  Owned other;
  if (!is_instance_of(a[1], library_state(th.in).memoryview)) {
    Value args[2] = {kNone, a[1]};
    other = Owned(view_new(th, args, 2));
    if (!other) {
      if (!th.pending_is(E_TypeError)) return kAbsent;
      th.clear_pending();
      return kNotImplemented;
    }
  }
  View* o = view_of(other ? other.get() : a[1]);
  if (o->released) return boolean(a[0] == a[1]);
  if (o->count != w->count || o->scalar != w->scalar || o->inner != w->inner) return kFalse;
  const int e = same_values(th, w, o);
  return e < 0 ? kAbsent : boolean(e);
}
Value view_hash(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w) return kAbsent;
  if (!w->owner.is(Kind::Bytes) && !w->read_only)
    return th.raise(E_ValueError, "cannot hash writable memoryview object");
  int64_t h;
  if (!strchr("Bbc", w->format))
    return th.raise(E_ValueError, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'");
  if (!w->owner.is(Kind::Bytes)) return hash_of(th, w->owner, &h) ? integer(th, h) : kAbsent;
  Owned b(new_bytes(th, gather(th, w)));
  return hash_of(th, b.get(), &h) ? integer(th, h) : kAbsent;
}
Value view_release(Thread&, Value* a, int) {
  release(view_of(a[0]));
  return kNone;
}
Value view_enter(Thread& th, Value* a, int) {
  return open_of(th, a[0]) ? inc(a[0]) : kAbsent;
}
bool read_shape(Thread& th, Value given, std::vector<int64_t>* shape) {
  constexpr size_t kMost = 64;
  const Value v = unwrap(given);
  if (!v.is(Kind::List) && !v.is(Kind::Tuple)) return th.raise(E_TypeError, "shape must be a list or a tuple"), false;
  const bool tuple = v.is(Kind::Tuple);
  const size_t n = tuple ? v.as<Tuple>()->len : v.as<List>()->len;
  if (n > kMost) return th.raise(E_ValueError, "memoryview: number of dimensions must not exceed 64"), false;
  for (size_t i = 0; i < n; ++i) {
    const Value item = tuple ? v.as<Tuple>()->items[i] : v.as<List>()->items[i];
    int64_t length;
    if (!is_intlike(unwrap(item)))
      return th.raise(E_TypeError, "memoryview.cast(): elements of shape must be integers"), false;
    if (!to_index(th, item, &length)) return false;
    if (length <= 0) return th.raise(E_ValueError, "memoryview.cast(): elements of shape must be integers > 0"), false;
    shape->push_back(length);
  }
  return true;
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
  std::vector<int64_t> shape;
  if (a[2].u && !read_shape(th, a[2], &shape)) return kAbsent;
  if (a[2].u && shape.size() != 1 && w->dims() != 1)
    return th.raise(E_TypeError, "memoryview: cast must be 1D -> ND or ND -> 1D");
  if (w->item != 1 && size != 1) return th.raise(E_TypeError, "memoryview: cannot cast between two non-byte formats");
  const size_t bytes = w->count * w->row();
  if (bytes % size) return th.raise(E_TypeError, "memoryview: length is not a multiple of itemsize");
  size_t product = size;
  for (int64_t n : shape)
    if (__builtin_mul_overflow(product, size_t(n), &product) || product > SIZE_MAX / 2)
      return th.raise(E_ValueError, "memoryview.cast(): product(shape) > SSIZE_MAX");
  if (a[2].u && product != bytes) return th.raise(E_TypeError, "memoryview: product(shape) * itemsize != buffer size");
  Value r = view_like(th, w);
  View* v = view_of(r);
  v->format = format[0];
  v->item = size;
  v->scalar = a[2].u && shape.empty();
  v->count = a[2].u && !shape.empty() ? size_t(shape[0]) : bytes / size;
  v->inner.clear();
  if (!shape.empty()) v->inner.assign(shape.begin() + 1, shape.end());
  return r;
}
Value view_toreadonly(Thread& th, Value* a, int) {
  View* w = open_of(th, a[0]);
  if (!w) return kAbsent;
  Value r = view_like(th, w);
  view_of(r)->read_only = true;
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
  return w ? integer(th, int64_t(w->count * w->row())) : kAbsent;
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
  return w && get_buffer(th, w->owner, &b) ? boolean(w->read_only || !b.writable) : kAbsent;
}
Value field_ndim(Thread& th, Value v) {
  View* w = open_of(th, v);
  return w ? integer49(int64_t(w->dims())) : kAbsent;
}
Value field_shape(Thread& th, Value v) {
  View* w = open_of(th, v);
  if (!w) return kAbsent;
  Tuple* t = tuple(th, w->dims());
  for (size_t d = 0; d < w->dims(); ++d) t->items[d] = integer(th, d ? w->inner[d - 1] : int64_t(w->count));
  return of(t);
}
Value field_strides(Thread& th, Value v) {
  View* w = open_of(th, v);
  if (!w) return kAbsent;
  Tuple* t = tuple(th, w->dims());
  int64_t stride = int64_t(w->item);
  for (size_t d = w->dims(); d-- > 0;) {
    t->items[d] = integer(th, d ? stride : w->stride * stride);
    if (d) stride *= w->inner[d - 1];
  }
  return of(t);
}
Value field_suboffsets(Thread& th, Value v) {
  return open_of(th, v) ? of(tuple(th, 0)) : kAbsent;
}
bool rows_side_by_side(View* w) {
  return w->stride == 1 || w->count < 2;
}
Value field_c_contiguous(Thread& th, Value v) {
  View* w = open_of(th, v);
  return w ? boolean(rows_side_by_side(w)) : kAbsent;
}
// In the order of Fortran too if at most one dimension has more than one item.
bool one_line(View* w) {
  size_t wide = w->count > 1;
  for (int64_t n : w->inner) wide += n > 1;
  return wide < 2;
}
Value field_f_contiguous(Thread& th, Value v) {
  View* w = open_of(th, v);
  return w ? boolean(rows_side_by_side(w) && (one_line(w) || !w->count)) : kAbsent;
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
    {"toreadonly", "(self, /)", "A view that cannot be written.", view_toreadonly, Rule::residual},
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
    {"suboffsets", field_suboffsets, nullptr, ""},
    {"contiguous", field_c_contiguous, nullptr, ""},
    {"c_contiguous", field_c_contiguous, nullptr, ""},
    {"f_contiguous", field_f_contiguous, nullptr, ""},
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
  out->view = out->view.substr(w->start, w->count * w->row());
  out->writable = out->writable && !w->read_only ? out->writable + w->start : nullptr;
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
