// Frame and traceback objects as scripts see them, locals().
#include "interp/vm/traceback.h"
#include "interp/vm/frames.h"

#include "interp/bytecode/library_code.h"
#include "interp/vm/run_support.h"

namespace adder {
static FrameObject* make_frame_object(Thread& th, Code* code, Func* func) {
  size_t room = code->cflags & kNewLocals ? named_locals(code) : 0;
  FrameObject* o = make<FrameObject>(th, Kind::FrameObject, (room ? room - 1 : 0) * sizeof(Value));
  o->aux = uint16_t(room);
  o->code = inc(code);
  o->func = func ? inc(func) : nullptr;
  o->gen = nullptr;
  o->locals = kAbsent;
  o->back = kNone;
  o->pc = 0;
  o->index = -1;
  std::fill_n(o->kept, std::max<size_t>(room, 1), kAbsent);
  return o;
}
FrameObject* left_frame(Thread& th, Code* code, Func* func, uint32_t pc) {
  FrameObject* o = make_frame_object(th, code, func);
  o->pc = pc;
  return o;
}
static FrameObject* generator_frame_object(Thread& th, Gen* g) {
  if (!g->frame) {
    g->frame = make_frame_object(th, g->func->code, g->func);
    g->frame->gen = g;
  }
  return g->frame;
}
// The frame object of a running frame; made on first demand. Borrow.
FrameObject* frame_object(Thread& th, Frame* f) {
  if (f->flags & kFrameGen) return generator_frame_object(th, f->gen);
  if (f->flags & kFrameObject) return f->object;
  FrameObject* o = make_frame_object(th, f->code, f->func);
  o->index = int32_t(f - th.frames);
  f->object = o;
  f->flags |= kFrameObject;
  return o;
}
// What scripts see below place `at` of the frame stack, where `delegating` and its outer ones may stand too; borrow, or
// null.
static FrameObject* caller_object(Thread& th, int64_t at, Delegating* delegating) {
  for (; at > 0; at--) {
    while (delegating && delegating->below >= at) delegating = delegating->outer;
    if (delegating && delegating->below == at - 1) return generator_frame_object(th, delegating->gen);
    Frame* f = th.frames + at - 1;
    if (f->func && !is_stand_in(f->code)) return frame_object(th, f);
  }
  return nullptr;
}
FrameObject* visible_frame(Thread& th) {
  return caller_object(th, th.fr - th.frames + 1, th.delegating);
}
static Frame* running(Thread& th, FrameObject* o) {
  if (o->gen && o->gen->running)
    for (Frame* f = th.fr; f > th.frames; f--)
      if ((f->flags & kFrameGen) && f->gen == o->gen) return f;
  if (o->index < 0 || th.frames + o->index > th.fr) return nullptr;
  Frame* f = th.frames + o->index;
  return (f->flags & kFrameObject) && f->object == o ? f : nullptr;
}
namespace {
// Where the variables of a call stand: in its registers, or in the object of a frame that was left.
struct Variables {
  Code* code;
  Func* func;
  const Value* registers;  // null: the frame was left
  FrameObject* left;

