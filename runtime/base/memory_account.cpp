#include "runtime/base/memory_account.h"
#include <algorithm>
#include <mutex>
#include <unordered_map>

namespace adder::rt {
namespace {

constinit thread_local std::shared_ptr<MemoryAccount> current;

// Which account a live block was charged to. Blocks outlive scopes and may be released on other threads.
struct Ledger {
  std::mutex lock;
  std::unordered_map<void*, std::shared_ptr<MemoryAccount>> charged;
  std::atomic<int64_t> count{0};  // lets a release without any account in the process skip the lock
};
Ledger& ledger() {
  static Ledger* l = new Ledger;  // never destroyed: static tensors may be released after it would be
  return *l;
}

}  // namespace

bool MemoryAccount::charge(int64_t bytes) {
  if (refusal_in_ > 0 && --refusal_in_ == 0) {
    refusal_in_ = ++refusal_after_;
    return false;
  }
  int64_t now = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  if (now > limit_) {
    release(bytes, true);
    return false;
  }
  if (left_) left_(limit_ - now);
  return true;
}

void MemoryAccount::release(int64_t bytes, bool current) {
  int64_t now = used_.fetch_sub(bytes, std::memory_order_relaxed) - bytes;
  if (current && left_) left_(std::max<int64_t>(limit_ - now, 0));
}

void MemoryAccount::add(int64_t bytes) {
  int64_t now = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  if (left_) left_(std::max<int64_t>(limit_ - now, 0));
}

Accounted::Accounted(int64_t bytes) : account_(current), bytes_(bytes) {
  if (account_) account_->add(bytes);
}
Accounted::~Accounted() {
  if (account_) account_->release(bytes_, account_ == current);
}

std::shared_ptr<MemoryAccount> current_account() {
  return current;
}
AccountScope::AccountScope(std::shared_ptr<MemoryAccount> account) : before_(std::move(current)) {
  current = std::move(account);
}
AccountScope::~AccountScope() {
  current = std::move(before_);
}

bool charge_current(int64_t bytes) {
  return !current || current->charge(bytes);
}

void uncharge_current(int64_t bytes) {
  if (current) current->release(bytes, true);
}

void note_charged(void* data) {
  if (!current) return;
  Ledger& l = ledger();
  std::lock_guard<std::mutex> hold(l.lock);
  l.charged[data] = current;
  l.count.fetch_add(1, std::memory_order_relaxed);
}

void release_charged(void* data, int64_t bytes) {
  Ledger& l = ledger();
  if (!l.count.load(std::memory_order_relaxed)) return;
  std::lock_guard<std::mutex> hold(l.lock);
  auto at = l.charged.find(data);
  if (at == l.charged.end()) return;
  at->second->release(bytes, at->second == current);
  l.charged.erase(at);
  l.count.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace adder::rt
