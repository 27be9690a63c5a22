// The C ABI over Session. A handle is a counted reference and the interpreter that it belongs to.
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "interp/bridge/tensor_cell.h"
#include "interp/embed/adder.h"
#include "interp/embed/session.h"
#include "interp/text/utf8.h"
#include "interp/vm/import.h"

using namespace adder;

struct adder_value {
  adder_interpreter* owner;
  Value value;  // counted
};

namespace {

// A C function as a native: its record must stay where it is, so it lives in the interpreter's list.
struct HostFunction {
  std::string name;
  adder_function function;
  void* context;
};

constexpr rt::DType kDTypes[] = {rt::DType::b8,  rt::DType::u8,  rt::DType::i8,   rt::DType::i16, rt::DType::i32,
                                 rt::DType::i64, rt::DType::f16, rt::DType::bf16, rt::DType::f32, rt::DType::f64};

char* copy_text(const std::string& text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

}  // namespace

struct adder_interpreter {
  std::unique_ptr<Session> session;
  std::string error_type, error_message, error_traceback;
  std::deque<HostFunction> functions;
  Type* function_type = nullptr;

  Thread& thread() { return session->thread(); }
  adder_value* wrap(Value owned) {
    if (!owned.u) {
      note_error();
      return nullptr;
    }
    return new adder_value{this, owned};
  }
  // Takes the pending exception over into the error texts.
  void note_error() {
    Thread& th = thread();
    if (!th.pending.u) return;
    Exc* exc = th.pending.as<Exc>();
    error_type = std::string(exc->type()->name->sv());
    error_traceback = traceback_text(th, exc);
    Owned taken(th.take_pending());
    if (!str_of(th, taken.get(), &error_message)) {
      error_message.clear();
      th.clear_pending();
    }
  }
  int status(bool ok) {
    if (!ok) note_error();
    return ok ? 0 : -1;
  }
  // The result of f(), a new reference or kAbsent, as a handle; with the interpreter's memory account, and memory that
  // runs out as a MemoryError.
  template <class F>
  adder_value* value_of(F&& f) {
    rt::AccountScope entered = session->enter();
    return wrap(or_memory_error(thread(), f));
  }
  // The same for what only succeeds or fails.
  template <class F>
  int status_of(F&& f) {
    rt::AccountScope entered = session->enter();
    return status(or_memory_error(thread(), f));
  }
};

namespace {

// The callable object that stands for a host function in scripts.
struct HostPayload {
  adder_interpreter* owner;
  HostFunction* host;
};

Value call_host(Thread& th, Value* a, int n) {
  HostPayload* p = payload<HostPayload>(a[0]);
  std::vector<adder_value> values;
  for (int i = 1; i < n; ++i) values.push_back({p->owner, a[i]});
  std::vector<adder_value*> handles;
  for (adder_value& v : values) handles.push_back(&v);
  adder_value* result = p->host->function(p->owner, p->host->context, handles.data(), handles.size());
  if (!result) {
    if (!th.pending.u) th.raise(E_RuntimeError, "the host function %s failed", p->host->name.c_str());
    return kAbsent;
  }
  Value v = result->value;
  delete result;
  return v;
}

const NativeDef kHostMethods[] = {
    {"__call__", "(self, /, *args)", "Call the host program.", call_host, Rule::opaque},
};
const NativeTypeDef kHostType = {"adder.HostFunction",
                                 "A function of the program that runs this interpreter.",
                                 sizeof(HostPayload),
                                 kHostMethods,
                                 {},
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 kNoSubclass | kNoAttributes | kNoNew};

// A tensor over the caller's memory: what to call when the last tensor is gone.
struct Loan {
  void (*release)(void*);
  void* context;
};
void end_loan(void* p) {
  std::unique_ptr<Loan> loan(static_cast<Loan*>(p));
  if (loan->release) loan->release(loan->context);
}

}  // namespace

extern "C" {

const char* adder_version(void) {
  return "0.1.0";
}

adder_interpreter* adder_new(const char* const* options, size_t count, char** error) {
  if (error) *error = nullptr;
  Flags flags;
  for (size_t i = 0; i < count; ++i) {
    Status status = flags.set(options[i]);
    if (status.ok()) continue;
    if (error) *error = copy_text(status.message());
    return nullptr;
  }
  auto session = Session::create(flags);
  if (!session.ok()) {
    if (error) *error = copy_text(session.status().message());
    return nullptr;
  }
  auto in = std::make_unique<adder_interpreter>();
  in->session = std::move(session).value();
  return in.release();
}

void adder_free(adder_interpreter* in) {
  if (!in) return;
  in->session->finish(0);
  delete in;
}

void adder_free_text(char* text) {
  std::free(text);
}

adder_error_info adder_error(adder_interpreter* in) {
  return {in->error_type.c_str(), in->error_message.c_str(), in->error_traceback.c_str()};
}

int adder_run(adder_interpreter* in, const char* text, const char* file) {
  bool ok = in->session->run_main(text, file);
  in->thread().flush();
  return in->status(ok);
}

adder_value* adder_load(adder_interpreter* in, const char* file, const char* name) {
  return in->wrap(in->session->load_module(file, name));
}

adder_value* adder_import(adder_interpreter* in, const char* name) {
  return in->value_of([&] { return import_absolute(in->thread(), intern(in->thread(), name)); });
}

adder_value* adder_get(adder_value* object, const char* attribute) {
  Thread& th = object->owner->thread();
  return object->owner->value_of([&] { return get_attr_native(th, object->value, intern(th, attribute)); });
}

int adder_set(adder_value* object, const char* attribute, adder_value* value) {
  Thread& th = object->owner->thread();
  return object->owner->status_of(
      [&] { return set_attr_native(th, object->value, intern(th, attribute), value->value); });
}

adder_value* adder_item(adder_value* object, adder_value* key) {
  return object->owner->value_of([&] { return subscript_native(object->owner->thread(), object->value, key->value); });
}

adder_value* adder_call(adder_value* callable, adder_value* const* arguments, size_t count, const char* const* names,
                        size_t n_names) {
  Thread& th = callable->owner->thread();
  return callable->owner->value_of([&] {
    std::vector<Value> values;
    for (size_t i = 0; i < count; ++i) values.push_back(arguments[i]->value);
    Owned keywords;
    if (n_names > 0) {
      Tuple* t = tuple(th, uint32_t(n_names));
      for (size_t i = 0; i < n_names; ++i) t->items[i] = intern_value(th, names[i]);
      keywords = Owned(of(t));
    }
    Value result = th.call(callable->value, values.data(), int(count), n_names ? keywords.get().as<Tuple>() : nullptr);
    th.flush();
    return result;
  });
}

adder_value* adder_none(adder_interpreter* in) {
  return in->wrap(kNone);
}
adder_value* adder_bool(adder_interpreter* in, int value) {
  return in->wrap(boolean(value != 0));
}
adder_value* adder_int(adder_interpreter* in, int64_t value) {
  return in->value_of([&] { return integer(in->thread(), value); });
}
adder_value* adder_float(adder_interpreter* in, double value) {
  return in->wrap(real(value));
}

adder_value* adder_str(adder_interpreter* in, const char* utf8, size_t length) {
  Thread& th = in->thread();
  std::string_view given(utf8, length);
  if (!text::is_valid(given)) return in->wrap(th.raise(E_ValueError, "the text is not UTF-8"));
  return in->value_of([&] { return of(str(th, given)); });
}

adder_value* adder_tuple(adder_interpreter* in, adder_value* const* items, size_t count) {
  return in->value_of([&] {
    Tuple* t = tuple(in->thread(), uint32_t(count));
    for (size_t i = 0; i < count; ++i) t->items[i] = inc(items[i]->value);
    return of(t);
  });
}

int adder_is_none(adder_value* v) {
  return v->value == kNone;
}

int adder_as_bool(adder_value* v, int* out) {
  bool truth = false;
  int status = v->owner->status_of([&] { return truth_native(v->owner->thread(), v->value, &truth); });
  *out = truth;
  return status;
}

int adder_as_int(adder_value* v, int64_t* out) {
  return v->owner->status_of([&] { return to_index(v->owner->thread(), v->value, out); });
}

int adder_as_float(adder_value* v, double* out) {
  return v->owner->status_of([&] { return to_double_arg(v->owner->thread(), v->value, out); });
}

const char* adder_as_text(adder_value* v, size_t* length, adder_value** keep) {
  Thread& th = v->owner->thread();
  *keep = v->owner->value_of([&] {
    std::string text;
    return str_of(th, v->value, &text) ? of(str(th, text)) : kAbsent;
  });
  if (!*keep) return nullptr;
  std::string_view text = (*keep)->value.as<Str>()->sv();
  *length = text.size();
  return text.data();
}

adder_value* adder_tensor(adder_interpreter* in, const adder_tensor_info* info, void (*release)(void*), void* context) {
  Thread& th = in->thread();
  return in->value_of([&] {
    Owned module(import_absolute(th, intern(th, "torch")));  // the Tensor type exists from here on
    if (!module) return kAbsent;
    rt::Meta<int64_t> meta;
    meta.dtype = kDTypes[info->dtype];
    int64_t last = 0;
    bool empty = false;
    for (int i = 0; i < info->ndim; ++i) {
      if (info->sizes[i] < 0 || info->strides[i] < 0)
        return th.raise(E_ValueError, "sizes and strides must not be negative");
      meta.sizes.push(info->sizes[i]);
      meta.strides.push(info->strides[i]);
      empty |= info->sizes[i] == 0;
      last += (info->sizes[i] - 1) * info->strides[i];
    }
    int64_t bytes = empty ? 0 : (last + 1) * rt::bytes_of(meta.dtype);
    rt::Storage* storage = rt::adopt_memory(info->data, bytes, end_loan, new Loan{release, context});
    return wrap_tensor(th, rt::tensor_over(storage, meta));
  });
}

int adder_tensor_view(adder_value* v, adder_tensor_info* out) {
  Thread& th = v->owner->thread();
  if (!is_tensor(torch_state(th), v->value)) {
    th.raise(E_TypeError, "expected a tensor, not %s", type_name(th, v->value).c_str());
    return v->owner->status(false);
  }
  rt::TensorImpl* t = tensor_of(v->value).get();
  Status touched = rt::touch(*t, false);
  if (!touched.ok()) {
    raise_status(th, touched);
    return v->owner->status(false);
  }
  for (int i = 0; i < int(std::size(kDTypes)); ++i) {
    if (kDTypes[i] != t->meta.dtype) continue;
    *out = {t->data(), adder_dtype(i), t->meta.sizes.size(), t->meta.sizes.data(), t->meta.strides.data()};
    return 0;
  }
  th.raise(E_TypeError, "complex tensors cannot be viewed");
  return v->owner->status(false);
}

int adder_define(adder_interpreter* in, const char* module, const char* name, adder_function function, void* context) {
  Thread& th = in->thread();
  return in->status_of([&] {
    Str* module_name = intern(th, module);
    Module* m = find_module(th, module_name);
    if (!m) {
      m = new_module(th, module_name);
      dict_set(in->session->interpreter().modules, module_name, of(m));
    }
    if (!in->function_type) in->function_type = define_type(th, kHostType);
    in->functions.push_back({name, function, context});
    Value object = of(instance(th, in->function_type));
    *payload<HostPayload>(object) = {in, &in->functions.back()};
    module_set(th, m, name, object);
    return true;
  });
}

void adder_raise(adder_interpreter* in, const char* type, const char* message) {
  Thread& th = in->thread();
  or_memory_error(th, [&] {
    Value v = dict_get(th.builtins, intern(th, type));
    Type* t =
        v.is(Kind::Type) && subtype(v.as<Type>(), th.type(E_BaseException)) ? v.as<Type>() : th.type(E_RuntimeError);
    return th.raise_text(t, message);
  });
}

void adder_interrupt(adder_interpreter* in) {
  in->session->interrupt();
}

adder_value* adder_retain(adder_value* v) {
  return new adder_value{v->owner, inc(v->value)};
}

void adder_release(adder_value* v) {
  if (!v) return;
  dec(v->value);
  delete v;
}

}  // extern "C"
