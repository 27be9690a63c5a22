// Errors of the user's program travel as values: a Status is one pointer (null is success), a Result<T> a T or a
// Status. An error names the Python exception that the script will see; no C++ exception crosses a folder.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include "runtime/base/check.h"

// Returns from the enclosing function when `x`, a Status, is an error.
#define TRY(x)                                               \
  do {                                                       \
    if (::adder::Status try_ = (x); !try_.ok()) [[unlikely]] \
      return try_;                                           \
  } while (0)
#define ADDER_JOIN2(a, b) a##b
#define ADDER_JOIN(a, b) ADDER_JOIN2(a, b)
// ASSIGN_OR_RETURN(auto v, f()) with Result<T> f().
#define ASSIGN_OR_RETURN(declaration, expression) \
  ASSIGN_OR_RETURN_NAMED(ADDER_JOIN(result_, __LINE__), declaration, expression)
#define ASSIGN_OR_RETURN_NAMED(name, declaration, expression) \
  auto name = (expression);                                   \
  if (!name.ok()) [[unlikely]]                                \
    return std::move(name).status();                          \
  declaration = std::move(name).value()

namespace adder {

// The exception types that the runtime raises. `pending`: the interpreter's thread already holds the exception (a hook
// or a custom function written in Python raised it); the message is then empty.
enum class ErrorKind : uint8_t {
  runtime,
  type,
  value,
  index,
  key,
  attribute,
  not_implemented,
  zero_division,
  overflow,
  memory,
  assertion,
  linalg,
  pending,
  count
};
const char* python_name(ErrorKind kind);  // "RuntimeError"; LinAlgError is torch._C._LinAlgError

class [[nodiscard]] Status {
 public:
  Status() = default;
  static Status error(ErrorKind kind, std::string message) {
    Status s;
    s.error_ = std::make_unique<Error>(Error{kind, std::move(message)});
    return s;
  }
  static Status error(std::string message) { return error(ErrorKind::runtime, std::move(message)); }
  static Status pending() { return error(ErrorKind::pending, ""); }
  bool ok() const { return !error_; }
  ErrorKind kind() const { return error_->kind; }
  const std::string& message() const { return error_->message; }
  Status copy() const { return ok() ? Status() : error(kind(), message()); }

 private:
  struct Error {
    ErrorKind kind;
    std::string message;
  };
  std::unique_ptr<Error> error_;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Status status) : status_(std::move(status)) { CHECK(!status_.ok()); }
  bool ok() const { return status_.ok(); }
  const Status& status() const& { return status_; }
  Status status() && { return std::move(status_); }
  T& value() & {
    CHECK(ok());
    return *value_;
  }
  T value() && {
    CHECK(ok());
    return std::move(*value_);
  }

 private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace adder
