// Which functions only compute: given tensors, they call operators, and nothing else can be seen of them.
#include "capture/plain_branch.h"

#include "interp/bridge/tensor_cell.h"
#include "interp/bytecode/opcodes.h"
#include "interp/vm/native.h"

namespace adder::capture {
namespace {
bool is_torch_module(Thread& th, Value v) {
  if (!v.is(Kind::Module)) return false;
  Value name = dict_get(v.as<Module>()->dict, intern(th.in, "__name__"));
  return is_str(name) && (sv(name) == "torch" || sv(name).starts_with("torch."));
}
// What a name of the function's surroundings may stand for.
bool harmless(Thread& th, Value v) {
  return v.is_int() || v.is_float() || is_bool(v) || v == kNone || is_torch_module(th, v) ||
         (v.is(Kind::Extension) && is_tensor(torch_state(th), v));
}
bool draws(std::string_view name) {
  for (std::string_view part : {"rand", "dropout", "bernoulli", "normal", "multinomial", "poisson", "rrelu"})
    if (name.find(part) != name.npos) return true;
  return false;
}
// An attribute or method that is an operator without effects, of tensors and of torch alike.
bool is_operator(Thread& th, Str* name) {
  std::string_view text = name->sv();
  if (text.ends_with("_") || draws(text)) return false;
  for (const char* field : {"shape", "dtype", "device", "ndim", "T", "mT", "pi", "inf", "nan"})
    if (text == field) return true;
  auto computes = [](Value v) { return v.is(Kind::Native) && v.as<Native>()->def->rule == Rule::tensor_op; };
  if (Value v = type_find(torch_state(th).types.tensor, name); v.u) return computes(v);
  Value torch = th.in.modules ? dict_get(th.in.modules, intern(th.in, "torch")) : kAbsent;
  return torch.is(Kind::Module) && computes(dict_get(torch.as<Module>()->dict, name));
}
bool allowed(int op) {
  switch (op) {
    case NOP:
    case MOVE:
    case TAKE:
    case LOADK:
    case LOADKX:
    case LOADI:
    case KILL:
    case NEG:
    case POS:
    case INVERT:
    case CALLM:
    case CALLM_N:
    case RET:
    case SUBSCR:
    case SUBSCR_K:
    case SLICE:
    case MKLIST:
    case MKTUPLE: return true;
    default: break;
  }
  if (op >= ADD && op <= IMATMUL_K) return !((op - ADD) & 2);  // not in place
  return op >= LT && op <= JNE_K && (op - LT) % 3 == 0;
}
}  // namespace

bool computes_only(Thread& th, Value function) {
  if (!function.is(Kind::Func)) return false;
  Func* f = function.as<Func>();
  Code* c = ensure_body(f->code);
  if (c->cflags & (kGenerator | kCoroutine | kAsyncGen) || !c->handlers.empty()) return false;
  for (size_t at = 0; at < c->ins.size();) {
    Word w = c->ins[at];
    int op = int(w & 255);
    switch (op) {
      case LOADG:
      case LOADG_M:
      case LOADG_B: {
        Value v = dict_get(f->globals, c->glob[c->ins[at + 1]].name);
        if (!v.u || !harmless(th, v)) return false;
        break;
      }
      case FREE: {
        Value v = f->cells[uint16_t(BX_(w))]->v;
        if (!v.u || !harmless(th, v)) return false;
        break;
      }
      case GETATTR:
      case GETATTR_S:
      case METHOD:
      case METHOD_S:
      case METHOD_T:
        if (!is_operator(th, c->attr[c->ins[at + 1]]->name)) return false;
        break;
      default:
        if (!allowed(op)) return false;
    }
    at += kOps[op].words;
  }
  return true;
}
}  // namespace adder::capture
