// datetime.time.
#include "stdlib/native/datetime.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {
constexpr StateForm kState = {"time", 6, 0, 127, 0, 23};

Clock* self_of(Value v) {
  return payload<Clock>(v);
}
Type* class_of(Value v) {
  return v.as<Instance>()->type();
}
bool fields_arg(Thread& th, Value* a, Value fold, Fields* f) {
  int* to[] = {&f->hour, &f->minute, &f->second, &f->microsecond};
  for (int i = 0; i < 4; ++i)
    if (a[i].u && !int_field(th, a[i], to[i])) return false;
  return !fold.u || int_field(th, fold, &f->fold);
}
Value checked_time(Thread& th, Type* type, const Fields& f, Value zone) {
  return check_clock(th, f) && check_zone(th, zone) ? make_time(th, type, f, zone) : kAbsent;
}
Value time_new(Thread& th, Value* a, int) {
  Fields f;
  std::string state;
  const int pickled = a[3].u ? 0 : pickled_state(th, kState, a[1], a[2], &state);
  if (pickled < 0) return kAbsent;
  if (pickled) {
    auto byte = [&](size_t i) { return int(uint8_t(state[i])); };
    f.hour = byte(0) & 127;
    f.fold = byte(0) >> 7;
    f.minute = byte(1);
    f.second = byte(2);
    f.microsecond = byte(3) << 16 | byte(4) << 8 | byte(5);
    return checked_time(th, a[0].as<Type>(), f, a[2].u ? a[2] : kNone);
  }
  if (!fields_arg(th, a + 1, a[6], &f)) return kAbsent;
  return checked_time(th, a[0].as<Type>(), f, a[5].u ? a[5] : kNone);
}
Value time_replace(Thread& th, Value* a, int) {
  Fields f = fields_of(*self_of(a[0]));
  if (!fields_arg(th, a + 1, a[6], &f)) return kAbsent;
  return checked_time(th, class_of(a[0]), f, a[5].u ? a[5] : self_of(a[0])->zone);
}
Value time_repr(Thread& th, Value* a, int) {
  const Clock& c = *self_of(a[0]);
  std::string out = type_name(class_of(a[0])) + "(" + std::to_string(c.hour) + ", " + std::to_string(c.minute);
  if (c.second || c.microsecond) out += ", " + std::to_string(c.second);
  if (c.microsecond) out += ", " + std::to_string(c.microsecond);
  if (c.zone.u != kNone.u && (out += ", tzinfo=", !repr_of(th, c.zone, &out))) return kAbsent;
  if (c.fold) out += ", fold=1";
  return new_str(th, out + ")");
}
Value offset_of(Thread& th, Value self) {
  return zone_offset(th, self_of(self)->zone, "utcoffset", kNone);
}
Value time_isoformat(Thread& th, Value* a, int) {
  std::string out;
  if (!add_iso_clock(th, *self_of(a[0]), a[1], "isoformat() argument 1", &out)) return kAbsent;
  Owned offset(offset_of(th, a[0]));
  if (!offset) return kAbsent;
  return new_str(th, out + offset_text(offset.get(), ":"));
}
Value time_str(Thread& th, Value* a, int) {
  return th.call_method(a[0], intern(th.in, "isoformat"), nullptr, 0);
}
Value time_strftime(Thread& th, Value* a, int) {
  return format_fields(th, a[0], {1900, 1, 1}, *self_of(a[0]), a[1]);
}
Value time_utcoffset(Thread& th, Value* a, int) {
  return offset_of(th, a[0]);
}
Value time_dst(Thread& th, Value* a, int) {
  return zone_offset(th, self_of(a[0])->zone, "dst", kNone);
}
Value time_tzname(Thread& th, Value* a, int) {
  return zone_name(th, self_of(a[0])->zone, kNone);
}
Value time_fromisoformat(Thread& th, Value* a, int) {
  Value u = unwrap(a[1]);
  if (!is_str(u)) return th.raise(E_TypeError, "fromisoformat: argument must be str");
  std::string_view s = sv(u);
  if (!s.empty() && s[0] == 'T') s.remove_prefix(1);
  Fields f;
  bool has_offset;
  Wide offset;
  if (!read_iso_clock(s, &f, &has_offset, &offset)) {
    std::string shown;
    if (!repr_of(th, a[1], &shown)) return kAbsent;
    return th.raise_text(th.type(E_ValueError), "Invalid isoformat string: " + shown);
  }
  Owned zone(has_offset ? zone_of_offset(th, offset) : kNone);
  if (!zone) return kAbsent;
  Type* type = a[0].as<Type>();
  if (!(type->tflags & kHeapType)) return checked_time(th, type, f, zone.get());
  Value args[] = {integer49(f.hour), integer49(f.minute), integer49(f.second), integer49(f.microsecond), zone.get()};
  return th.call(a[0], args, 5);
}
int64_t us_of(const Clock& c) {
  return ((c.hour * 60 + c.minute) * 60 + c.second) * int64_t(1000000) + c.microsecond;
}
NOINLINE Value compare_times(Thread& th, Value* a, Op op) {
  if (!is_time(a[1])) return kNotImplemented;
  const Clock &x = *self_of(a[0]), &y = *self_of(a[1]);
  Offsets o;
  if (x.zone.u != y.zone.u) {
    o.a = Owned(offset_of(th, a[0]));
    if (o.a) o.b = Owned(offset_of(th, a[1]));
    if (!o.a || !o.b) return kAbsent;
    if (o.mixed()) {
      if (op == EQ || op == NE) return boolean(op == NE);
      return th.raise(E_TypeError, "can't compare offset-naive and offset-aware times");
    }
  }
  return answer(op, sign_of(us_of(x) - o.microseconds_a() - us_of(y) + o.microseconds_b()));
}
template <Op kOp>
Value time_compare(Thread& th, Value* a, int) {
  return compare_times(th, a, kOp);
}
Value time_hash(Thread& th, Value* a, int) {
  Owned asked(inc(a[0]));
  if (self_of(a[0])->fold) {
    Fields f = fields_of(*self_of(a[0]));
    f.fold = 0;
    asked = Owned(make_time(th, native_type(th.in, kTimeType), f, self_of(a[0])->zone));
  }
  Owned offset(offset_of(th, asked.get()));
  if (!offset) return kAbsent;
  Wide us = us_of(*self_of(a[0]));
  if (is_delta(offset.get())) us -= microseconds_of(*payload<Delta>(offset.get()));
  return integer(th, hash_int(int64_t(us) ^ int64_t(us) >> 20));
}
template <auto kField>
Value field_get(Thread&, Value self) {
  return integer49(self_of(self)->*kField);
}
Value zone_get(Thread&, Value self) {
  return inc(self_of(self)->zone);
}
void drop_zone(void* p) {
  put(static_cast<Clock*>(p)->zone, kAbsent);
}
void clear_zone(void* p) {
  put(static_cast<Clock*>(p)->zone, kNone);
}
void visit_zone(void* p, Visitor& v) {
  v.visit(static_cast<Clock*>(p)->zone);
}

