// The calendar in numbers; checking, reading and writing the fields of dates and times.
#include <algorithm>
#include <ctime>

#include "stdlib/native/datetime.h"
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {
constexpr int kBefore[] = {0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

bool is_leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}
int days_before_year(int year) {
  int y = year - 1;
  return y * 365 + y / 4 - y / 100 + y / 400;
}
int days_before_month(int year, int month) {
  return kBefore[month] + (month > 2 && is_leap(year));
}
int days_in_month(int year, int month) {
  return month == 12 ? 31 : days_before_month(year, month + 1) - days_before_month(year, month);
}
bool is_digit(char c) {
  return unsigned(c) - '0' < 10;
}
// So many digits at the front of a text, which loses them.
bool take_digits(std::string_view* s, size_t n, int* out) {
  if (s->size() < n) return false;
  int value = 0;
  for (size_t i = 0; i < n; ++i) {
    if (!is_digit((*s)[i])) return false;
    value = value * 10 + ((*s)[i] - '0');
  }
  s->remove_prefix(n);
  *out = value;
  return true;
}
bool take(std::string_view* s, char c) {
  if (s->empty() || s->front() != c) return false;
  s->remove_prefix(1);
  return true;
}
// So many digits, behind `before` unless that is 0.
void add_number(std::string* out, int value, int digits, char before) {
  if (before) *out += before;
  char text[8];
  for (int i = digits; i-- > 0; value /= 10) text[i] = char('0' + value % 10);
  out->append(text, size_t(digits));
}
// The Monday of week 1, which is the first with a Thursday.
int first_monday(int year) {
  int first = ordinal_of(year, 1, 1), weekday = (first + 6) % 7;
  return first - weekday + (weekday > 3 ? 7 : 0);
}
bool day_of_week(int year, int week, int weekday, Fields* f) {
  if (year < 1 || year > 9999 || week < 1 || week > 53 || weekday < 1 || weekday > 7) return false;
  if (week == 53) {
    int first = ordinal_of(year, 1, 1) % 7;
    if (first != 4 && !(first == 3 && is_leap(year))) return false;
  }
  int ordinal = first_monday(year) + (week - 1) * 7 + weekday - 1;
  if (ordinal < 1 || ordinal > kMaxOrdinal) return false;
  *f = day_of_ordinal(ordinal);
  return true;
}
// Reads HH[:MM[:SS[.ffffff]]], with colons or without, before `end`, where the text or an offset begins. What is read
// where, and that one character more may stand before an offset, is as in CPython. *rest: something was left.
bool read_clock(std::string_view s, size_t end, Fields* f, bool* rest) {
  auto at = [&](size_t i) { return i < s.size() ? s[i] : '\0'; };
  auto number = [&](size_t from, size_t n, int* out) {
    std::string_view digits = s.substr(std::min(from, s.size()));
    return take_digits(&digits, n, out);
  };
  int* parts[] = {&f->hour, &f->minute, &f->second};
  bool colons = true;
  size_t pos = 0;
  for (int i = 0; i < 3; ++i, pos += 3) {
    if (!number(pos, 2, parts[i])) return false;
    const char next = at(pos + 2);
    if (i == 0) colons = next == ':';
    if (pos + 3 >= end) {
      *rest = next != 0;
      return true;
    }
    if (next == '.' || next == ',') {
      pos += 3;
      break;
    }
    if (!colons) {
      --pos;
    } else if (next != ':') {
      return false;
    }
  }
  size_t n = std::min(end - pos, size_t(6));
  if (!number(pos, n, &f->microsecond)) return false;
  pos += n;
  for (; n < 6; ++n) f->microsecond *= 10;
  while (is_digit(at(pos))) ++pos;
  *rest = at(pos) != 0;
  return true;
}

}  // namespace

int ordinal_of(int year, int month, int day) {
  return days_before_year(year) + days_before_month(year, month) + day;
}
Fields day_of_ordinal(int ordinal) {
  int n = ordinal - 1, n400 = n / 146097;
  n %= 146097;
  int n100 = n / 36524;
  n %= 36524;
  int n4 = n / 1461;
  n %= 1461;
  int n1 = n / 365;
  n %= 365;
  int year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1;
  if (n1 == 4 || n100 == 4) return {year - 1, 12, 31};
  int month = (n + 50) >> 5;
  if (days_before_month(year, month) > n) --month;
  return {year, month, n - days_before_month(year, month) + 1};
}

