// datetime.date and datetime.datetime.
#include "stdlib/native/datetime.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>

#include "interp/bytecode/code.h"
#include "stdlib/native/io.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {
constexpr int64_t kSecond = 1000000, kDaySeconds = 86400, kDay = kDaySeconds * kSecond;
constexpr int kEpoch = 719163;  // the ordinal of January 1, 1970
const Clock kMidnight = {0, 0, 0, 0, 0, kNone};

Day* day_of(Value v) {
  return payload<Day>(v);
}
Moment* moment_of(Value v) {
  return payload<Moment>(v);
}
Type* class_of(Value v) {
  return v.as<Instance>()->type();
}
Fields fields_of(const Day& d) {
  Fields f;
  f.year = d.year, f.month = d.month, f.day = d.day;
  return f;
}
Fields fields_of(const Moment& m) {
  Fields f = lib::fields_of(m.clock);
  f.year = m.day.year, f.month = m.day.month, f.day = m.day.day;
  return f;
}
Value make_date(Thread& th, Type* type, const Fields& f) {
  if (!check_day(th, f)) return kAbsent;
  Value v = of(instance(th, type));
  *day_of(v) = {uint16_t(f.year), uint8_t(f.month), uint8_t(f.day)};
  return v;
}
Value make_datetime(Thread& th, Type* type, const Fields& f, Value zone) {
  if (!check_day(th, f) || !check_clock(th, f) || !check_zone(th, zone)) return kAbsent;
  Value v = of(instance(th, type));
  moment_of(v)->day = {uint16_t(f.year), uint8_t(f.month), uint8_t(f.day)};
  moment_of(v)->clock = clock_of(f, inc(zone));
  return v;
}
// What a class that may have a constructor of its own makes of a day or a time.
Value construct_date(Thread& th, Type* type, const Fields& f) {
  if (type == native_type(th.in, kDateType)) return make_date(th, type, f);
  Value args[] = {integer49(f.year), integer49(f.month), integer49(f.day)};
  return th.call(of(type), args, 3);
}
Value construct_datetime(Thread& th, Type* type, const Fields& f, Value zone) {
  if (!(type->tflags & kHeapType)) return make_datetime(th, type, f, zone);
  Value args[] = {integer49(f.year),   integer49(f.month),       integer49(f.day), integer49(f.hour), integer49(f.minute),
                  integer49(f.second), integer49(f.microsecond), zone};
  return th.call(of(type), args, 8);  // without the fold, as in CPython
}
constexpr StateForm kDateState = {"date", 4, 2, 0xFFFFFFFF, 1, 12};
constexpr StateForm kDatetimeState = {"datetime", 10, 2, 127, 1, 12};
bool three_fields(Thread& th, Value* a, Fields* f) {
  int* to[] = {&f->year, &f->month, &f->day};
  static constexpr const char* kNames[] = {"year", "month", "day"};
  for (int i = 0; i < 3; ++i) {
    if (!a[i].u) {
      th.raise(E_TypeError, "function missing required argument '%s' (pos %d)", kNames[i], i + 1);
      return false;
    }
    if (!int_field(th, a[i], to[i])) return false;
  }
  return true;
}
bool clock_fields(Thread& th, Value* a, Fields* f) {
  int* to[] = {&f->hour, &f->minute, &f->second, &f->microsecond};
  for (int i = 0; i < 4; ++i)
    if (a[i].u && !int_field(th, a[i], to[i])) return false;
  return true;
}

