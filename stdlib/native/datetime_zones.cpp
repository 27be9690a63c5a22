// datetime.tzinfo and datetime.timezone, and how dates and times ask them.
#include "stdlib/native/datetime.h"

#include "interp/bytecode/code.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {
constexpr Wide kDay = Wide(86400) * 1000000;

Timezone* self_of(Value v) {
  return payload<Timezone>(v);
}
Wide us_of(Value delta) {
  return microseconds_of(*payload<Delta>(delta));
}
bool below_a_day(Value delta) {
  Wide us = us_of(delta);
  return us < kDay && us > -kDay;
}

// --- tzinfo: what subclasses must say ---
Value tzinfo_new(Thread& th, Value* a, int) {
  return of(instance(th, a[0].as<Type>()));
}
Value must_implement(Thread& th, const char* name) {
  return th.raise(E_NotImplementedError, "a tzinfo subclass must implement %s()", name);
}
Value tzinfo_utcoffset(Thread& th, Value*, int) {
  return must_implement(th, "utcoffset");
}
Value tzinfo_tzname(Thread& th, Value*, int) {
  return must_implement(th, "tzname");
}
Value tzinfo_dst(Thread& th, Value*, int) {
  return must_implement(th, "dst");
}
const NativeDef kTzinfoMethods[] = {
    {"__new__", "(cls, *args, **kwargs)", "", tzinfo_new, Rule::residual},
    {"tzname", "(self, dt, /)", "The name of the zone at a time; subclasses say it.", tzinfo_tzname, Rule::residual},
    {"utcoffset", "(self, dt, /)", "How far it is ahead of UTC at a time; subclasses say it.", tzinfo_utcoffset,
     Rule::residual},
    {"dst", "(self, dt, /)", "How much daylight saving time there is at a time; subclasses say it.", tzinfo_dst,
     Rule::residual},
};

// --- timezone: a fixed offset ---
Value utc(Thread& th) {
  return type_find(native_type(th.in, kTimezoneType), intern(th.in, "utc"));
}
Value make_timezone(Thread& th, Value offset, Value name) {
  Value v = of(instance(th, native_type(th.in, kTimezoneType)));
  self_of(v)->offset = inc(offset);
  self_of(v)->name = inc(name);
  return v;
}
Value checked_timezone(Thread& th, Value offset, Value name) {
  if (below_a_day(offset)) return make_timezone(th, offset, name);
  std::string shown;
  if (!repr_of(th, offset, &shown)) return kAbsent;
  return th.raise_text(th.type(E_ValueError), "offset must be a timedelta strictly between -timedelta(hours=24) and "
                                              "timedelta(hours=24), not " + shown + ".");
}
Value timezone_new(Thread& th, Value* a, int) {
  if (!is_delta(a[1]))
    return th.raise(E_TypeError, "timezone() argument 1 must be datetime.timedelta, not %s",
                    argument_type_name(th, a[1]).c_str());
  if (a[2].u && !is_str(unwrap(a[2])))
    return th.raise(E_TypeError, "timezone() argument 2 must be str, not %s", argument_type_name(th, a[2]).c_str());
  if (!a[2].u && us_of(a[1]) == 0 && utc(th).u) return inc(utc(th));
  return checked_timezone(th, a[1], a[2]);
}
bool datetime_or_none(Thread& th, Value v, const char* name) {
  if (v.u == kNone.u || is_datetime(v)) return true;
  th.raise(E_TypeError, "%s(dt) argument must be a datetime instance or None, not %s", name, type_name(th, v).c_str());
  return false;
}
Value timezone_utcoffset(Thread& th, Value* a, int) {
  return datetime_or_none(th, a[1], "utcoffset") ? inc(self_of(a[0])->offset) : kAbsent;
}
Value timezone_dst(Thread& th, Value* a, int) {
  return datetime_or_none(th, a[1], "dst") ? kNone : kAbsent;
}
Value timezone_str(Thread& th, Value* a, int) {
  const Timezone& z = *self_of(a[0]);
  if (z.name.u) return inc(z.name);
  return new_str(th, us_of(z.offset) == 0 ? "UTC" : "UTC" + offset_text(z.offset, ":"));
}
Value timezone_tzname(Thread& th, Value* a, int) {
  return datetime_or_none(th, a[1], "tzname") ? timezone_str(th, a, 1) : kAbsent;
}
Value timezone_repr(Thread& th, Value* a, int) {
  if (a[0].u == utc(th).u) return new_str(th, "datetime.timezone.utc");
  const Timezone& z = *self_of(a[0]);
  std::string out = "datetime.timezone(";
  if (!repr_of(th, z.offset, &out)) return kAbsent;
  if (z.name.u && (out += ", ", !repr_of(th, z.name, &out))) return kAbsent;
  return new_str(th, out + ")");
}
template <bool kEqual>
Value timezone_compare(Thread&, Value* a, int) {
  if (!has_native(a[1], kTimezoneType)) return kNotImplemented;
  return boolean((us_of(self_of(a[0])->offset) == us_of(self_of(a[1])->offset)) == kEqual);
}
Value timezone_hash(Thread& th, Value* a, int) {
  int64_t h;
  return hash_of(th, self_of(a[0])->offset, &h) ? integer(th, h) : kAbsent;
}
Value timezone_initargs(Thread& th, Value* a, int) {
  const Timezone& z = *self_of(a[0]);
  if (z.name.u) return pair(th, inc(z.offset), inc(z.name));
  Tuple* t = tuple(th, 1);
  t->items[0] = inc(z.offset);
  return of(t);
}
Value timezone_fromutc(Thread& th, Value* a, int) {
  if (!is_datetime(a[1])) return th.raise(E_TypeError, "fromutc: argument must be a datetime");
  if (payload<Moment>(a[1])->clock.zone.u != a[0].u) return th.raise(E_ValueError, "fromutc: dt.tzinfo is not self");
  return binary_native(th, kAdd, false, a[1], self_of(a[0])->offset);
}
const NativeDef kTimezoneMethods[] = {
    {"__new__", "(cls, offset, name=...)", "", timezone_new, Rule::residual},
    {"__eq__", "(self, value, /)", "", timezone_compare<true>, Rule::residual},
    {"__ne__", "(self, value, /)", "", timezone_compare<false>, Rule::residual},
    {"__hash__", "(self, /)", "", timezone_hash, Rule::residual},
    {"__repr__", "(self, /)", "", timezone_repr, Rule::residual},
    {"__str__", "(self, /)", "", timezone_str, Rule::residual},
    {"__getinitargs__", "(self, /)", "What a pickle holds.", timezone_initargs, Rule::residual},
    {"utcoffset", "(self, dt, /)", "The offset.", timezone_utcoffset, Rule::residual},
    {"tzname", "(self, dt, /)", "The name, or UTC and the offset.", timezone_tzname, Rule::residual},
    {"dst", "(self, dt, /)", "None: nothing is known of daylight saving time.", timezone_dst, Rule::residual},
    {"fromutc", "(self, dt, /)", "The time of this zone for a time in UTC.", timezone_fromutc, Rule::calls},
};
void drop_timezone(void* p) {
  Timezone* z = static_cast<Timezone*>(p);
  put(z->offset, kAbsent);
  put(z->name, kAbsent);
}
void visit_timezone(void* p, Visitor& v) {
  v.visit(static_cast<Timezone*>(p)->offset);
  v.visit(static_cast<Timezone*>(p)->name);
}

