// Clocks. Calendars and formatting are in stdlib/py/time.py.
#include <cerrno>
#include <climits>
#include <cmath>
#include <ctime>
#include <utility>

#include "interp/vm/interpreter_lock.h"
#include "stdlib/native/io.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"
#include "stdlib/native/system_numbers.h"

namespace adder::lib {
namespace {

template <clockid_t kClock>
Value seconds(Thread&, Value*, int) {
  timespec t;
  clock_gettime(kClock, &t);
  return real(double(t.tv_sec) + double(t.tv_nsec) * 1e-9);
}
template <clockid_t kClock>
Value nanoseconds(Thread& th, Value*, int) {
  timespec t;
  clock_gettime(kClock, &t);
  return integer(th, int64_t(t.tv_sec) * 1000000000 + t.tv_nsec);
}
// Any clock of the system, or how fine it is.
template <int (*kAsk)(clockid_t, timespec*), bool kNanoseconds>
Value of_clock(Thread& th, Value* a, int) {
  int64_t id;
  if (!to_index(th, a[0], &id)) return kAbsent;
  timespec t;
  if (kAsk(clockid_t(id), &t) != 0) return raise_errno(th, errno);
  if (kNanoseconds) return integer(th, int64_t(t.tv_sec) * 1000000000 + t.tv_nsec);
  return real(double(t.tv_sec) + double(t.tv_nsec) * 1e-9);
}
// A time is a float or an int: __float__ and __int__ are not asked.
bool time_arg(Thread& th, Value v, double* out) {
  if (unwrap(v).is_float()) return to_double_arg(th, v, out);
  int64_t n;
  if (!to_index_clamped(th, v, &n)) return false;
  *out = double(n);
  return true;
}
Value time_sleep(Thread& th, Value* a, int) {
  double s;
  if (!time_arg(th, a[0], &s)) return kAbsent;
  if (std::isnan(s)) return th.raise(E_ValueError, "Invalid value NaN (not a number)");
  if (s < 0) return th.raise(E_ValueError, "sleep length must be non-negative");
  th.flush();
  timespec left = {time_t(s), long((s - std::floor(s)) * 1e9)};
  while (true) {
    int error;
    {
      Unlocked unlocked(th);
      error = nanosleep(&left, &left) == 0 ? 0 : errno;
    }
    if (error != EINTR) return kNone;
    if (th.attention && !th.slow_check()) return kAbsent;
  }
}

// struct tm as a tuple: nine fields, then the zone's name and offset.
Value broken_down(Thread& th, const tm& t) {
  Tuple* r = tuple(th, 11);
  const int fields[9] = {t.tm_year + 1900, t.tm_mon + 1,        t.tm_mday,     t.tm_hour, t.tm_min,
                         t.tm_sec,         (t.tm_wday + 6) % 7, t.tm_yday + 1, t.tm_isdst};
  for (int i = 0; i < 9; ++i) r->items[i] = integer49(fields[i]);
  r->items[9] = new_str(th, t.tm_zone ? t.tm_zone : "");
  r->items[10] = integer49(t.tm_gmtoff);
  return of(r);
}
bool seconds_arg(Thread& th, Value v, time_t* out) {
  if (v.u == kNone.u) {
    *out = ::time(nullptr);
    return true;
  }
  double d;
  if (!time_arg(th, v, &d)) return false;
  if (std::isnan(d)) {
    th.raise(E_ValueError, "Invalid value NaN (not a number)");
    return false;
  }
  if (std::fabs(d) > 1e17) {
    th.raise(E_OverflowError, "timestamp out of range for platform time_t");
    return false;
  }
  *out = time_t(std::floor(d));
  return true;
}
template <bool kLocal>
Value time_struct(Thread& th, Value* a, int) {
  time_t s;
  tm t;
  if (!seconds_arg(th, a[0], &s)) return kAbsent;
  if (!(kLocal ? localtime_r(&s, &t) : gmtime_r(&s, &t))) return raise_errno(th, errno);
  return broken_down(th, t);
}
bool tm_arg(Thread& th, Value v, const char* function, tm* out) {
  v = unwrap(v);
  if (!v.is(Kind::Tuple)) {
    th.raise(E_TypeError, "Tuple or struct_time argument required");
    return false;
  }
  if (v.as<Tuple>()->len != 9) {
    th.raise(E_TypeError, "%s(): illegal time tuple argument", function);
    return false;
  }
  int f[9];
  for (int i = 0; i < 9; ++i)
    if (!int_arg(th, v.as<Tuple>()->items[i], &f[i])) return false;
  if (f[0] < INT_MIN + 1900) {
    th.raise(E_OverflowError, "year out of range");
    return false;
  }
  *out = tm();
  out->tm_year = f[0] - 1900;
  out->tm_mon = int(int64_t(f[1]) - 1);
  out->tm_mday = f[2];
  out->tm_hour = f[3];
  out->tm_min = f[4];
  out->tm_sec = f[5];
  out->tm_wday = int((int64_t(f[6]) + 1) % 7);
  out->tm_yday = int(int64_t(f[7]) - 1);
  out->tm_isdst = f[8];
  return true;
}
Value time_mktime(Thread& th, Value* a, int) {
  tm t;
  if (!tm_arg(th, a[0], "mktime", &t)) return kAbsent;
  t.tm_wday = -1;
  time_t s = mktime(&t);
  if (s == -1 && t.tm_wday == -1) return th.raise(E_OverflowError, "mktime argument out of range");
  return real(double(s));
}
// Fields in their ranges, as texts need them; 0 of what counts from 1 stands for 1.
bool check_fields(Thread& th, tm* t) {
  for (int* field : {&t->tm_mon, &t->tm_yday})
    if (*field == -1) *field = 0;
  if (t->tm_mday == 0) t->tm_mday = 1;
  struct Range {
    const char* name;
    int value, most;
  };
  for (const Range& r : {Range{"month", t->tm_mon, 11}, {"day of month", t->tm_mday, 31}, {"hour", t->tm_hour, 23},
                         {"minute", t->tm_min, 59}, {"seconds", t->tm_sec, 61}, {"day of week", t->tm_wday, 6},
                         {"day of year", t->tm_yday, 365}}) {
    if (r.value >= 0 && r.value <= r.most) continue;
    th.raise(E_ValueError, "%s out of range", r.name);
    return false;
  }
  return true;
}
Value time_asctime(Thread& th, Value* a, int) {
  tm t;
  if (!tm_arg(th, a[0], "asctime", &t) || !check_fields(th, &t)) return kAbsent;
  static constexpr const char kDays[] = "SunMonTueWedThuFriSat", kMonths[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  char text[64];
  snprintf(text, sizeof text, "%.3s %.3s%3d %.2d:%.2d:%.2d %lld", kDays + 3 * t.tm_wday, kMonths + 3 * t.tm_mon,
           t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, 1900LL + t.tm_year);
  return new_str(th, text);
}
Value time_format(Thread& th, Value* a, int) {
  std::string_view format;
  tm t;
  if (!text_arg(th, a[0], "strftime() argument 1", &format) || !tm_arg(th, a[1], "strftime", &t) ||
      !check_fields(th, &t))
    return kAbsent;
  if (format.find('\0') != format.npos) return th.raise(E_ValueError, "embedded null character");
  tm local = t;
  time_t s = mktime(&local);
  (void)s;
  t.tm_zone = local.tm_zone;
  t.tm_gmtoff = local.tm_gmtoff;
  return format_time(th, format, t);
}

// (timezone, altzone, daylight, tzname) after a look at the environment: what holds in January and in July of this
// year, the half with the lesser offset first, which is winter.
Value time_zone(Thread& th, Value*, int) {
  constexpr time_t kYear = (365 * 24 + 6) * 3600;
  const time_t start = ::time(nullptr) / kYear * kYear, middle = start + kYear / 2;
  tm winter, summer;
  tzset();
  if (!localtime_r(&start, &winter) || !localtime_r(&middle, &summer)) return raise_errno(th, errno);
  if (winter.tm_gmtoff > summer.tm_gmtoff) std::swap(winter, summer);
  Tuple* r = tuple(th, 4);
  r->items[0] = integer49(-winter.tm_gmtoff);
  r->items[1] = integer49(-summer.tm_gmtoff);
  r->items[2] = integer49(winter.tm_gmtoff != summer.tm_gmtoff);
  r->items[3] = pair(th, new_str(th, winter.tm_zone), new_str(th, summer.tm_zone));
  return of(r);
}

const NativeDef kFunctions[] = {
    {"time", "()", "Seconds since the epoch.", seconds<CLOCK_REALTIME>, Rule::residual},
    {"time_ns", "()", "Nanoseconds since the epoch.", nanoseconds<CLOCK_REALTIME>, Rule::residual},
    {"perf_counter", "()", "A clock for measurements, in seconds.", seconds<CLOCK_MONOTONIC>, Rule::residual},
    {"perf_counter_ns", "()", "A clock for measurements, in nanoseconds.", nanoseconds<CLOCK_MONOTONIC>,
     Rule::residual},
    {"monotonic", "()", "A clock that never goes back.", seconds<CLOCK_MONOTONIC>, Rule::residual},
    {"monotonic_ns", "()", "A clock that never goes back.", nanoseconds<CLOCK_MONOTONIC>, Rule::residual},
    {"process_time", "()", "CPU time of the process.", seconds<CLOCK_PROCESS_CPUTIME_ID>, Rule::residual},
    {"process_time_ns", "()", "CPU time of the process.", nanoseconds<CLOCK_PROCESS_CPUTIME_ID>, Rule::residual},
    {"thread_time", "()", "CPU time of the thread.", seconds<CLOCK_THREAD_CPUTIME_ID>, Rule::residual},
    {"thread_time_ns", "()", "CPU time of the thread.", nanoseconds<CLOCK_THREAD_CPUTIME_ID>, Rule::residual},
    {"clock_gettime", "(clk_id, /)", "The time of a clock, in seconds.", of_clock<clock_gettime, false>,
     Rule::residual},
    {"clock_gettime_ns", "(clk_id, /)", "The time of a clock, in nanoseconds.", of_clock<clock_gettime, true>,
     Rule::residual},
    {"clock_getres", "(clk_id, /)", "The resolution of a clock, in seconds.", of_clock<clock_getres, false>,
     Rule::residual},
    {"sleep", "(seconds, /)", "Wait.", time_sleep, Rule::residual},
    {"_localtime", "(seconds=None, /)", "Local time as a tuple.", time_struct<true>, Rule::residual},
    {"_gmtime", "(seconds=None, /)", "UTC as a tuple.", time_struct<false>, Rule::residual},
    {"mktime", "(tuple, /)", "Seconds since the epoch of a local time.", time_mktime, Rule::residual},
    {"_zone", "()", "The local zone as the environment names it now.", time_zone, Rule::residual},
    {"_asctime", "(tuple, /)", "", time_asctime, Rule::residual},
    {"_strftime", "(format, tuple, /)", "Text of a time.", time_format, Rule::residual},
};

}  // namespace

Value format_time(Thread& th, std::string_view format, const tm& t) {
  if (format.empty()) return new_str(th, "");
  std::string f(format);
  char small[256];
  if (size_t n = strftime(small, sizeof small, f.c_str(), &t)) return new_str(th, {small, n});
  std::string out(format.size() + 1024, '\0');
  while (true) {
    size_t n = strftime(out.data(), out.size(), f.c_str(), &t);
    if (n > 0 || out.size() > (size_t(1) << 20)) {
      out.resize(n);
      return new_str(th, out);
    }
    out.resize(out.size() * 4);
  }
}

const NativeModuleDef kTimeModule = {"_time", "Clocks.", kFunctions};

}  // namespace adder::lib