// --- date ---
Value date_new(Thread& th, Value* a, int) {
  Fields f;
  std::string state;
  const int pickled = a[2].u ? 0 : pickled_state(th, kDateState, a[1], kAbsent, &state);
  if (pickled < 0) return kAbsent;
  if (pickled) {
    f.year = uint8_t(state[0]) << 8 | uint8_t(state[1]);
    f.month = state[2];
    f.day = uint8_t(state[3]);
  } else if (!three_fields(th, a + 1, &f)) {
    return kAbsent;
  }
  return make_date(th, a[0].as<Type>(), f);
}
Value date_replace(Thread& th, Value* a, int) {
  Fields f = fields_of(*day_of(a[0]));
  if ((a[1].u && !int_field(th, a[1], &f.year)) || (a[2].u && !int_field(th, a[2], &f.month)) ||
      (a[3].u && !int_field(th, a[3], &f.day)))
    return kAbsent;
  return make_date(th, class_of(a[0]), f);
}
Value date_repr(Thread& th, Value* a, int) {
  const Day& d = *day_of(a[0]);
  char text[32];
  snprintf(text, sizeof text, "(%d, %d, %d)", d.year, d.month, d.day);
  return new_str(th, type_name(class_of(a[0])) + text);
}
Value date_isoformat(Thread& th, Value* a, int) {
  return new_str(th, iso_day(*day_of(a[0])));
}
Value date_str(Thread& th, Value* a, int) {
  if (is_exact(a[0])) return date_isoformat(th, a, 1);
  return th.call_method(a[0], intern(th.in, "isoformat"), nullptr, 0);
}
Value date_strftime(Thread& th, Value* a, int) {
  return format_fields(th, a[0], *day_of(a[0]), kMidnight, a[1]);
}
Value date_toordinal(Thread&, Value* a, int) {
  return integer49(ordinal_of(*day_of(a[0])));
}
Value date_weekday(Thread&, Value* a, int) {
  return integer49((ordinal_of(*day_of(a[0])) + 6) % 7);
}
Value date_isoweekday(Thread&, Value* a, int) {
  int n = ordinal_of(*day_of(a[0])) % 7;
  return integer49(n ? n : 7);
}
Value date_fromordinal(Thread& th, Value* a, int) {
  int n;
  if (!int_field(th, a[1], &n)) return kAbsent;
  if (n < 1) return th.raise(E_ValueError, "ordinal must be >= 1");
  return construct_date(th, a[0].as<Type>(), day_of_ordinal(n));
}
bool text_or_error(Thread& th, Value v, std::string_view* out) {
  Value u = unwrap(v);
  if (!is_str(u)) return th.raise(E_TypeError, "fromisoformat: argument must be str"), false;
  *out = sv(u);
  return true;
}
Value bad_text(Thread& th, Value v) {
  std::string shown;
  if (!repr_of(th, v, &shown)) return kAbsent;
  return th.raise_text(th.type(E_ValueError), "Invalid isoformat string: " + shown);
}
Value date_fromisoformat(Thread& th, Value* a, int) {
  std::string_view s;
  Fields f;
  if (!text_or_error(th, a[1], &s)) return kAbsent;
  if (!read_iso_day(s, &f)) return bad_text(th, a[1]);
  return construct_date(th, a[0].as<Type>(), f);
}
NOINLINE Value compare_dates(Value* a, Op op) {
  if (!is_date(a[1])) return kNotImplemented;
  auto key = [](const Day& d) { return d.year << 16 | d.month << 8 | d.day; };
  return answer(op, sign_of(key(*day_of(a[0])) - key(*day_of(a[1]))));
}
template <Op kOp>
Value date_compare(Thread&, Value* a, int) {
  return compare_dates(a, kOp);
}
Value date_hash(Thread& th, Value* a, int) {
  return integer(th, hash_int(ordinal_of(*day_of(a[0])) * int64_t(0x9E3779B1)));
}
Value date_plus(Thread& th, Value self, int64_t days) {
  int64_t n = ordinal_of(*day_of(self)) + days;
  if (n < 1 || n > kMaxOrdinal) return th.raise(E_OverflowError, "date value out of range");
  return construct_date(th, class_of(self), day_of_ordinal(int(n)));
}
Value date_add(Thread& th, Value* a, int) {
  return is_delta(a[1]) ? date_plus(th, a[0], payload<Delta>(a[1])->days) : kNotImplemented;
}
Value date_sub(Thread& th, Value* a, int) {
  if (is_delta(a[1])) return date_plus(th, a[0], -int64_t(payload<Delta>(a[1])->days));
  if (!is_date(a[1]) || is_datetime(a[1])) return kNotImplemented;
  return delta_of(th, Wide(ordinal_of(*day_of(a[0])) - ordinal_of(*day_of(a[1]))) * kDay);
}
// --- datetime ---
Value datetime_new(Thread& th, Value* a, int) {
  Fields f;
  std::string state;
  const int pickled = a[3].u ? 0 : pickled_state(th, kDatetimeState, a[1], a[2], &state);
  if (pickled < 0) return kAbsent;
  if (pickled) {
    auto byte = [&](size_t i) { return int(uint8_t(state[i])); };
    f.year = byte(0) << 8 | byte(1);
    f.month = byte(2) & 127;
    f.fold = byte(2) >> 7;
    f.day = byte(3);
    f.hour = byte(4);
    f.minute = byte(5);
    f.second = byte(6);
    f.microsecond = byte(7) << 16 | byte(8) << 8 | byte(9);
    return make_datetime(th, a[0].as<Type>(), f, a[2].u ? a[2] : kNone);
  }
  if (!three_fields(th, a + 1, &f) || !clock_fields(th, a + 4, &f) || (a[9].u && !int_field(th, a[9], &f.fold)))
    return kAbsent;
  return make_datetime(th, a[0].as<Type>(), f, a[8].u ? a[8] : kNone);
}
Value datetime_replace(Thread& th, Value* a, int) {
  Fields f = fields_of(*moment_of(a[0]));
  int* days[] = {&f.year, &f.month, &f.day};
  for (int i = 0; i < 3; ++i)
    if (a[1 + i].u && !int_field(th, a[1 + i], days[i])) return kAbsent;
  if (!clock_fields(th, a + 4, &f) || (a[9].u && !int_field(th, a[9], &f.fold))) return kAbsent;
  return make_datetime(th, class_of(a[0]), f, a[8].u ? a[8] : moment_of(a[0])->clock.zone);
}
int64_t us_of_day(const Clock& c) {
  return ((c.hour * 60 + c.minute) * 60 + c.second) * kSecond + c.microsecond;
}
Wide us_of(const Moment& m) {  // since the day before January 1 of the year 1
  return ordinal_of(m.day) * kDay + us_of_day(m.clock);
}
Value datetime_repr(Thread& th, Value* a, int) {
  const Moment& m = *moment_of(a[0]);
  const Clock& c = m.clock;
  char text[96];
  int n = snprintf(text, sizeof text, "(%d, %d, %d, %d, %d", m.day.year, m.day.month, m.day.day, c.hour, c.minute);
  if (c.second || c.microsecond) n += snprintf(text + n, sizeof text - size_t(n), ", %d", c.second);
  if (c.microsecond) n += snprintf(text + n, sizeof text - size_t(n), ", %d", c.microsecond);
  std::string out = type_name(class_of(a[0])) + std::string(text, size_t(n));
  if (c.fold) out += ", fold=1";
  if (c.zone.u != kNone.u && (out += ", tzinfo=", !repr_of(th, c.zone, &out))) return kAbsent;
  return new_str(th, out + ")");
}
Value iso_text(Thread& th, Value self, std::string_view separator, Value timespec) {
  const Moment& m = *moment_of(self);
  std::string out = iso_day(m.day);
  out += separator;
  if (!add_iso_clock(th, m.clock, timespec, "isoformat() argument 2", &out)) return kAbsent;
  Owned offset(zone_offset(th, m.clock.zone, "utcoffset", self));
  if (!offset) return kAbsent;
  return new_str(th, out + offset_text(offset.get(), ":"));
}
Value datetime_isoformat(Thread& th, Value* a, int) {
  Value sep = a[1].u ? unwrap(a[1]) : kAbsent;
  if (sep.u && !(is_str(sep) && sep.as<Str>()->chars == 1))
    return th.raise(E_TypeError, "isoformat() argument 1 must be a unicode character, not %s",
                    argument_type_name(th, a[1]).c_str());
  return iso_text(th, a[0], sep.u ? sv(sep) : "T", a[2]);
}
Value datetime_str(Thread& th, Value* a, int) {
  if (is_exact(a[0])) return iso_text(th, a[0], " ", kAbsent);
  Owned space(of(char_str(th, ' ')));
  Value args[] = {space.get()};
  return th.call_method(a[0], intern(th.in, "isoformat"), args, 1);
}
Value datetime_strftime(Thread& th, Value* a, int) {
  return format_fields(th, a[0], moment_of(a[0])->day, moment_of(a[0])->clock, a[1]);
}
Value datetime_fromisoformat(Thread& th, Value* a, int) {
  std::string_view s;
  Fields f;
  if (!text_or_error(th, a[1], &s)) return kAbsent;
  size_t n = iso_day_length(s);
  if (!n || s.size() < n || !read_iso_day(s.substr(0, n), &f)) return bad_text(th, a[1]);
  Owned zone(kNone);
  if (s.size() > n) {
    const char* p = s.data() + n;
    utf8_decode(p);  // any character separates
    std::string_view clock(p, size_t(s.data() + s.size() - p));
    bool has_offset;
    Wide offset;
    if (!read_iso_clock(clock, &f, &has_offset, &offset)) return bad_text(th, a[1]);
    if (has_offset) zone = Owned(zone_of_offset(th, offset));
    if (!zone) return kAbsent;
  }
  return construct_datetime(th, a[0].as<Type>(), f, zone.get());
}
Value zone_asked(Thread& th, Value self, const char* name) {
  return zone_offset(th, moment_of(self)->clock.zone, name, self);
}
Value datetime_utcoffset(Thread& th, Value* a, int) {
  return zone_asked(th, a[0], "utcoffset");
}
Value datetime_dst(Thread& th, Value* a, int) {
  return zone_asked(th, a[0], "dst");
}
Value datetime_tzname(Thread& th, Value* a, int) {
  return zone_name(th, moment_of(a[0])->clock.zone, a[0]);
}
bool offsets_of(Thread& th, Value a, Value b, Offsets* out) {
  if (moment_of(a)->clock.zone.u == moment_of(b)->clock.zone.u) {
    out->a = out->b = Owned(kNone);
    return true;
  }
  out->a = Owned(zone_asked(th, a, "utcoffset"));
  if (out->a) out->b = Owned(zone_asked(th, b, "utcoffset"));
  return bool(out->a) && bool(out->b);
}
// Whether a time lies where clocks are put back or forward: its offset depends on the fold. 1, 0, -1: error.
int offset_varies(Thread& th, Value self, Wide offset) {
  Fields f = fields_of(*moment_of(self));
  f.fold ^= 1;
  Owned other(make_datetime(th, native_type(th.in, kDatetimeType), f, moment_of(self)->clock.zone));
  Owned flipped(other ? zone_asked(th, other.get(), "utcoffset") : kAbsent);
  if (!flipped) return -1;
  return !is_delta(flipped.get()) || microseconds_of(*payload<Delta>(flipped.get())) != offset;
}
NOINLINE Value compare_datetimes(Thread& th, Value* a, Op op) {
  const bool equality = op == EQ || op == NE;
  if (!is_datetime(a[1])) {
    if (!is_date(a[1])) return kNotImplemented;
    if (equality) return boolean(op == NE);
    return th.raise(E_TypeError, "can't compare %s to %s", type_name(th, a[0]).c_str(), type_name(th, a[1]).c_str());
  }
  Offsets o;
  if (!offsets_of(th, a[0], a[1], &o)) return kAbsent;
  if (o.mixed()) {
    if (equality) return boolean(op == NE);
    return th.raise(E_TypeError, "can't compare offset-naive and offset-aware datetimes");
  }
  Wide us_a = us_of(*moment_of(a[0])) - o.microseconds_a(), us_b = us_of(*moment_of(a[1])) - o.microseconds_b();
  if (equality && us_a == us_b && o.both()) {  // times that exist twice equal none in other zones
    int varies = offset_varies(th, a[0], o.microseconds_a());
    if (!varies) varies = offset_varies(th, a[1], o.microseconds_b());
    if (varies) return varies < 0 ? kAbsent : boolean(op == NE);
  }
  return answer(op, sign_of(us_a - us_b));
}
template <Op kOp>
Value datetime_compare(Thread& th, Value* a, int) {
  return compare_datetimes(th, a, kOp);
}
Value datetime_hash(Thread& th, Value* a, int) {
  const Moment& m = *moment_of(a[0]);
  Owned asked(inc(a[0]));
  if (m.clock.fold && m.clock.zone.u != kNone.u) {
    Fields f = fields_of(m);
    f.fold = 0;
    asked = Owned(make_datetime(th, native_type(th.in, kDatetimeType), f, m.clock.zone));
    if (!asked) return kAbsent;
  }
  Owned offset(zone_asked(th, asked.get(), "utcoffset"));
  if (!offset) return kAbsent;
  if (!is_delta(offset.get())) {
    int64_t us = int64_t(us_of(m));
    return integer(th, hash_int(us ^ us >> 20));
  }
  Owned delta(delta_of(th, us_of(m) - microseconds_of(*payload<Delta>(offset.get()))));
  int64_t h;
  return delta && hash_of(th, delta.get(), &h) ? integer(th, h) : kAbsent;
}
Value datetime_plus(Thread& th, Value self, Wide us) {
  const Moment& m = *moment_of(self);
  us += us_of(m);
  if (us < kDay || us >= Wide(kMaxOrdinal + 1) * kDay) return th.raise(E_OverflowError, "date value out of range");
  Fields f = day_of_ordinal(int(int64_t(us) / kDay));
  int64_t rest = int64_t(us) % kDay;
  f.microsecond = int(rest % kSecond);
  int s = int(rest / kSecond);
  f.hour = s / 3600;
  f.minute = s / 60 % 60;
  f.second = s % 60;
  return construct_datetime(th, class_of(self), f, m.clock.zone);
}
Value datetime_add(Thread& th, Value* a, int) {
  return is_delta(a[1]) ? datetime_plus(th, a[0], microseconds_of(*payload<Delta>(a[1]))) : kNotImplemented;
}
Value datetime_sub(Thread& th, Value* a, int) {
  if (is_delta(a[1])) return datetime_plus(th, a[0], -microseconds_of(*payload<Delta>(a[1])));
  if (!is_datetime(a[1])) return kNotImplemented;
  Offsets o;
  if (!offsets_of(th, a[0], a[1], &o)) return kAbsent;
  if (o.mixed()) return th.raise(E_TypeError, "can't subtract offset-naive and offset-aware datetimes");
  return delta_of(th, us_of(*moment_of(a[0])) - o.microseconds_a() - us_of(*moment_of(a[1])) + o.microseconds_b());
}
Value datetime_date(Thread& th, Value* a, int) {
  return make_date(th, native_type(th.in, kDateType), fields_of(*moment_of(a[0])));
}
template <bool kZone>
Value datetime_time(Thread& th, Value* a, int) {
  const Clock& c = moment_of(a[0])->clock;
  return make_time(th, native_type(th.in, kTimeType), lib::fields_of(c), kZone ? c.zone : kNone);
}
Value datetime_combine(Thread& th, Value* a, int) {
  if (!is_date(a[1]))
    return th.raise(E_TypeError, "combine() argument 1 must be datetime.date, not %s", argument_type_name(th, a[1]).c_str());
  if (!is_time(a[2]))
    return th.raise(E_TypeError, "combine() argument 2 must be datetime.time, not %s", argument_type_name(th, a[2]).c_str());
  const Clock& c = *payload<Clock>(a[2]);
  Fields f = lib::fields_of(c);
  const Day& d = *day_of(a[1]);
  f.year = d.year, f.month = d.month, f.day = d.day;
  return construct_datetime(th, a[0].as<Type>(), f, a[3].u ? a[3] : c.zone);
}