bool int_field(Thread& th, Value v, int* out) {
  if (LIKELY(v.is_int() && v.as_int() == int(v.as_int()))) {
    *out = int(v.as_int());
    return true;
  }
  int64_t n;
  Owned i(to_int_object(th, v));
  if (!i) return false;
  if (!big_to_int64(i.get(), &n)) {
    th.raise(E_OverflowError, "Python int too large to convert to C long");
    return false;
  }
  if (n != int(n)) {
    th.raise(E_OverflowError, n > 0 ? "signed integer is greater than maximum" : "signed integer is less than minimum");
    return false;
  }
  *out = int(n);
  return true;
}
int pickled_state(Thread& th, const StateForm& form, Value v, Value zone, std::string* out) {
  Value u = v.u ? unwrap(v) : kNone;
  if (!u.is(Kind::Bytes) && !(is_str(u) && u.as<Str>()->chars == form.size)) return 0;
  uint32_t widest = 0, told = 0;
  if (is_str(u)) {
    const char* p = u.as<Str>()->data;
    for (size_t i = 0; i < form.size; ++i) {
      uint32_t c = utf8_decode(p);
      widest = std::max(widest, c);
      if (i == form.at) told = c;
      *out += char(c);
    }
  } else {
    *out = u.as<Bytes>()->sv();
    if (out->size() == form.size) told = uint8_t((*out)[form.at]);
  }
  told &= form.mask;
  if (out->size() != form.size || told < form.least || told > form.most) return 0;
  if (widest > 255)
    th.raise(E_ValueError, "Failed to encode latin1 string when unpickling a %s object. "
                           "pickle.load(data, encoding='latin1') is assumed.", form.name);
  else if (zone.u && zone.u != kNone.u && !is_tzinfo(th, zone))
    th.raise(E_TypeError, "bad tzinfo state arg");
  else
    return 1;
  return -1;
}
bool check_day(Thread& th, const Fields& f) {
  if (f.year < 1 || f.year > 9999) return th.raise(E_ValueError, "year %d is out of range", f.year), false;
  if (f.month < 1 || f.month > 12) return th.raise(E_ValueError, "month must be in 1..12"), false;
  if (f.day < 1 || f.day > days_in_month(f.year, f.month))
    return th.raise(E_ValueError, "day is out of range for month"), false;
  return true;
}
bool check_clock(Thread& th, const Fields& f) {
  const char* wrong = f.hour < 0 || f.hour > 23                    ? "hour must be in 0..23"
                      : f.minute < 0 || f.minute > 59              ? "minute must be in 0..59"
                      : f.second < 0 || f.second > 59              ? "second must be in 0..59"
                      : f.microsecond < 0 || f.microsecond > 999999 ? "microsecond must be in 0..999999"
                      : f.fold != 0 && f.fold != 1                 ? "fold must be either 0 or 1"
                                                                   : nullptr;
  if (wrong) th.raise(E_ValueError, "%s", wrong);
  return !wrong;
}
bool check_zone(Thread& th, Value zone) {
  if (zone.u == kNone.u || is_tzinfo(th, zone)) return true;
  th.raise(E_TypeError, "tzinfo argument must be None or of a tzinfo subclass, not type '%s'",
           type_name(th, zone).c_str());
  return false;
}

size_t iso_day_length(std::string_view s) {
  auto digit = [&](size_t i) { return i < s.size() && is_digit(s[i]); };
  if (s.size() < 7) return 0;
  if (s.size() == 7) return 7;
  if (s[4] == '-') {
    if (s[5] != 'W') return 10;
    // YYYY-Www-D, unless two digits follow: then they are hours behind YYYY-Www.
    return s.size() > 8 && s[8] == '-' && !digit(10) ? 10 : 8;
  }
  if (s[4] != 'W') return 8;
  size_t end = 7;
  while (digit(end)) ++end;
  return end < 9 ? end : end % 2 == 0 ? 7 : 8;
}
// What follows a day in a text of an allowed length is not looked at, as in CPython.
bool read_iso_day(std::string_view s, Fields* f) {
  if (s.size() != 7 && s.size() != 8 && s.size() != 10) return false;
  if (!take_digits(&s, 4, &f->year)) return false;
  const bool dash = take(&s, '-');
  if (take(&s, 'W')) {
    int week, weekday = 1;
    if (!take_digits(&s, 2, &week)) return false;
    if (!s.empty() && (take(&s, '-') != dash || !take_digits(&s, 1, &weekday))) return false;
    return day_of_week(f->year, week, weekday, f);
  }
  return take_digits(&s, 2, &f->month) && take(&s, '-') == dash && take_digits(&s, 2, &f->day);
}
bool read_iso_clock(std::string_view s, Fields* f, bool* has_offset, Wide* offset) {
  const size_t sign = std::min(s.find_first_of("+-Z"), s.size());
  *has_offset = sign < s.size();
  *offset = 0;
  bool rest;
  if (!read_clock(s, sign, f, &rest)) return false;
  if (!*has_offset) return !rest;
  std::string_view zone_text = s.substr(sign + 1);
  if (s[sign] == 'Z') return zone_text.empty();
  Fields zone;
  if (!read_clock(zone_text, zone_text.size(), &zone, &rest) || rest) return false;
  *offset = Wide(zone.hour * 3600 + zone.minute * 60 + zone.second) * 1000000 + zone.microsecond;
  if (s[sign] == '-') *offset = -*offset;
  return true;
}