const NativeDef kMethods[] = {
    {"__new__", "(cls, hour=..., minute=..., second=..., microsecond=..., tzinfo=..., *, fold=...)", "", time_new,
     Rule::residual, kParsesTuple},
    {"replace", "(self, hour=..., minute=..., second=..., microsecond=..., tzinfo=..., *, fold=...)",
     "The time with other parts.", time_replace, Rule::residual, kParsesTuple},
    {"fromisoformat", "(cls, time_string, /)", "The time of a text in ISO 8601 form.", time_fromisoformat, Rule::calls,
     kClassMethod},
    {"__repr__", "(self, /)", "", time_repr, Rule::calls},
    {"__str__", "(self, /)", "", time_str, Rule::calls},
    {"isoformat", "(self, timespec=...)", "HH:MM:SS with what is finer and the offset.", time_isoformat, Rule::calls,
     kParsesTuple},
    {"strftime", "(self, format)", "The time in a format.", time_strftime, Rule::calls, kParsesTuple},
    {"__format__", "(self, format_spec, /)", "The time in a format, or its text.", format_moment, Rule::calls},
    {"utcoffset", "(self, /)", "How far the zone is ahead of UTC, or None.", time_utcoffset, Rule::calls},
    {"dst", "(self, /)", "How much of the offset is daylight saving time, or None.", time_dst, Rule::calls},
    {"tzname", "(self, /)", "The zone's name, or None.", time_tzname, Rule::calls},
    {"__eq__", "(self, value, /)", "", time_compare<EQ>, Rule::calls},
    {"__ne__", "(self, value, /)", "", time_compare<NE>, Rule::calls},
    {"__lt__", "(self, value, /)", "", time_compare<LT>, Rule::calls},
    {"__le__", "(self, value, /)", "", time_compare<LE>, Rule::calls},
    {"__gt__", "(self, value, /)", "", time_compare<GT>, Rule::calls},
    {"__ge__", "(self, value, /)", "", time_compare<GE>, Rule::calls},
    {"__hash__", "(self, /)", "", time_hash, Rule::calls},
};
const GetSetDef kFields[] = {
    {"hour", field_get<&Clock::hour>, nullptr, "The hour."},
    {"minute", field_get<&Clock::minute>, nullptr, "The minute."},
    {"second", field_get<&Clock::second>, nullptr, "The second."},
    {"microsecond", field_get<&Clock::microsecond>, nullptr, "The microsecond."},
    {"tzinfo", zone_get, nullptr, "The zone, or None."},
    {"fold", field_get<&Clock::fold>, nullptr, "1 for the later of two times that clocks show alike."},
};

}  // namespace

Clock clock_of(const Fields& f, Value zone_owned) {
  return {uint8_t(f.hour), uint8_t(f.minute), uint8_t(f.second), uint8_t(f.fold), f.microsecond, zone_owned};
}
Value make_time(Thread& th, Type* type, const Fields& f, Value zone) {
  Value v = of(instance(th, type));
  *self_of(v) = clock_of(f, inc(zone));
  return v;
}
const NativeTypeDef kTimeType = {"datetime.time", "A time of day.", sizeof(Clock), kMethods, kFields,
                                 drop_zone,       visit_zone,       clear_zone,    kPlain};

}  // namespace adder::lib