// --- clocks ---
// The local time, or that in UTC, of seconds since the epoch, and how far it is ahead of UTC.
bool broken_down(Thread& th, int64_t seconds, bool utc, Fields* f, int64_t* offset) {
  time_t s = seconds;
  tm t;
  if (!(utc ? gmtime_r(&s, &t) : localtime_r(&s, &t))) return raise_errno(th, errno), false;
  *offset = t.tm_gmtoff;
  *f = {t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec < 59 ? t.tm_sec : 59, 0, 0};
  return true;
}
// Seconds since the epoch as scripts give them: rounded to microseconds, halves to even.
bool timestamp_arg(Thread& th, Value v, int64_t* seconds, int* microseconds) {
  Value u = unwrap(v);
  *microseconds = 0;
  if (!u.is_float()) {
    Owned i(to_int_object(th, v));
    if (!i) return false;
    if (!big_to_int64(i.get(), seconds))
      return th.raise(E_OverflowError, "timestamp out of range for platform time_t"), false;
    return true;
  }
  double whole, part = std::modf(u.as_float(), &whole);
  if (std::isnan(part)) return th.raise(E_ValueError, "Invalid value NaN (not a number)"), false;
  part = std::nearbyint(part * 1e6);
  if (part >= 1e6) part -= 1e6, whole += 1;
  if (part < 0) part += 1e6, whole -= 1;
  if (!(std::fabs(whole) < 0x1p63))
    return th.raise(E_OverflowError, "timestamp out of range for platform time_t"), false;
  *seconds = int64_t(whole);
  *microseconds = int(part);
  return true;
}
// How far local clocks are ahead of UTC; false: what they show is out of range.
bool local_offset(Thread& th, int64_t seconds, int64_t* offset) {
  Fields f;
  return broken_down(th, seconds, false, &f, offset) && check_day(th, f);
}
// Sets the fold of a local time: whether clocks were put back within a day before, and showed it then already.
bool find_fold(Thread& th, int64_t seconds, int64_t offset, Fields* f) {
  int64_t before, earlier;
  if (!check_day(th, *f) || !local_offset(th, seconds - kDaySeconds, &before)) return false;
  if (offset >= before) return true;
  if (!local_offset(th, seconds + offset - before, &earlier)) return false;
  f->fold = earlier == before;
  return true;
}
Value at_time(Thread& th, Type* type, int64_t seconds, int microseconds, bool utc, Value zone) {
  Fields f;
  int64_t offset;
  utc = utc || zone.u != kNone.u;
  if (!broken_down(th, seconds, utc, &f, &offset) || (!utc && !find_fold(th, seconds, offset, &f))) return kAbsent;
  f.microsecond = microseconds;
  Owned made(construct_datetime(th, type, f, zone));
  if (!made || zone.u == kNone.u) return made.release();
  Value arg = made.get();
  return th.call_method(zone, intern(th.in, "fromutc"), &arg, 1);
}
Value at_this_time(Thread& th, Type* type, bool utc, Value zone) {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return at_time(th, type, t.tv_sec, int(t.tv_nsec / 1000), utc, zone);
}
Value datetime_now(Thread& th, Value* a, int) {
  return check_zone(th, a[1]) ? at_this_time(th, a[0].as<Type>(), false, a[1]) : kAbsent;
}
Value datetime_utcnow(Thread& th, Value* a, int) {
  return at_this_time(th, a[0].as<Type>(), true, kNone);
}
Value datetime_fromtimestamp(Thread& th, Value* a, int) {
  int64_t seconds;
  int us;
  if (!check_zone(th, a[2]) || !timestamp_arg(th, a[1], &seconds, &us)) return kAbsent;
  return at_time(th, a[0].as<Type>(), seconds, us, false, a[2]);
}
Value datetime_utcfromtimestamp(Thread& th, Value* a, int) {
  int64_t seconds;
  int us;
  return timestamp_arg(th, a[1], &seconds, &us) ? at_time(th, a[0].as<Type>(), seconds, us, true, kNone) : kAbsent;
}
// The whole seconds of a time: days begin at midnight, not half a microsecond before.
Value floor_of(Value v) {
  Value u = unwrap(v);
  return u.is_float() ? real(std::floor(u.as_float())) : inc(v);
}
Value date_fromtimestamp(Thread& th, Value* a, int) {
  int64_t seconds, offset;
  int us;
  Fields f;
  Owned whole(floor_of(a[1]));
  if (!timestamp_arg(th, whole.get(), &seconds, &us) || !broken_down(th, seconds, false, &f, &offset)) return kAbsent;
  return construct_date(th, a[0].as<Type>(), f);
}
Value date_today(Thread& th, Value* a, int) {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  Value now = real(double(t.tv_sec) + double(t.tv_nsec) * 1e-9);
  return th.call_method(a[0], intern(th.in, "fromtimestamp"), &now, 1);
}
// When local clocks show so many seconds since the start of 1970. Where they show it twice, `fold` chooses the later
// time; where they leap over it, the offset of before (or of after) counts on. False: out of range.
bool seconds_of_local(Thread& th, int64_t shown, bool fold, int64_t* out) {
  int64_t a, b, at_b;
  if (!local_offset(th, shown, &a)) return false;
  const int64_t with_a = *out = shown - a;
  if (!local_offset(th, with_a, &b)) return false;
  const bool fits = a == b;
  if (fits && !local_offset(th, with_a + (fold ? kDaySeconds : -kDaySeconds), &b)) return false;
  if (a == b) return true;
  const int64_t with_b = shown - b;
  if (!local_offset(th, with_b, &at_b)) return false;
  if (at_b == b) *out = with_b;
  else if (!fits) *out = fold ? std::min(with_a, with_b) : std::max(with_a, with_b);
  return true;
}
Value datetime_timestamp(Thread& th, Value* a, int) {
  const Moment& m = *moment_of(a[0]);
  const Clock& c = m.clock;
  Owned offset(zone_asked(th, a[0], "utcoffset"));
  if (!offset) return kAbsent;
  if (c.zone.u != kNone.u && !is_delta(offset.get()))
    return th.raise(E_TypeError, "can't subtract offset-naive and offset-aware datetimes");
  if (c.zone.u == kNone.u) {
    const int64_t shown = (ordinal_of(m.day) - kEpoch) * kDaySeconds + us_of_day(c) / kSecond;
    int64_t seconds;
    return seconds_of_local(th, shown, c.fold, &seconds) ? real(double(seconds) + c.microsecond / 1e6) : kAbsent;
  }
  int64_t us = int64_t(us_of(m) - Wide(kEpoch) * kDay - microseconds_of(*payload<Delta>(offset.get())));
  Owned x(integer(th, us)), y(integer49(kSecond));
  return binary_native(th, kDiv, false, x.get(), y.get());
}