std::string iso_day(const Day& d) {
  std::string out;
  add_number(&out, d.year, 4, 0);
  add_number(&out, d.month, 2, '-');
  add_number(&out, d.day, 2, '-');
  return out;
}
// A text that has UTF-8.
static bool utf8_arg(Thread& th, Value v, const char* what, std::string_view* out) {
  return text_arg(th, v, what, out) && Owned(encode_text(th, unwrap(v), "utf-8", "strict"));
}
bool add_iso_clock(Thread& th, const Clock& c, Value timespec, const char* what, std::string* out) {
  std::string_view how = "auto";
  if (timespec.u && !utf8_arg(th, timespec, what, &how)) return false;
  if (how == "auto") how = c.microsecond ? "microseconds" : "seconds";
  add_number(out, c.hour, 2, 0);
  if (how == "hours") return true;
  add_number(out, c.minute, 2, ':');
  if (how == "minutes") return true;
  add_number(out, c.second, 2, ':');
  if (how == "seconds") return true;
  if (how == "milliseconds") {
    add_number(out, c.microsecond / 1000, 3, '.');
  } else if (how == "microseconds") {
    add_number(out, c.microsecond, 6, '.');
  } else {
    th.raise(E_ValueError, "Unknown timespec value");
    return false;
  }
  return true;
}

Value format_fields(Thread& th, Value self, const Day& d, const Clock& c, Value format) {
  std::string_view f;
  if (!utf8_arg(th, format, "strftime() argument 1", &f)) return kAbsent;
  const bool has_zone = c.zone.u && c.zone.u != kNone.u;
  Value asked = is_datetime(self) ? self : kNone;  // what the zone is asked about
  std::string plain;
  for (size_t i = 0; i < f.size(); ++i) {
    char next = f[i] == '%' && i + 1 < f.size() ? f[i + 1] : 0;
    if (!next) {
      plain += f[i];
      continue;
    }
    ++i;
    if (next == 'f') {
      char text[16];
      snprintf(text, sizeof text, "%06d", c.microsecond);
      plain += text;
    } else if (next == 'z' && has_zone) {
      Owned offset(zone_offset(th, c.zone, "utcoffset", asked));
      if (!offset) return kAbsent;
      plain += offset_text(offset.get(), "");
    } else if (next == 'Z' && has_zone) {
      Owned name(zone_name(th, c.zone, asked));
      if (!name) return kAbsent;
      if (name.get().u != kNone.u)
        for (char x : sv(unwrap(name.get()))) plain.append(x == '%' ? 2 : 1, x);
    } else if (next != 'z' && next != 'Z') {
      plain += '%';
      plain += next;
    }
  }
  tm t = {};
  t.tm_year = d.year - 1900;
  t.tm_mon = d.month - 1;
  t.tm_mday = d.day;
  t.tm_hour = c.hour;
  t.tm_min = c.minute;
  t.tm_sec = c.second;
  int ordinal = ordinal_of(d);
  t.tm_wday = ordinal % 7;
  t.tm_yday = ordinal - days_before_year(d.year) - 1;
  t.tm_isdst = -1;
  if (is_datetime(self) && has_zone) {
    Owned dst(zone_offset(th, c.zone, "dst", self));
    if (!dst) return kAbsent;
    if (is_delta(dst.get())) t.tm_isdst = microseconds_of(*payload<Delta>(dst.get())) != 0;
  }
  return format_time(th, plain, t);
}
Value format_moment(Thread& th, Value* a, int) {
  std::string_view spec;
  if (!text_arg(th, a[1], "__format__() argument 1", &spec)) return kAbsent;
  if (!spec.empty()) return th.call_method(a[0], intern(th.in, "strftime"), a + 1, 1);
  std::string text;
  return str_of(th, a[0], &text) ? new_str(th, text) : kAbsent;
}

}  // namespace adder::lib
