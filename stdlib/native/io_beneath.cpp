// What is beneath a Buffered file, a descriptor or a raw stream: reads, writes, and whose turn it is.
#include <cerrno>
#include <chrono>

#include "interp/vm/interpreter_lock.h"
#include "stdlib/native/io_buffered.h"
#include "stdlib/native/state.h"

namespace adder::lib {

Value ask_raw(Thread& th, BinaryFile* f, const char* method, const Value* args, int n) {
  Owned raw(inc(f->raw));
  if (!raw) return th.raise(E_ValueError, "raw stream has been detached");
  return th.call_method(raw.get(), intern(th.in, method), args, n);
}

Value would_block(Thread& th, size_t written) {
  Owned message(new_str(th, "write could not complete without blocking"));
  Value args[3] = {integer49(EAGAIN), message.get(), integer(th, int64_t(written))};
  Value exc = th.call(of(th.type(E_BlockingIOError)), args, 3);
  return exc.u ? th.raise_obj(exc) : kAbsent;
}
int64_t write_raw(Thread& th, BinaryFile* f, std::string_view data) {
  if (!f->raw.u) return write_fd(th, f->fd, data);
  Owned piece(new_bytes(th, data));
  Value arg = piece.get();
  Owned r(ask_raw(th, f, "write", &arg, 1));
  int64_t n;
  if (r.get() == kNone) return kBlocked;
  if (!r) return kFailed;
  if (!to_index(th, r.get(), &n)) {
    th.clear_pending();
    n = -1;
  }
  if (n >= 0 && size_t(n) <= data.size()) return n;
  th.raise(E_OSError, "raw write() returned invalid length %lld (should have been between 0 and %zu)",
           static_cast<long long>(n), data.size());
  return kFailed;
}

FileTurn::FileTurn(Thread& th, Value file) : th_(th), file_(payload<BinaryFile>(file)) {
  BinaryFile* f = file_;
  if (!f->user) {
    f->user = &th;
    return;
  }
  if (f->user == &th) {
    file_ = nullptr;
    std::string message = "reentrant call inside ";
    if (repr_of(th, file, &message)) th.raise_text(th.type(E_RuntimeError), message);
    return;
  }
  std::shared_ptr<FileTurns> turns = library_state(th.in).file_turns;  // outlives the interpreter
  while (f->user) {
    ++turns->waiting;
    if (std::shared_ptr<InterpreterLock> lock = th.in.lock) {
      lock->release(th);
      {
        std::unique_lock guard(turns->mutex);
        turns->over.wait_for(guard, std::chrono::milliseconds(10));  // signals are looked for now and then
      }
      lock->acquire(th);
    }
    --turns->waiting;
    if (!heed_signal(th)) {
      file_ = nullptr;
      return;
    }
  }
  f->user = &th;
}
FileTurn::~FileTurn() {
  if (!file_) return;
  file_->user = nullptr;
  if (FileTurns* turns = library_state(th_.in).file_turns.get(); turns->waiting) turns->over.notify_all();
}

bool flush_file(Thread& th, BinaryFile* f) {
  if (f->output.empty()) return true;
  std::string data;
  data.swap(f->output);  // raw.write() may come back here
  for (size_t at = 0; at < data.size();) {
    const int64_t n = write_raw(th, f, std::string_view(data).substr(at));
    if (n >= 0) {
      at += size_t(n);
      continue;
    }
    if (n == kBlocked) would_block(th, 0);
    // What could not be written stays, before what was added meanwhile: the next flush tries again.
    f->output.insert(0, data, at);
    return false;
  }
  return true;
}
bool read_some(Thread& th, BinaryFile* f, size_t most, std::string* out, bool* blocked) {
  if (blocked) *blocked = false;
  if (!f->raw.u) {
    const size_t before = out->size();
    out->resize(before + most);
    const int64_t n = read_fd(th, f->fd, out->data() + before, most);
    out->resize(before + size_t(std::max<int64_t>(n, 0)));
    if (blocked) *blocked = n == kBlocked;
    return n != kFailed;
  }
  Owned raw(inc(f->raw)), room(of(bytearray(th, std::string(most, '\0'))));
  Value arg = room.get();
  Owned r(th.call_method(raw.get(), intern(th.in, "readinto"), &arg, 1));
  int64_t n;
  if (!r) return false;
  if (r.get() == kNone) {
    if (blocked) *blocked = true;
    return true;
  }
  if (!to_index(th, r.get(), &n)) {
    if (th.pending_is(E_OverflowError)) {
      th.clear_pending();
      th.raise(E_ValueError, "cannot fit '%s' into an index-sized integer", type_name(th, r.get()).c_str());
    }
    Value cause = th.take_pending();
    th.raise(E_OSError, "raw readinto() failed");
    Exc* failure = th.pending.as<Exc>();
    put(failure->cause, inc(cause));
    put(failure->context, cause);
    failure->suppress = true;
    return false;
  }
  if (n < 0 || size_t(n) > most || n > int64_t(room.get().as<ByteArray>()->len)) {
    th.raise(E_OSError, "raw readinto() returned invalid length %lld (should have been between 0 and %zu)",
             static_cast<long long>(n), most);
    return false;
  }
  out->append(room.get().as<ByteArray>()->data, size_t(n));
  return true;
}
bool write_all(Thread& th, int fd, std::string_view* rest) {
  while (!rest->empty()) {
    const int64_t n = write_fd(th, fd, *rest);
    if (n < 0) {
      if (n == kBlocked) would_block(th, 0);
      return false;
    }
    rest->remove_prefix(size_t(n));
  }
  return true;
}

}  // namespace adder::lib
