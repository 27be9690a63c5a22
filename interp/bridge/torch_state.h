// What the torch layer keeps for one interpreter and for one thread.
//
// Types, dtype objects and options belong to the interpreter; the dispatch Context (grad mode, interposers, caches)
// belongs to the thread. Both are made at the first use of `_torch` and die with their owner.
#pragma once
#include <map>
#include <memory>

#include "interp/vm/thread.h"
#include "runtime/autograd/autograd.h"
#include "runtime/ops/binder.h"
#include "runtime/random/generator.h"
#include "runtime/tensor/print.h"

namespace adder {

struct TorchTypes {  // borrowed: the interpreter owns its types
  Type* tensor = nullptr;
  Type* dtype = nullptr;
  Type* device = nullptr;
  Type* size = nullptr;
  Type* generator = nullptr;
  Type* layout = nullptr;
  Type* memory_format = nullptr;
  Type* node = nullptr;
  Type* saved = nullptr;  // of an autograd.Function's context
  Type* linalg_error = nullptr;  // owned: it is a class like those of scripts
  Type* finfo = nullptr;
  Type* iinfo = nullptr;
};

struct OpBinding;

struct TorchState {
  explicit TorchState(Interpreter&);
  ~TorchState();
  TorchState(const TorchState&) = delete;

  Interpreter& in;
  TorchTypes types;
  Value dtypes[rt::kDTypeCount];  // the singletons torch.float32 …, owned
  Value layouts[3];               // strided, sparse_coo, sparse_csr
  Value memory_formats[4];        // in the order of rt::MemoryFormat
  rt::PrintOptions print;
  std::map<std::string, Value> node_types;  // classes of backward nodes by name, owned
  std::shared_ptr<rt::Generator> generator;  // torch.default_generator
  Value generator_object = kAbsent;
  std::shared_ptr<rt::ThreadPool> pool;
  int threads = 1;
  // Functions over ops, made when a script first names them; the key is surface and name.
  std::map<std::pair<uint32_t, std::string>, std::unique_ptr<OpBinding>> bindings;
  std::vector<std::shared_ptr<void>> operator_defs;  // records behind __add__ and its kind
  Value return_type_maker = kAbsent;                 // torch._return_types.make, owned
  Str* torch_function;                               // "__torch_function__"
  Value disabled_torch_function = kAbsent;           // what Parameter carries in its place
  std::vector<rt::Device> device_stack;              // of `with torch.device(...)`
  int64_t next_hook = 1;                             // ids of gradient hooks
  Value module = kAbsent;                            // `_torch`, owned: a script may drop it from sys.modules
};

TorchState& torch_state(Interpreter&);
inline TorchState& torch_state(Thread& th) {
  return torch_state(th.in);
}
// The thread's dispatch context.
rt::Context& context_of(Thread&);

// Raises the Python exception that a status stands for; kAbsent.
Value raise_status(Thread&, const Status&);
// False after raising.
inline bool check_status(Thread& th, const Status& s) {
  if (LIKELY(s.ok())) return true;
  raise_status(th, s);
  return false;
}

Value complex_number(Thread&, double re, double im);        // new reference
Value dtype_object(Interpreter&, rt::DType);                // new reference
Value device_object(Thread&, rt::Device);                   // new reference
Value size_object(Thread&, const rt::Sizes&);               // torch.Size, new reference
bool is_dtype(const TorchState&, Value v, rt::DType* out);  // also float, int, bool, complex
bool device_of_value(Thread&, Value v, rt::Device* out);    // torch.device or str; false: raised

struct DTypePayload {
  rt::DType dtype;
};
struct DevicePayload {
  rt::Device device;
};
struct EnumPayload {  // layout and memory_format
  int value;
};
struct GeneratorPayload {
  std::shared_ptr<rt::Generator> generator;
};

}  // namespace adder
