#pragma once
// What the files of datetime's native half share: the fields of its types, the calendar in numbers, offsets of zones.
// Methods that are seldom called in loops are written in Python (stdlib/py/datetime.py) and join these types there.
#include <string>
#include <string_view>

#include "interp/vm/class_layout.h"
#include "interp/vm/native.h"
#include "interp/vm/thread.h"

namespace adder::lib {

using Wide = __int128;  // microseconds of any timedelta, and their products with ints

struct Delta {
  int32_t days, seconds, microseconds;  // the latter two below a day and a second, never negative
};
struct Day {
  uint16_t year;
  uint8_t month, day;
};
struct Clock {
  uint8_t hour, minute, second, fold;
  int32_t microsecond;
  Value zone;  // an instance of tzinfo or None, owned
};
struct Moment {  // of datetime, which derives from date: the day comes first
  Day day;
  Clock clock;
};
struct Timezone {
  Value offset;  // a timedelta
  Value name;    // a str, or kAbsent
};
constexpr uint8_t kPlain = kNoAttributes | kNoWeakrefs;  // flags of all types but tzinfo
extern const NativeTypeDef kDeltaType, kDateType, kDatetimeType, kTimeType, kTzinfoType, kTimezoneType;

// Of a native type or a subclass of it that adds no native fields.
inline bool has_native(Value v, const NativeTypeDef& def) {
  return has_fields(v) && v.as<Instance>()->type()->native == &def;
}
inline bool is_delta(Value v) {
  return has_native(v, kDeltaType);
}
inline bool is_datetime(Value v) {
  return has_native(v, kDatetimeType);
}
inline bool is_date(Value v) {  // or a datetime
  return has_native(v, kDateType) || is_datetime(v);
}
inline bool is_time(Value v) {
  return has_native(v, kTimeType);
}
// Is it of the type itself, not of a subclass made by a script?
inline bool is_exact(Value v) {
  return !(v.as<Instance>()->type()->tflags & kHeapType);
}
bool is_tzinfo(Thread&, Value);

// --- timedelta.cpp ---
Wide microseconds_of(const Delta&);
Value delta_of(Thread&, Type*, Wide microseconds);  // OverflowError beyond 999999999 days
inline Value delta_of(Thread& th, Wide microseconds) {
  return delta_of(th, native_type(th.in, kDeltaType), microseconds);
}

// --- datetime_zones.cpp ---
// What a zone's method `name` says of `argument`: None or a timedelta below a day, new reference.
Value zone_offset(Thread&, Value zone, const char* name, Value argument);
Value zone_name(Thread&, Value zone, Value argument);  // None or a str
Value make_timezone(Thread&, Wide microseconds);       // ValueError beyond a day
Value zone_of_offset(Thread&, Wide microseconds);      // the same; timezone.utc for none
// "+HH:MM", with what is finer; nothing for None.
std::string offset_text(Value offset, const char* separator);
// Offsets of two values that are compared or subtracted; kAbsent: an exception is pending.
struct Offsets {
  Owned a, b;
  bool both() const { return is_delta(a.get()) && is_delta(b.get()); }
  bool mixed() const { return is_delta(a.get()) != is_delta(b.get()); }
  Wide microseconds_a() const { return is_delta(a.get()) ? microseconds_of(*payload<Delta>(a.get())) : 0; }
  Wide microseconds_b() const { return is_delta(b.get()) ? microseconds_of(*payload<Delta>(b.get())) : 0; }
};

// --- datetime_calendar.cpp ---
constexpr int kMaxOrdinal = 3652059;
int ordinal_of(int year, int month, int day);  // 1: January 1 of the year 1
inline int ordinal_of(const Day& d) {
  return ordinal_of(d.year, d.month, d.day);
}
struct Fields {  // as arguments give them
  int year = 1900, month = 1, day = 1, hour = 0, minute = 0, second = 0, microsecond = 0, fold = 0;
};
Fields day_of_ordinal(int ordinal);
bool int_field(Thread&, Value, int* out);  // an argument that C takes as an int
// The bytes of a pickled state, `size` of them, or as many characters that Python 2's bytes were read as. Other arguments
// are told from them by the one at `at`, which is from `least` to `most` with the bits of `mask`.
struct StateForm {
  const char* name;
  size_t size, at;
  uint32_t mask, least, most;
};
// 1: it is a state; 0: it is not; -1: an exception is pending. The zone may be absent.
int pickled_state(Thread&, const StateForm&, Value v, Value zone, std::string* out);
bool check_day(Thread&, const Fields&);    // ValueError
bool check_clock(Thread&, const Fields&);
bool check_zone(Thread&, Value zone);  // TypeError
// Texts in ISO 8601 form; false: it is not one.
bool read_iso_day(std::string_view, Fields*);
bool read_iso_clock(std::string_view, Fields*, bool* has_offset, Wide* offset);
size_t iso_day_length(std::string_view text);  // of the day that a text begins with
std::string iso_day(const Day&);
// Adds HH:MM:SS as far as `timespec` says; false: ValueError.
bool add_iso_clock(Thread&, const Clock&, Value timespec, const char* what, std::string* out);
// strftime() of a date, datetime or time with these fields.
Value format_fields(Thread&, Value self, const Day&, const Clock&, Value format);
Value format_moment(Thread&, Value* a, int);  // __format__ of dates and times: by strftime(), or str() for no format
template <class T>
int sign_of(T x) {
  return (x > 0) - (x < 0);
}
// The answer of a comparison <, <=, >, >=, ==, != (in the order of Op) to the sign of a difference.
inline Value answer(Op op, int sign) {
  switch (op) {
    case LT: return boolean(sign < 0);
    case LE: return boolean(sign <= 0);
    case GT: return boolean(sign > 0);
    case GE: return boolean(sign >= 0);
    case EQ: return boolean(sign == 0);
    default: return boolean(sign != 0);
  }
}

// --- datetime_time.cpp ---
Value make_time(Thread&, Type*, const Fields&, Value zone);  // fields are right
inline Fields fields_of(const Clock& c) {
  Fields f;
  f.hour = c.hour, f.minute = c.minute, f.second = c.second, f.microsecond = c.microsecond, f.fold = c.fold;
  return f;
}
Clock clock_of(const Fields&, Value zone_owned);

}  // namespace adder::lib
