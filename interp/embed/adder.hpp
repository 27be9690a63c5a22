// adder.hpp: the C++ face of adder.h. Header only; link libadder.
//
//   adder::embed::Interpreter python({"--backend=auto"});
//   adder::embed::Value model = python.load("model.py").value().get("model").value();
//   float pixels[784] = {...};
//   auto result = model(python.tensor(pixels, {1, 784}));
//   if (!result) std::cerr << result.error().traceback;
//
// A call that runs Python gives Result<Value>: a value, or the Python error as data. Nothing throws except value() on
// an error. A Value keeps its object alive and must not outlive its Interpreter.
#pragma once
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "adder.h"

namespace adder::embed {

struct Error {
  std::string type, message, traceback;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}
  explicit operator bool() const { return value_.has_value(); }
  const Error& error() const { return error_; }
  T& value() {
    if (!value_) throw std::runtime_error(error_.type + ": " + error_.message);
    return *value_;
  }
  T& operator*() { return value(); }
  T* operator->() { return &value(); }

 private:
  std::optional<T> value_;
  Error error_;
};

template <class T>
inline constexpr adder_dtype dtype_of = [] {
  static_assert(sizeof(T) == 0, "no tensor holds this type");
  return ADDER_FLOAT32;
}();
template <>
inline constexpr adder_dtype dtype_of<float> = ADDER_FLOAT32;
template <>
inline constexpr adder_dtype dtype_of<double> = ADDER_FLOAT64;
template <>
inline constexpr adder_dtype dtype_of<int64_t> = ADDER_INT64;
template <>
inline constexpr adder_dtype dtype_of<int32_t> = ADDER_INT32;
template <>
inline constexpr adder_dtype dtype_of<uint8_t> = ADDER_UINT8;
template <>
inline constexpr adder_dtype dtype_of<bool> = ADDER_BOOL;

class Value {
 public:
  Value() = default;
  Value(adder_interpreter* owner, adder_value* handle) : owner_(owner), handle_(handle) {}
  Value(const Value& o) : owner_(o.owner_), handle_(o.handle_ ? adder_retain(o.handle_) : nullptr) {}
  Value(Value&& o) noexcept : owner_(o.owner_), handle_(std::exchange(o.handle_, nullptr)) {}
  Value& operator=(Value o) noexcept {
    std::swap(owner_, o.owner_);
    std::swap(handle_, o.handle_);
    return *this;
  }
  ~Value() { adder_release(handle_); }

  adder_value* handle() const { return handle_; }
  bool is_none() const { return adder_is_none(handle_) != 0; }
  Result<Value> get(const std::string& attribute) const { return wrap(adder_get(handle_, attribute.c_str())); }
  Result<bool> set(const std::string& attribute, const Value& value) const {
    if (adder_set(handle_, attribute.c_str(), value.handle_) != 0) return error();
    return true;
  }
  template <class... A>
  Result<Value> operator()(const A&... arguments) const {
    adder_value* handles[sizeof...(A) + 1] = {arguments.handle_...};
    return wrap(adder_call(handle_, handles, sizeof...(A), nullptr, 0));
  }
  Result<int64_t> as_int() const {
    int64_t out;
    if (adder_as_int(handle_, &out) != 0) return error();
    return out;
  }
  Result<double> as_float() const {
    double out;
    if (adder_as_float(handle_, &out) != 0) return error();
    return out;
  }
  Result<std::string> as_text() const {
    size_t length;
    adder_value* keep = nullptr;
    const char* text = adder_as_text(handle_, &length, &keep);
    if (!text) return error();
    std::string copy(text, length);
    adder_release(keep);
    return copy;
  }
  // The tensor's own memory: no copy. Fails when this is no tensor.
  Result<adder_tensor_info> tensor() const {
    adder_tensor_info info;
    if (adder_tensor_view(handle_, &info) != 0) return error();
    return info;
  }

 private:
  Error error() const {
    adder_error_info e = adder_error(owner_);
    return {e.type, e.message, e.traceback};
  }
  Result<Value> wrap(adder_value* handle) const {
    if (!handle) return error();
    return Value(owner_, handle);
  }
  adder_interpreter* owner_ = nullptr;
  adder_value* handle_ = nullptr;
};

class Interpreter {
 public:
  // Throws std::invalid_argument when an option is wrong.
  explicit Interpreter(std::initializer_list<const char*> options = {}) {
    char* message = nullptr;
    handle_ = adder_new(options.begin(), options.size(), &message);
    if (handle_) return;
    std::string text = message ? message : "cannot create an interpreter";
    adder_free_text(message);
    throw std::invalid_argument(text);
  }
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  ~Interpreter() { adder_free(handle_); }

  adder_interpreter* handle() const { return handle_; }
  Result<bool> run(const std::string& text, const std::string& file = "<string>") {
    if (adder_run(handle_, text.c_str(), file.c_str()) != 0) return error();
    return true;
  }
  Result<Value> load(const std::string& file, const std::string& name = "model") {
    return wrap(adder_load(handle_, file.c_str(), name.c_str()));
  }
  Result<Value> import(const std::string& name) { return wrap(adder_import(handle_, name.c_str())); }

  Value none() { return {handle_, adder_none(handle_)}; }
  Value boolean(bool v) { return {handle_, adder_bool(handle_, v)}; }
  Value integer(int64_t v) { return {handle_, adder_int(handle_, v)}; }
  Value real(double v) { return {handle_, adder_float(handle_, v)}; }
  Result<Value> text(std::string_view utf8) { return wrap(adder_str(handle_, utf8.data(), utf8.size())); }
  // A dense tensor over `data`, which stays the caller's and must outlive every tensor that looks at it.
  template <class T>
  Value tensor(T* data, std::initializer_list<int64_t> sizes) {
    std::vector<int64_t> strides(sizes.size(), 1);
    for (size_t i = sizes.size(); i-- > 1;) strides[i - 1] = strides[i] * sizes.begin()[i];
    adder_tensor_info info{data, dtype_of<std::remove_const_t<T>>, int(sizes.size()), sizes.begin(), strides.data()};
    return {handle_, adder_tensor(handle_, &info, nullptr, nullptr)};
  }
  void interrupt() { adder_interrupt(handle_); }

 private:
  Error error() {
    adder_error_info e = adder_error(handle_);
    return {e.type, e.message, e.traceback};
  }
  Result<Value> wrap(adder_value* handle) {
    if (!handle) return error();
    return Value(handle_, handle);
  }
  adder_interpreter* handle_ = nullptr;
};

}  // namespace adder::embed