  Str* name(size_t i) const { return code->tables->varnames[i]; }
  Value value(size_t i) const {
    Value v = registers ? registers[register_of(code, i)] : i < left->aux ? left->kept[i] : kAbsent;
    return v.is(Kind::Cell) ? v.as<CellVar>()->v : v;
  }
};
Variables variables_of(Thread& th, FrameObject* o) {
  const Value* registers = nullptr;
  if (o->gen) {
    registers = o->gen->regs;
  } else if (Frame* f = running(th, o)) {
    registers = f->base;
  }
  return {o->code, o->func, registers, o};
}
Value collect_locals(Thread& th, const Variables& all) {
  Ref<Dict> d(dict(th));
  for (size_t i = 0; i < named_locals(all.code); i++) {
    Value v = all.value(i);
    if (v.u && all.name(i)->sv().find('.') == std::string_view::npos) dict_set(d.get(), all.name(i), inc(v));
  }
  for (size_t i = 0; i < all.code->tables->freenames.size() && i < all.func->aux; i++) {
    Value v = all.func->cells[i]->v;
    if (v.u) dict_set(d.get(), all.code->tables->freenames[i], inc(v));
  }
  return of(d.release());
}
// What f_locals gives for a function's frame: the same dict every time, updated. New reference.
Value function_locals(Thread& th, FrameObject* o, const Variables& all) {
  Owned fresh(collect_locals(th, all));
  if (!o->locals.is(Kind::Dict)) {
    put(o->locals, inc(fresh.get()));
    return fresh.release();
  }
  Owned hold(inc(o->locals));
  Dict* d = o->locals.as<Dict>();
  for (size_t i = 0; i < named_locals(all.code); i++)
    if (dict_find(fresh.get().as<Dict>(), all.name(i)) < 0) dict_del(d, all.name(i));
  return dict_update(th, d, fresh.get()) ? hold.release() : kAbsent;
}
Value outer_locals(Frame* f) {  // of a class body, a module or exec()
  return inc(f->code->cflags & kNamespace ? f->base[0] : of(f->func->globals));
}
}  // namespace
Value frame_locals(Thread& th, Frame* f) {
  if (!(f->code->cflags & kNewLocals)) return outer_locals(f);
  return function_locals(th, frame_object(th, f), {f->code, f->func, f->base, nullptr});
}
Value generator_frame(Thread& th, Gen* g) {
  return g->done ? kNone : of(inc(generator_frame_object(th, g)));
}
static uint32_t pc_of(Thread& th, FrameObject* o) {
  if (Frame* f = running(th, o)) return uint32_t(f->pc - f->code->ins.data());
  return o->gen ? uint32_t(o->gen->pc - o->code->ins.data()) : o->pc;
}
uint32_t frame_line(Thread& th, FrameObject* o) {
  if (o->gen && !o->gen->started) return o->code->first_line;  // a generator that has not begun
  return line_of(o->code, o->code->ins.data() + pc_of(th, o));
}
// The place that a frame is left at. An exception that an exit method or the end of `except … as` lets pass leaves it
// where it came from, as CPython has it.
static uint32_t left_at(Frame* f, const Exc* leaving, const FrameObject* o) {
  if (leaving && (*f->pc & 255) == RERAISE && B_(*f->pc) && leaving->traceback.is(Kind::Traceback)) {
    Traceback* t = leaving->traceback.as<Traceback>();
    if (t->frame == o) return t->pc;
  }
  return uint32_t(f->pc - f->code->ins.data());
}
void leave_frame_object(Thread& th, Frame* f, const Exc* leaving) {
  FrameObject* o = f->flags & kFrameGen ? f->gen->frame : f->object;
  o->pc = left_at(f, leaving, o);
  if (o->count > 1)
    if (FrameObject* caller = caller_object(th, f - th.frames, th.delegating)) put(o->back, of(inc(caller)));
  if (f->flags & kFrameGen) return;  // it loses the object when its generator has ended
  if (o->count > 1) {
    if (f->code->cflags & kNewLocals) {
      keep_variables(o, f->base);
    } else {
      put(o->locals, outer_locals(f));
    }
  }
  f->flags &= uint8_t(~kFrameObject);
  o->index = -1;
  dec(o);
}
namespace {
Value fr_back(Thread& th, Value v) {
  FrameObject* o = v.as<FrameObject>();
  FrameObject* caller = nullptr;
  if (Frame* f = running(th, o)) {
    caller = caller_object(th, f - th.frames, th.delegating);
  } else {
    Delegating* d = th.delegating;
    while (d && d->gen != o->gen) d = d->outer;
    if (!d) return inc(o->back);
    caller = caller_object(th, d->below + 1, d->outer);
  }
  return caller ? of(inc(caller)) : kNone;
}
Value fr_code(Thread&, Value v) {
  return of(inc(v.as<FrameObject>()->code));
}
Value fr_globals(Thread& th, Value v) {
  FrameObject* o = v.as<FrameObject>();
  return of(inc(o->func ? o->func->globals : th.builtins));
}
Value fr_builtins(Thread& th, Value v) {
  FrameObject* o = v.as<FrameObject>();
  return of(inc(o->func && o->func->builtins ? o->func->builtins : th.builtins));
}
Value fr_locals(Thread& th, Value v) {
  FrameObject* o = v.as<FrameObject>();
  if (o->code->cflags & kNewLocals) return function_locals(th, o, variables_of(th, o));
  if (Frame* f = running(th, o)) return outer_locals(f);
  return o->locals.u ? inc(o->locals) : fr_globals(th, v);
}
Value fr_lineno(Thread& th, Value v) {
  return integer(th, frame_line(th, v.as<FrameObject>()));
}
Value fr_lasti(Thread& th, Value v) {
  return integer(th, int64_t(pc_of(th, v.as<FrameObject>())) * 2);
}
Value fr_trace(Thread&, Value) {
  return kNone;
}
Value fr_clear(Thread& th, Value* a, int) {
  FrameObject* o = a[0].as<FrameObject>();
  if (running(th, o) || (o->gen && o->gen->running)) return th.raise(E_RuntimeError, "cannot clear an executing frame");
  if (o->gen) {
    Ref<Gen> hold(inc(o->gen));
    if (!generator_close(th, hold.get())) report_unraisable(th, nullptr, of(hold.get()));
    return kNone;
  }
  clear_values(o->kept, o->aux);
  put(o->locals, kAbsent);
  return kNone;
}
const NativeDef kFrameMethods[] = {
    {"clear", "(self, /)", "Drop the variables of a call that is over.", fr_clear, Rule::opaque}};
const GetSetDef kFrameFields[] = {
    {"f_back", fr_back, nullptr, ""},       {"f_code", fr_code, nullptr, ""},
    {"f_globals", fr_globals, nullptr, ""}, {"f_builtins", fr_builtins, nullptr, ""},
    {"f_locals", fr_locals, nullptr, ""},   {"f_lineno", fr_lineno, nullptr, ""},
    {"f_lasti", fr_lasti, nullptr, ""},     {"f_trace", fr_trace, nullptr, ""},
};

// --- tracebacks ---
Value tb_next(Thread&, Value v) {
  Traceback* t = v.as<Traceback>()->next;
  return t ? of(inc(t)) : kNone;
}
bool set_tb_next(Thread& th, Value v, Value n) {
  if (!n.u) return th.raise(E_TypeError, "can't delete tb_next attribute"), false;
  if (n.u != kNone.u && !n.is(Kind::Traceback))
    return th.raise(E_TypeError, "expected traceback object, got '%s'", type_name(th, n).c_str()), false;
  for (Traceback* t = n.is(Kind::Traceback) ? n.as<Traceback>() : nullptr; t; t = t->next)
    if (of(t).u == v.u) return th.raise(E_ValueError, "traceback loop detected"), false;
  Traceback* old = v.as<Traceback>()->next;
  v.as<Traceback>()->next = n.is(Kind::Traceback) ? inc(n.as<Traceback>()) : nullptr;
  if (old) dec(old);
  return true;
}
bool refuse_tb_change(Thread& th, Value, Value) {
  return th.raise(E_AttributeError, "readonly attribute"), false;
}
Value tb_lineno(Thread& th, Value v) {
  Traceback* t = v.as<Traceback>();
  return integer(th, t->line ? t->line : line_of(t->code(), t->code()->ins.data() + t->pc));
}
Value tb_lasti(Thread& th, Value v) {
  Traceback* t = v.as<Traceback>();
  return integer(th, t->lasti == Traceback::kFromPc ? int64_t(t->pc) * 2 : t->lasti);
}
Value tb_frame(Thread&, Value v) {
  return of(inc(v.as<Traceback>()->frame));
}
Value tb_entries(Thread& th, Value v) {
  return traceback_entries(th, v.as<Traceback>());
}
// For a line that a module of the library found: (self, text, line, end line, column, end column).
Value tb_caret_line(Thread& th, Value* a, int) {
  std::string_view text = is_str(unwrap(a[1])) ? sv(unwrap(a[1])) : std::string_view();
  int64_t numbers[4];
  for (int i = 0; i < 4; i++)
    if (!to_index(th, a[2 + i], &numbers[i])) return kAbsent;
  Position p;
  p.line = uint32_t(numbers[0]);
  p.end_line = uint32_t(numbers[1]);
  p.column = uint32_t(numbers[2]);
  p.end_column = uint32_t(numbers[3]);
  return of(str(th, caret_line(std::string(text), p)));
}
Value tb_new(Thread& th, Value* a, int) {  // (cls, tb_next, tb_frame, tb_lasti, tb_lineno)
  int64_t lasti, line;
  if (a[1].u != kNone.u && !a[1].is(Kind::Traceback))
    return th.raise(E_TypeError, "expected traceback object or None, got '%s'", type_name(th, a[1]).c_str());
  if (!a[2].is(Kind::FrameObject))
    return th.raise(E_TypeError, "TracebackType() argument 'tb_frame' must be frame, not %s",
                    argument_type_name(th, a[2]).c_str());
  if (!to_index(th, a[3], &lasti) || !to_index(th, a[4], &line)) return kAbsent;
  FrameObject* f = a[2].as<FrameObject>();
  Traceback* t = make<Traceback>(th, Kind::Traceback);
  t->next = a[1].is(Kind::Traceback) ? inc(a[1].as<Traceback>()) : nullptr;
  t->frame = inc(f);
  t->lasti = lasti;
  // a place in the code that does not exist is the first one
  t->pc = lasti >= 0 && size_t(lasti / 2) < f->code->ins.size() ? uint32_t(lasti / 2) : 0;
  // its own line shows columns too
  t->line = line == int64_t(line_of(f->code, f->code->ins.data() + t->pc)) ? 0 : uint32_t(line);
  return of(t);
}
const NativeDef kTracebackMethods[] = {
    {"_caret_line", "(self, text, line, end_line, column, end_column, /)", "", tb_caret_line, Rule::residual},
    {"__new__", "(cls, tb_next, tb_frame, tb_lasti, tb_lineno)", "", tb_new, Rule::residual}};
const GetSetDef kTracebackFields[] = {{"_entries", tb_entries, nullptr, ""},
                                      {"tb_next", tb_next, set_tb_next, ""},
                                      {"tb_lineno", tb_lineno, refuse_tb_change, ""},
                                      {"tb_lasti", tb_lasti, refuse_tb_change, ""},
                                      {"tb_frame", tb_frame, refuse_tb_change, ""}};
}  // namespace
void init_frames(Interpreter& in) {
  add_methods(in, in.types[int(Kind::FrameObject)], kFrameMethods);
  add_fields(in, in.types[int(Kind::FrameObject)], kFrameFields);
  add_methods(in, in.types[int(Kind::Traceback)], kTracebackMethods);
  add_fields(in, in.types[int(Kind::Traceback)], kTracebackFields);
  init_code_objects(in);
}
}  // namespace adder