// zone.NAME(argument)
Value ask(Thread& th, Value zone, const char* name, Value argument) {
  return th.call_method(zone, intern(th.in, name), &argument, 1);
}

}  // namespace

bool is_tzinfo(Thread& th, Value v) {
  return has_fields(v) && subtype(v.as<Instance>()->type(), native_type(th.in, kTzinfoType));
}
Value zone_offset(Thread& th, Value zone, const char* name, Value argument) {
  if (zone.u == kNone.u) return kNone;
  const bool fixed = has_native(zone, kTimezoneType);
  if (fixed && *name == 'u') return inc(self_of(zone)->offset);
  Owned r(ask(th, zone, name, argument));
  if (!r || r.get().u == kNone.u) return r.release();
  if (!is_delta(r.get()))
    return th.raise(E_TypeError, "tzinfo.%s() must return None or timedelta, not '%.200s'", name,
                    type_name(th, r.get()).c_str());
  if (!below_a_day(r.get()))
    return th.raise(E_ValueError, "offset must be a timedelta strictly between -timedelta(hours=24) and "
                                  "timedelta(hours=24).");
  return r.release();
}
Value zone_name(Thread& th, Value zone, Value argument) {
  if (zone.u == kNone.u) return kNone;
  Owned r(ask(th, zone, "tzname", argument));
  if (!r || r.get().u == kNone.u || is_str(unwrap(r.get()))) return r.release();
  return th.raise(E_TypeError, "tzinfo.tzname() must return None or a string, not '%s'", type_name(th, r.get()).c_str());
}
Value make_timezone(Thread& th, Wide us) {
  Owned delta(delta_of(th, us));
  return checked_timezone(th, delta.get(), kAbsent);
}
Value zone_of_offset(Thread& th, Wide us) {
  return us == 0 ? inc(utc(th)) : make_timezone(th, us);
}
std::string offset_text(Value offset, const char* separator) {
  if (!is_delta(offset)) return {};
  int64_t us = int64_t(us_of(offset));
  const char sign = us < 0 ? '-' : '+';
  if (us < 0) us = -us;
  int s = int(us / 1000000);
  us %= 1000000;
  char text[48];
  int n = snprintf(text, sizeof text, "%c%02d%s%02d", sign, s / 3600, separator, s / 60 % 60);
  if (s % 60 || us) n += snprintf(text + n, sizeof text - size_t(n), "%s%02d", separator, s % 60);
  if (us) n += snprintf(text + n, sizeof text - size_t(n), ".%06d", int(us));
  return {text, size_t(n)};
}

const NativeTypeDef kTzinfoType = {"datetime.tzinfo", "The base of time zones.", 0,      kTzinfoMethods, {},
                                   nullptr,           nullptr,                   nullptr, kPlain};
const NativeTypeDef kTimezoneType = {"datetime.timezone", "A fixed offset from UTC.", sizeof(Timezone), kTimezoneMethods, {},
                                     drop_timezone,       visit_timezone, drop_timezone, kPlain | kNoSubclass};

}  // namespace adder::lib
