#pragma once
// The input of a decompressor: what an earlier call left over, then what this call brings.
#include <string>
#include <string_view>

namespace adder::lib {

// Bytes that were given but not taken yet. Those in front of `at` are gone: they are dropped when they are most of the
// text, so that many small steps through a large text do not move it each time.
struct Rest {
  std::string bytes;
  size_t at = 0;
};

// For one call. Whichever way the call ends, *rest holds exactly what was not taken.
class Pending {
 public:
  Pending(Rest* rest, std::string_view more) : rest_(rest), more_(more) {
    if (rest->at == rest->bytes.size()) return;
    rest->bytes.append(more);
    more_ = {};
  }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  ~Pending() {
    if (rest_->at == rest_->bytes.size()) {
      rest_->bytes.assign(more_);
      rest_->at = 0;
    } else if (rest_->at > rest_->bytes.size() / 2) {
      rest_->bytes.erase(0, rest_->at);
      rest_->at = 0;
    }
  }
  std::string_view left() const {
    if (rest_->at < rest_->bytes.size()) return std::string_view(rest_->bytes).substr(rest_->at);
    return more_;
  }
  void take(size_t n) {  // of left()
    if (rest_->at < rest_->bytes.size())
      rest_->at += n;
    else
      more_.remove_prefix(n);
  }

 private:
  Rest* rest_;
  std::string_view more_;
};

}  // namespace adder::lib
