// Frame and traceback objects as scripts see them, locals().
#include "interp/vm/traceback.h"
#include "interp/vm/frames.h"

#include "interp/bytecode/library_code.h"
#include "interp/vm/run_support.h"

namespace adder {
// The frame object of a running frame; made on first demand. Borrow.
FrameObject* frame_object(Thread& th, Frame* f) {
  if (f->flags & kFrameObject) return f->object;
  FrameObject* o = make<FrameObject>(th, Kind::FrameObject);
  o->code = inc(f->code);
  o->globals = inc(f->func ? f->func->globals : th.builtins);
  o->builtins = inc(th.builtins);
  o->locals = kAbsent;
  o->back = kNone;
  o->pc = uint32_t(f->pc - f->code->ins.data());
  o->index = int32_t(f - th.frames);
  f->object = o;
  f->flags |= kFrameObject;
  return o;
}
// The frame below that scripts see, or null.
static Frame* visible_caller(Thread& th, Frame* f) {
  for (f--; f > th.frames; f--)
    if (f->func && !is_stand_in(f->code)) return f;
  return nullptr;
}
static Frame* running(Thread& th, FrameObject* o) {
  if (o->index < 0 || th.frames + o->index > th.fr) return nullptr;
  Frame* f = th.frames + o->index;
  return (f->flags & kFrameObject) && f->object == o ? f : nullptr;
}
static Value collect_locals(Thread& th, Frame* f) {
  Code* c = f->code;
  if (!(c->cflags & kNewLocals)) {
    if (c->cflags & kNamespace) return inc(f->base[0]);
    return of(inc(f->func->globals));
  }
  Ref<Dict> d(dict(th));
  for (size_t i = 0; i < named_locals(c); i++) {
    Value v = f->base[register_of(c, i)];
    if (v.is(Kind::Cell)) v = v.as<CellVar>()->v;
    if (!v.u || c->tables->varnames[i]->data[0] == '.' ||
        c->tables->varnames[i]->sv().find('.') != std::string_view::npos)
      continue;
    dict_set(d.get(), c->tables->varnames[i], inc(v));
  }
  for (size_t i = 0; i < c->tables->freenames.size() && i < f->func->aux; i++) {
    Value v = f->func->cells[i]->v;
    if (v.u) dict_set(d.get(), c->tables->freenames[i], inc(v));
  }
  return of(d.release());
}
Value frame_locals(Thread& th, Frame* f) {
  Value fresh = collect_locals(th, f);
  if (!(f->code->cflags & kNewLocals)) return fresh;
  FrameObject* o = frame_object(th, f);  // the same dict every time, updated
  if (!o->locals.is(Kind::Dict)) {
    put(o->locals, inc(fresh));
    return fresh;
  }
  Dict* d = o->locals.as<Dict>();
  for (size_t i = 0; i < named_locals(f->code); i++) {
    Str* n = f->code->tables->varnames[i];
    if (dict_find(fresh.as<Dict>(), n) < 0) dict_del(d, n);
  }
  bool ok = dict_update(th, d, fresh);
  dec(fresh);
  return ok ? inc(o->locals) : kAbsent;
}
// gi_frame and the like: the running frame, an image of the suspended one, None once it is finished. New reference.
Value generator_frame(Thread& th, Gen* g) {
  if (g->done) return kNone;
  if (g->running)
    for (Frame* f = th.fr; f > th.frames; f--)
      if ((f->flags & kFrameGen) && f->gen == g) return of(inc(frame_object(th, f)));
  FrameObject* o = make<FrameObject>(th, Kind::FrameObject);
  o->code = inc(g->func->code);
  o->globals = inc(g->func->globals);
  o->builtins = inc(th.builtins);
  o->back = kNone;
  o->pc = uint32_t(g->pc - g->func->code->ins.data());
  o->index = -1;
  o->locals = kAbsent;
  Owned hold(of(o));
  if (g->func->code->cflags & kNewLocals && g->nreg) {
    Frame image{g->func->code, g->pc, g->regs, g->func, nullptr, nullptr, 0, Cont::Exit, 0};
    o->locals = collect_locals(th, &image);
  }
  return hold.release();
}
// The frame is left (or suspended): the object keeps what it may be asked for.
void detach_frame_object(Thread& th, Frame* f) {
  FrameObject* o = f->object;
  f->flags &= uint8_t(~kFrameObject);
  o->pc = uint32_t(f->pc - f->code->ins.data());
  if (o->count > 1) {
    if (!o->locals.u && f->code->cflags & kNewLocals) o->locals = collect_locals(th, f);
    if (Frame* caller = visible_caller(th, f)) put(o->back, of(inc(frame_object(th, caller))));
  }
  o->index = -1;
  dec(o);
}
namespace {
Value fr_back(Thread& th, Value v) {
  Frame* f = running(th, v.as<FrameObject>());
  if (!f) return inc(v.as<FrameObject>()->back);
  f = visible_caller(th, f);
  return f ? of(inc(frame_object(th, f))) : kNone;
}
Value fr_code(Thread&, Value v) {
  return of(inc(v.as<FrameObject>()->code));
}
Value fr_globals(Thread&, Value v) {
  return of(inc(v.as<FrameObject>()->globals));
}
Value fr_builtins(Thread&, Value v) {
  return of(inc(v.as<FrameObject>()->builtins));
}
Value fr_locals(Thread& th, Value v) {
  FrameObject* o = v.as<FrameObject>();
  if (Frame* f = running(th, o)) return frame_locals(th, f);
  if (o->locals.u) return inc(o->locals);
  return o->code->cflags & kNewLocals ? of(dict(th)) : of(inc(o->globals));
}
uint32_t pc_of(Thread& th, FrameObject* o) {
  Frame* f = running(th, o);
  return f ? uint32_t(f->pc - f->code->ins.data()) : o->pc;
}
Value fr_lineno(Thread& th, Value v) {
  FrameObject* o = v.as<FrameObject>();
  return integer(th, line_of(o->code, o->code->ins.data() + pc_of(th, o)));
}
Value fr_lasti(Thread& th, Value v) {
  return integer(th, int64_t(pc_of(th, v.as<FrameObject>())) * 2);
}
Value fr_trace(Thread&, Value) {
  return kNone;
}
Value fr_clear(Thread& th, Value* a, int) {
  FrameObject* o = a[0].as<FrameObject>();
  if (running(th, o)) return th.raise(E_RuntimeError, "cannot clear an executing frame");
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
  if (!n.u || (n.u != kNone.u && !n.is(Kind::Traceback)))
    return th.raise(E_TypeError, "expected traceback object or None, got '%s'",
                    n.u ? type_name(th, n).c_str() : "NULL"),
           false;
  for (Traceback* t = n.is(Kind::Traceback) ? n.as<Traceback>() : nullptr; t; t = t->next)
    if (of(t).u == v.u) return th.raise(E_ValueError, "traceback loop detected"), false;
  Traceback* old = v.as<Traceback>()->next;
  v.as<Traceback>()->next = n.is(Kind::Traceback) ? inc(n.as<Traceback>()) : nullptr;
  if (old) dec(old);
  return true;
}
Value tb_lineno(Thread& th, Value v) {
  Traceback* t = v.as<Traceback>();
  return integer(th, t->line ? t->line : line_of(t->code, t->code->ins.data() + t->pc));
}
Value tb_lasti(Thread& th, Value v) {
  return integer(th, int64_t(v.as<Traceback>()->pc) * 2);
}
// Frames are not kept for tracebacks (that would keep every local alive); the object has the code, globals and line.
Value tb_frame(Thread& th, Value v) {
  Traceback* t = v.as<Traceback>();
  if (!t->frame.u) {
    FrameObject* o = make<FrameObject>(th, Kind::FrameObject);
    o->code = inc(t->code);
    o->globals = inc(t->globals);
    o->builtins = inc(th.builtins);
    o->locals = kAbsent;
    o->back = kNone;
    o->pc = t->pc;
    o->index = -1;
    t->frame = of(o);
  }
  return inc(t->frame);
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
  t->code = inc(f->code);
  t->globals = inc(f->globals);
  // a place in the code that does not exist is the first one
  t->pc = lasti >= 0 && size_t(lasti / 2) < f->code->ins.size() ? uint32_t(lasti / 2) : 0;
  // its own line shows columns too
  t->line = line == int64_t(line_of(t->code, t->code->ins.data() + t->pc)) ? 0 : uint32_t(line);
  t->frame = inc(a[2]);
  return of(t);
}
const NativeDef kTracebackMethods[] = {
    {"_caret_line", "(self, text, line, end_line, column, end_column, /)", "", tb_caret_line, Rule::residual},
    {"__new__", "(cls, tb_next, tb_frame, tb_lasti, tb_lineno)", "", tb_new, Rule::residual}};
const GetSetDef kTracebackFields[] = {{"_entries", tb_entries, nullptr, ""},
                                      {"tb_next", tb_next, set_tb_next, ""},
                                      {"tb_lineno", tb_lineno, nullptr, ""},
                                      {"tb_lasti", tb_lasti, nullptr, ""},
                                      {"tb_frame", tb_frame, nullptr, ""}};
}  // namespace
void init_frames(Interpreter& in) {
  add_methods(in, in.types[int(Kind::FrameObject)], kFrameMethods);
  add_fields(in, in.types[int(Kind::FrameObject)], kFrameFields);
  add_methods(in, in.types[int(Kind::Traceback)], kTracebackMethods);
  add_fields(in, in.types[int(Kind::Traceback)], kTracebackFields);
  init_code_objects(in);
}
}  // namespace adder
