// A bound on the memory of tensors and of the tape of one interpreter (--max-memory). The caching allocator is the
// process's, so what a block was charged to is the account that was current on its thread when it was taken. Without an
// account in use, a block costs two looks at a thread-local pointer and one at a counter.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

namespace adder::rt {

class MemoryAccount {
 public:
  // `limit` in bytes. `left` hears what the account has left after each charge and release made where the account is
  // current; a release on another thread is heard of with the next of those.
  MemoryAccount(int64_t limit, std::function<void(int64_t)> left) : limit_(limit), left_(std::move(left)) {}
  bool charge(int64_t bytes);
  // --stress=memory: the first refusal comes after `first` charges, each later one a charge later. 0: never.
  void stress(int64_t first) { refusal_in_ = refusal_after_ = first; }
  void release(int64_t bytes, bool current);  // any thread; `current`: on one where this account is
  void add(int64_t bytes);  // what cannot be refused where it is made; the charges after it are
  int64_t used() const { return used_.load(std::memory_order_relaxed); }

 private:
  const int64_t limit_;
  std::function<void(int64_t)> left_;
  std::atomic<int64_t> used_{0};
  int64_t refusal_in_ = 0, refusal_after_ = 0;  // on the thread where the account is current
};

// Makes `account` (may be null) current on this thread for the scope's life.
class AccountScope {
 public:
  explicit AccountScope(std::shared_ptr<MemoryAccount> account);
  ~AccountScope();
  AccountScope(const AccountScope&) = delete;

 private:
  std::shared_ptr<MemoryAccount> before_;
};

std::shared_ptr<MemoryAccount> current_account();  // of this thread; may be null

// Counts something small that lives as long as this, in the account that was current when it was made.
class Accounted {
 public:
  explicit Accounted(int64_t bytes);
  ~Accounted();
  Accounted(const Accounted&) = delete;

 private:
  std::shared_ptr<MemoryAccount> account_;
  const int64_t bytes_;
};

// For the allocator: charges a block of `bytes` at `data`'s class to the current account; false when it does not fit.
bool charge_current(int64_t bytes);
void uncharge_current(int64_t bytes);             // the system had no such block
void note_charged(void* data);                    // the block that charge_current() was for
void release_charged(void* data, int64_t bytes);  // gives back what note_charged() noted for it, if anything

}  // namespace adder::rt