// --- tables ---
template <auto kField>
Value day_get(Thread&, Value self) {
  return integer49(day_of(self)->*kField);
}
template <auto kField>
Value clock_get(Thread&, Value self) {
  return integer49(moment_of(self)->clock.*kField);
}
Value zone_get(Thread&, Value self) {
  return inc(moment_of(self)->clock.zone);
}
void drop_zone(void* p) {
  put(static_cast<Moment*>(p)->clock.zone, kAbsent);
}
void clear_zone(void* p) {
  put(static_cast<Moment*>(p)->clock.zone, kNone);
}
void visit_zone(void* p, Visitor& v) {
  v.visit(static_cast<Moment*>(p)->clock.zone);
}

const NativeDef kDateMethods[] = {
    {"__new__", "(cls, year=..., month=..., day=...)", "", date_new, Rule::residual, kParsesTuple},
    {"fromtimestamp", "(cls, timestamp, /)", "The local day of a time in seconds.", date_fromtimestamp, Rule::calls,
     kClassMethod},
    {"today", "(cls, /)", "The date of today.", date_today, Rule::calls, kClassMethod},
    {"fromordinal", "(cls, ordinal, /)", "The date of a number of days; 1 is January 1 of the year 1.", date_fromordinal,
     Rule::calls, kClassMethod},
    {"fromisoformat", "(cls, date_string, /)", "The date of a text in ISO 8601 form.", date_fromisoformat, Rule::calls,
     kClassMethod},
    {"replace", "(self, year=..., month=..., day=...)", "The date with other parts.", date_replace, Rule::residual,
     kParsesTuple},
    {"__repr__", "(self, /)", "", date_repr, Rule::residual},
    {"__str__", "(self, /)", "", date_str, Rule::calls},
    {"isoformat", "(self, /)", "YYYY-MM-DD.", date_isoformat, Rule::residual},
    {"strftime", "(self, format)", "The date in a format.", date_strftime, Rule::residual, kParsesTuple},
    {"__format__", "(self, format_spec, /)", "The date in a format, or its text.", format_moment, Rule::calls},
    {"toordinal", "(self, /)", "The number of days from January 1 of the year 1, which is 1.", date_toordinal,
     Rule::residual},
    {"weekday", "(self, /)", "0 for Monday to 6.", date_weekday, Rule::residual},
    {"isoweekday", "(self, /)", "1 for Monday to 7.", date_isoweekday, Rule::residual},
    {"__eq__", "(self, value, /)", "", date_compare<EQ>, Rule::residual},
    {"__ne__", "(self, value, /)", "", date_compare<NE>, Rule::residual},
    {"__lt__", "(self, value, /)", "", date_compare<LT>, Rule::residual},
    {"__le__", "(self, value, /)", "", date_compare<LE>, Rule::residual},
    {"__gt__", "(self, value, /)", "", date_compare<GT>, Rule::residual},
    {"__ge__", "(self, value, /)", "", date_compare<GE>, Rule::residual},
    {"__hash__", "(self, /)", "", date_hash, Rule::residual},
    {"__add__", "(self, value, /)", "", date_add, Rule::calls},
    {"__radd__", "(self, value, /)", "", date_add, Rule::calls},
    {"__sub__", "(self, value, /)", "", date_sub, Rule::calls},
};
const GetSetDef kDateFields[] = {
    {"year", day_get<&Day::year>, nullptr, "The year."},
    {"month", day_get<&Day::month>, nullptr, "The month, 1 to 12."},
    {"day", day_get<&Day::day>, nullptr, "The day of the month."},
};
const NativeDef kDatetimeMethods[] = {
    {"__new__",
     "(cls, year=..., month=..., day=..., hour=..., minute=..., second=..., microsecond=..., tzinfo=..., *, fold=...)", "",
     datetime_new, Rule::residual, kParsesTuple},
    {"now", "(cls, /, tz=None)", "The time now, local or in a zone.", datetime_now, Rule::calls, kClassMethod},
    {"utcnow", "(cls, /)", "The time now in UTC, without a zone.", datetime_utcnow, Rule::calls, kClassMethod},
    {"fromtimestamp", "(cls, timestamp, tz=None)", "The local time of seconds since the epoch, or that in a zone.",
     datetime_fromtimestamp, Rule::calls, kClassMethod | kParsesTuple},
    {"utcfromtimestamp", "(cls, timestamp, /)", "The time in UTC of seconds since the epoch, without a zone.",
     datetime_utcfromtimestamp, Rule::calls, kClassMethod},
    {"combine", "(cls, date, time, tzinfo=...)", "A date and a time of day.", datetime_combine, Rule::calls,
     kClassMethod | kParsesTuple},
    {"fromisoformat", "(cls, date_string, /)", "The time of a text in ISO 8601 form.", datetime_fromisoformat,
     Rule::calls, kClassMethod},
    {"replace",
     "(self, year=..., month=..., day=..., hour=..., minute=..., second=..., microsecond=..., tzinfo=..., *, fold=...)",
     "The time with other parts.", datetime_replace, Rule::residual, kParsesTuple},
    {"__repr__", "(self, /)", "", datetime_repr, Rule::calls},
    {"__str__", "(self, /)", "", datetime_str, Rule::calls},
    {"isoformat", "(self, sep=..., timespec=...)", "YYYY-MM-DDTHH:MM:SS with what is finer and the offset.",
     datetime_isoformat, Rule::calls, kParsesTuple},
    {"strftime", "(self, format)", "The time in a format.", datetime_strftime, Rule::calls, kParsesTuple},
    {"utcoffset", "(self, /)", "How far the zone is ahead of UTC, or None.", datetime_utcoffset, Rule::calls},
    {"dst", "(self, /)", "How much of the offset is daylight saving time, or None.", datetime_dst, Rule::calls},
    {"tzname", "(self, /)", "The zone's name, or None.", datetime_tzname, Rule::calls},
    {"date", "(self, /)", "The date of it.", datetime_date, Rule::residual},
    {"time", "(self, /)", "The time of day of it, without a zone.", datetime_time<false>, Rule::residual},
    {"timetz", "(self, /)", "The time of day of it, with its zone.", datetime_time<true>, Rule::residual},
    {"timestamp", "(self, /)", "Seconds since the epoch.", datetime_timestamp, Rule::calls},
    {"__eq__", "(self, value, /)", "", datetime_compare<EQ>, Rule::calls},
    {"__ne__", "(self, value, /)", "", datetime_compare<NE>, Rule::calls},
    {"__lt__", "(self, value, /)", "", datetime_compare<LT>, Rule::calls},
    {"__le__", "(self, value, /)", "", datetime_compare<LE>, Rule::calls},
    {"__gt__", "(self, value, /)", "", datetime_compare<GT>, Rule::calls},
    {"__ge__", "(self, value, /)", "", datetime_compare<GE>, Rule::calls},
    {"__hash__", "(self, /)", "", datetime_hash, Rule::calls},
    {"__add__", "(self, value, /)", "", datetime_add, Rule::calls},
    {"__radd__", "(self, value, /)", "", datetime_add, Rule::calls},
    {"__sub__", "(self, value, /)", "", datetime_sub, Rule::calls},
};
const GetSetDef kDatetimeFields[] = {
    {"hour", clock_get<&Clock::hour>, nullptr, "The hour."},
    {"minute", clock_get<&Clock::minute>, nullptr, "The minute."},
    {"second", clock_get<&Clock::second>, nullptr, "The second."},
    {"microsecond", clock_get<&Clock::microsecond>, nullptr, "The microsecond."},
    {"tzinfo", zone_get, nullptr, "The zone, or None."},
    {"fold", clock_get<&Clock::fold>, nullptr, "1 for the later of two times that clocks show alike."},
};

