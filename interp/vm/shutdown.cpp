// The end of an interpreter: finalizers of what is still alive run, as CPython does when it clears its modules; the
// text and status of an uncaught exception.
#include "interp/vm/shutdown.h"

#include <cstdio>

#include "interp/vm/conversions.h"
#include "interp/vm/import.h"
#include "interp/vm/interpreter_lock.h"
#include "interp/vm/traceback.h"
#include "interp/vm/unraisable.h"

namespace adder {
static void clear_names(Thread& th, Dict* d, bool underscored) {
  for (uint32_t i = 0; i < d->filled; i++) {
    Value k = d->entries[i].key;
    if (!k.u || d->entries[i].val.u == kNone.u || !is_str(k)) continue;
    std::string_view n = sv(k);
    bool single = n.starts_with("_") && !(n.size() > 1 && n[1] == '_');
    if (underscored ? !single : n == "__builtins__") continue;
    put(d->entries[i].val, kNone);
  }
  (void)th;
}
// MODULE.FUNCTION() if a script has imported the module; an exception is reported, not passed on.
static void call_at_end(Thread& th, const char* module, const char* function) {
  Owned m(inc(dict_get(th.in.modules, intern(th.in, module))));  // what it runs may drop it
  if (!unwrap(m.get()).is(Kind::Module)) return;
  Owned f(get_attr_or_stop(th, m.get(), intern(th.in, function)));
  Owned r;
  if (f && f.get().u != kStop.u) r = Owned(th.call(f.get(), nullptr, 0));
  if (!r && th.pending.u) report_uncaught(th);
}
// Flushes what the script put in the place of standard output and error, as CPython does.
static bool flush_streams(Thread& th) {
  Module* sys = find_module(th.in, intern(th.in, "sys"));
  Owned keep_sys(sys ? inc(of(sys)) : kAbsent);  // the streams are the script's and may drop it
  bool written = true;
  for (const char* name : {"stdout", "stderr"}) {
    Value stream = sys ? dict_get(sys->dict, intern(th.in, name)) : kAbsent;
    const std::string original = "__" + std::string(name) + "__";
    if (!stream.u || stream.u == kNone.u || stream.u == dict_get(sys->dict, intern(th.in, original)).u) continue;
    Owned keep(inc(stream));
    Value answer = get_attr_or_stop(th, stream, intern(th.in, "closed"));
    bool closed = false;
    if (answer.u && answer.u != kStop.u) {
      Owned hold(answer);
      if (!truth_native(th, answer, &closed)) closed = false;
    }
    th.clear_pending();
    if (closed) continue;
    Owned flushed(th.call_method(stream, th.name(n_flush), nullptr, 0));
    if (flushed) continue;
    written = false;
    if (name == std::string_view("stdout")) report_unraisable(th, nullptr, stream);
    th.clear_pending();
  }
  return written;
}
bool shut_down(Thread& th) {
  Interpreter& in = th.in;
  if (in.shutting_down) return true;
  call_at_end(th, "threading", "_shutdown");
  call_at_end(th, "atexit", "_run_exitfuncs");
  const bool written = flush_streams(th);
  if (in.lock) in.lock->park_others(th);
  in.shutting_down = true;
  if (in.any_finalizers) {
    Module* found = find_module(in, intern(in, "__main__"));
    Ref<Module> main(found ? inc(found) : nullptr);
    dict_clear(in.modules);
    // Mostly the module dies here, and its names are collected as one cycle: finalizers still see all of them.
    if (main && main->count == 1) main = Ref<Module>();
    collect_cycles(th);
    if (main) {  // somebody outside the modules holds it
      Ref<Dict> names(inc(main->dict));
      clear_names(th, names.get(), true);
      clear_names(th, names.get(), false);
      main = Ref<Module>();
      names = Ref<Dict>();
      collect_cycles(th);
    }
  }
  th.flush();
  return written;
}
void release_modules(Thread& th) {
  th.clear_pending();
  put(th.asyncgen_firstiter, kNone);
  put(th.asyncgen_finalizer, kNone);
  dict_clear(th.in.modules);
  collect_cycles(th);
}
// What is told of an exception where a script has deleted sys.stderr.
static std::string object_text(Thread& th, Value v) {
  Cell* c = v.cell();
  Type* type = type_of(th.in, v);
  char numbers[160];
  snprintf(numbers, sizeof numbers, "object address  : %p\nobject refcount : %u\nobject type     : %p\n",
           static_cast<void*>(c), unsigned(c->count), static_cast<void*>(type));
  std::string repr;
  if (!repr_of(th, v, &repr)) th.clear_pending();
  return numbers + ("object type name: " + std::string(type->name->sv())) + "\nobject repr     : " + repr + "\n";
}
int report_uncaught(Thread& th, bool goes_on) {
  if (!th.pending.u) return 0;
  Owned e(th.take_pending());
  if (!goes_on && subtype(e.get().as<Instance>()->type(), th.type(E_SystemExit))) {
    Owned code(get_attr_or_stop(th, e.get(), intern(th.in, "code")));
    th.clear_pending();
    Value c = unwrap(code.get());
    if (!c.u || c.u == kNone.u || c.u == kStop.u) return 0;
    if (is_small_int(c)) return int(to_int(c) & 255);
    if (is_intlike(c)) return 255;  // -1, which stands for what fits into no int of C
    std::string s;
    if (!str_of(th, c, &s)) th.clear_pending();
    write_to_stderr(th, s + "\n", true);
    return 1;
  }
  th.flush();
  std::string text = traceback_text(th, e.get().as<Exc>());
  Module* sys = find_module(th.in, intern(th.in, "sys"));
  Value hook = sys ? dict_get(sys->dict, intern(th.in, "excepthook")) : kAbsent;
  if (hook.u && hook.u != dict_get(sys->dict, intern(th.in, "__excepthook__")).u) {  // the script's own
    Owned keep(inc(hook));
    Value args[3] = {of(e.get().as<Instance>()->type()), e.get(), e.get().as<Exc>()->traceback};
    Owned r(th.call(hook, args, 3));
    th.flush();
    if (r) return 1;
    if (th.pending_is(E_SystemExit)) return report_uncaught(th);  // the hook ends the program its own way
    Owned second(th.take_pending());
    text = "Error in sys.excepthook:\n" + traceback_text(th, second.get().as<Exc>()) + "\nOriginal exception was:\n" + text;
  }
  if (sys && !hook.u) text = "sys.excepthook is missing\n" + text;
  if (sys && !dict_get(sys->dict, intern(th.in, "stderr")).u) text = object_text(th, e.get()) + "lost sys.stderr\n";
  write_to_stderr(th, text);
  return subtype(e.get().as<Instance>()->type(), th.type(E_KeyboardInterrupt)) ? 130 : 1;
}
}  // namespace adder