// complete(cls): gives the native type of that name what a class of Python has, and takes the class's place.
Value complete(Thread& th, Value* a, int) {
  if (!a[0].is(Kind::Type)) return th.raise(E_TypeError, "a class is wanted");
  Type* from = a[0].as<Type>();
  for (const NativeTypeDef* def : {&kDateType, &kDatetimeType, &kTimeType, &kTzinfoType}) {
    Type* to = native_type(th.in, *def);
    if (to->name != from->name) continue;
    Dict* d = from->dict;
    for (uint32_t i = 0; i < d->filled; ++i) {
      Value v = d->entries[i].val;
      if (d->entries[i].key.u && (v.is(Kind::Func) || v.is(Kind::ClassMethod)))
        type_set(to, d->entries[i].key.as<Str>(), inc(v));
    }
    return of(inc(to));
  }
  return th.raise(E_TypeError, "no native type has this name");
}
const NativeDef kFunctions[] = {
    {"complete", "(cls, /)", "Gives the type of that name the methods of a class, and takes its place.", complete,
     Rule::opaque},
};
bool init_datetime(Thread& th, Module* m) {
  Type* delta = define_type(th.in, kDeltaType);
  Type* date = define_type(th.in, kDateType);
  Type* datetime = define_type(th.in, kDatetimeType, date);
  Type* time = define_type(th.in, kTimeType);
  Type* tzinfo = define_type(th.in, kTzinfoType);
  Type* timezone = define_type(th.in, kTimezoneType, tzinfo);
  for (Type* t : {delta, date, datetime, time, tzinfo, timezone}) module_set(th.in, m, t->name->sv(), of(inc(t)));

  auto set = [&](Type* t, const char* name, Value owned) { type_set(t, intern(th.in, name), owned); };
  constexpr Wide kMost = Wide(1000000000) * kDay - 1;
  set(delta, "min", delta_of(th, Wide(-999999999) * kDay));
  set(delta, "max", delta_of(th, kMost));
  set(delta, "resolution", delta_of(th, 1));
  Fields first, last;
  first.year = 1;
  last = {9999, 12, 31, 23, 59, 59, 999999, 0};
  set(date, "min", make_date(th, date, first));
  set(date, "max", make_date(th, date, last));
  set(date, "resolution", delta_of(th, kDay));
  set(datetime, "min", make_datetime(th, datetime, first, kNone));
  set(datetime, "max", make_datetime(th, datetime, last, kNone));
  set(datetime, "resolution", delta_of(th, 1));
  set(time, "min", make_time(th, time, first, kNone));
  set(time, "max", make_time(th, time, last, kNone));
  set(time, "resolution", delta_of(th, 1));
  set(timezone, "utc", make_timezone(th, 0));
  set(timezone, "min", make_timezone(th, 60 * kSecond - kDay));
  set(timezone, "max", make_timezone(th, kDay - 60 * kSecond));
  return true;
}

}  // namespace

const NativeTypeDef kDateType = {"datetime.date", "A day.", sizeof(Day), kDateMethods, kDateFields,
                                 nullptr,         nullptr,  nullptr,     kPlain};
const NativeTypeDef kDatetimeType = {"datetime.datetime", "A day and a time of day.", sizeof(Moment), kDatetimeMethods,
                                     kDatetimeFields,     drop_zone, visit_zone, clear_zone, kPlain};
const NativeModuleDef kDatetimeModule = {"_datetime", "The inner parts of datetime.", kFunctions, init_datetime};

}  // namespace adder::lib
