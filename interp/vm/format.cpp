// format() of built-in values and the % operator of strings, on top of interp/text.
#include <charconv>
#include <cmath>

#include "interp/objects/bigint.h"
#include "interp/text/format_spec.h"
#include "interp/text/unicode.h"
#include "interp/text/utf8.h"
#include "interp/vm/special.h"
#include "interp/vm/int_digits.h"
#include "interp/vm/thread.h"
#include "runtime/base/decimal.h"

namespace adder {
namespace {
// Is there memory for a width or precision that a format asks for?
bool room_for(Thread& th, const text::FormatSpec& spec) {
  return (spec.width < 0 || th.check_memory(size_t(spec.width))) &&
         (spec.precision < 0 || th.check_memory(size_t(spec.precision)));
}

bool raise_text_error(Thread& th, const text::TextError& e) {
  ExcId id = e.type == text::TextError::Type::kTypeError       ? E_TypeError
             : e.type == text::TextError::Type::kOverflowError ? E_OverflowError
                                                               : E_ValueError;
  if (!th.pending.u) th.raise_text(th.type(id), e.message);
  return false;
}

// --- the plain cases, which are nearly all of them: [<>]? 0? width? (.precision)? with d, x, s or f ---

// A float with `precision` digits; false: not finite, or too long for a machine word.
bool fixed_text(double d, int precision, char* buffer, size_t size, size_t* length) {
  uint64_t whole;
  if (precision > kMostPower || !std::isfinite(d) || !scaled_decimal(std::fabs(d), precision, &whole)) return false;
  const uint64_t power = kPowersOfTen[size_t(precision)];
  char* p = buffer;
  if (std::signbit(d)) *p++ = '-';
  p = std::to_chars(p, buffer + size, whole / power).ptr;
  if (precision > 0) {
    *p++ = '.';
    uint64_t digits = whole % power;
    for (int i = precision; i-- > 0; digits /= 10) p[i] = char('0' + digits % 10);
    p += precision;
  }
  *length = size_t(p - buffer);
  return true;
}
// `zero`: zeros between the sign and the digits.
void pad_text(std::string_view s, size_t chars, size_t width, bool left, bool zero, std::string* out) {
  size_t pad = width > chars ? width - chars : 0;
  if (zero && pad) {
    if (!s.empty() && s[0] == '-') {
      *out += '-';
      s.remove_prefix(1);
    }
    out->append(pad, '0');
  } else if (!left) {
    out->append(pad, ' ');
  }
  *out += s;
  if (left && !zero) out->append(pad, ' ');
}
// False: not such a case; nothing was written.
bool quick_format(Value v, std::string_view spec, std::string* out) {
  size_t i = 0;
  char align = 0;
  bool zero = false;
  size_t width = 0;
  int precision = -1;
  auto digit = [&] { return i < spec.size() && spec[i] >= '0' && spec[i] <= '9'; };
  if (spec.size() > 12) return false;
  if (i < spec.size() && (spec[i] == '<' || spec[i] == '>')) align = spec[i++];
  if (i < spec.size() && spec[i] == '0') {
    zero = true;
    i++;
  }
  for (int n = 0; digit(); i++)
    if (++n > 4) return false;
    else width = width * 10 + size_t(spec[i] - '0');
  if (i < spec.size() && spec[i] == '.') {
    i++;
    precision = 0;
    int n = 0;
    for (; digit(); i++)
      if (++n > 2) return false;
      else precision = precision * 10 + (spec[i] - '0');
    if (!n) return false;
  }
  char type = i < spec.size() ? spec[i++] : 0;
  if (i != spec.size() || (zero && align)) return false;
  char text[48];
  size_t n;
  if (v.is_int()) {
    if (precision >= 0 || (type && type != 'd' && type != 'x')) return false;
    n = size_t(std::to_chars(text, text + sizeof text, v.as_int(), type == 'x' ? 16 : 10).ptr - text);
    pad_text({text, n}, n, width, align == '<', zero, out);
    return true;
  }
  if (v.is_float()) {
    if (type != 'f' || !fixed_text(v.as_float(), precision < 0 ? 6 : precision, text, sizeof text, &n)) return false;
    pad_text({text, n}, n, width, align == '<', zero, out);
    return true;
  }
  if (is_str(v)) {
    if (precision >= 0 || zero || (type && type != 's')) return false;
    pad_text(sv(v), v.as<Str>()->chars, width, align != '>', false, out);
    return true;
  }
  return false;
}

bool format_int(Thread& th, Value v, std::string_view spec_text, std::string* out) {
  text::FormatSpec spec;
  text::TextError error;
  std::string name = type_name(th, v);
  if (!text::parse_format_spec(spec_text, name, '>', 'd', &spec, &error)) return raise_text_error(th, error);
  int base = text::integer_base(spec, name, &error);
  if (base == -2) return raise_text_error(th, error);
  if (base == -1) {
    int64_t code = is_big(v) ? 0 : to_int(v);
    if (!text::format_char(code, spec, out, &error)) return raise_text_error(th, error);
    if (is_big(v)) th.raise(E_OverflowError, "Python int too large to convert to C long");
    return !is_big(v);
  }
  if (base == 0) {
    double d = to_double(v);
    if (std::isinf(d)) {
      th.raise(E_OverflowError, "int too large to convert to float");
      return false;
    }
    if (!room_for(th, spec)) return false;
    return text::format_float(d, spec, name, out, &error) || raise_text_error(th, error);
  }
  std::string digits;
  if (!int_text(th, v, base, &digits) || !room_for(th, spec)) return false;
  bool negative = digits[0] == '-';
  if (negative) digits.erase(0, 1);
  return text::format_integer(digits, negative, spec, out, &error) || raise_text_error(th, error);
}

// %-formatting, one directive at a time.
class Percent {
 public:
  Percent(Thread& th, std::string_view format, Value args, bool bytes) : th_(th), format_(format), bytes_(bytes) {
    Value u = unwrap(args);
    if (u.is(Kind::Tuple)) {
      tuple_ = u.as<Tuple>();
    } else {
      single_ = args;
      bool binary = u.is(Kind::Bytes) || u.is(Kind::ByteArray);  // for a str the binary types are mappings, too
      mapping_ = !u.is(Kind::Str) && !(bytes && binary) && args.is_cell() &&
                 (binary || u.is(Kind::Dict) || u.is(Kind::List) || type_find(type_of(th.in, args), th.name(n_getitem)).u);
    }
    args_ = args;
  }

  bool run(std::string* out) {
    size_t at = 0;
    while (at < format_.size()) {
      size_t percent = format_.find('%', at);
      if (percent == format_.npos) percent = format_.size();
      out->append(format_.substr(at, percent - at));
      at = percent;
      if (at == format_.size()) break;
      ++at;
      if (at < format_.size() && format_[at] == '%') {
        *out += '%';
        ++at;
        continue;
      }
      text::PercentDirective d;
      text::TextError error;
      if (!bytes_ && at < format_.size() && !current_) {  // %d and %s as they are
        char code = format_[at];
        Value v = tuple_ && next_ < tuple_->len ? tuple_->items[next_] : kAbsent;
        if (v.u && ((code == 'd' && v.is_int()) || (code == 's' && (v.is_int() || is_str(v))))) {
          quick_format(v, {}, out);
          next_++;
          at++;
          continue;
        }
        char text[48];  // %.2f
        size_t n;
        if (v.is_float() && code == '.' && at + 2 < format_.size() && format_[at + 2] == 'f' && format_[at + 1] >= '0' &&
            format_[at + 1] <= '9' && fixed_text(v.as_float(), format_[at + 1] - '0', text, sizeof text, &n)) {
          out->append(text, n);
          next_++;
          at += 3;
          continue;
        }
      }
      if (!text::parse_percent(format_, &at, &d, &error)) {
        raise_text_error(th_, error);
        return false;
      }
      if (!directive(d, out)) return false;
    }
    bool left = tuple_ ? next_ < tuple_->len : single_.u && !used_ && !mapping_;
    if (left && !keyed_) {
      th_.raise(E_TypeError, "not all arguments converted during %s formatting", bytes_ ? "bytes" : "string");
      return false;
    }
    return true;
  }

 private:
  // The next argument, borrowed.
  bool next(Value* out) {
    if (current_ && !taken_) {  // selected by a key
      taken_ = true;
      *out = current_.get();
      return true;
    }
    if (tuple_ && next_ < tuple_->len) {
      *out = tuple_->items[next_++];
      return true;
    }
    if (!tuple_ && !used_) {
      used_ = true;
      *out = single_;
      return true;
    }
    th_.raise(E_TypeError, "not enough arguments for format string");
    return false;
  }

  bool star(int64_t* out, const char* what) {
    Value v;
    if (!next(&v)) return false;
    v = unwrap(v);
    if (!is_intlike(v)) {
      th_.raise(E_TypeError, "* wants int");
      return false;
    }
    bool wide = std::string_view(what) == "ssize_t";
    if (is_big(v) || (!wide && to_int(v) != int32_t(to_int(v))) || to_int(v) == INT64_MIN) {
      th_.raise(E_OverflowError, "Python int too large to convert to C %s", what);
      return false;
    }
    *out = to_int(v);
    return true;
  }

  bool directive(text::PercentDirective& d, std::string* out) {
    current_ = Owned();
    if (d.has_key) {
      if (!mapping_) {
        th_.raise(E_TypeError, "format requires a mapping");
        return false;
      }
      Owned key(bytes_ ? of(bytes(th_, d.key)) : of(str(th_, d.key)));
      current_ = Owned(subscript_native(th_, args_, key.get()));
      if (!current_) return false;
      keyed_ = used_ = true;  // no argument without a key comes behind one with a key
      taken_ = false;
    }
    if (d.width == text::PercentDirective::kStar) {
      if (!star(&d.width, "ssize_t")) return false;
      if (d.width < 0) {
        d.left = true;
        d.width = -d.width;
      }
    }
    if (d.precision == text::PercentDirective::kStar) {
      if (!star(&d.precision, "int")) return false;
      if (d.precision < 0) d.precision = 0;
    }
    if ((d.width > 0 && !th_.check_memory(size_t(d.width))) || (d.precision > 0 && !th_.check_memory(size_t(d.precision))))
      return false;
    Value v;
    switch (d.code) {
      case 's':
      case 'r':
      case 'a':
      case 'b': {
        if ((d.code == 'b') != bytes_ && d.code == 'b') break;
        if (!next(&v)) return false;
        return text_directive(d, v, out);
      }
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X': return next(&v) && integer_directive(d, v, out);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': {
        double x;
        if (!next(&v)) return false;
        if (bytes_ && !is_number(unwrap(v)) && !type_find(type_of(th_.in, v), th_.name(n_float)).u) {
          th_.raise(E_TypeError, "float argument required, not %s", type_name(th_, v).c_str());
          return false;
        }
        if (!to_double_arg(th_, v, &x)) return false;
        text::percent_float(d, x, out);
        return true;
      }
      case 'c': return next(&v) && char_directive(d, v, out);
      default:  // an argument is asked for first, with '%' behind flags or a width too
        if (!next(&v)) return false;
    }
    th_.raise_text(th_.type(E_ValueError), text::unsupported_percent(d));
    return false;
  }

  bool text_directive(const text::PercentDirective& d, Value v, std::string* out) {
    std::string s;
    if (bytes_ && (d.code == 's' || d.code == 'b')) {
      Value u = unwrap(v);
      if (u.is(Kind::Bytes)) {
        s = u.as<Bytes>()->sv();
      } else if (u.is(Kind::ByteArray)) {
        s = u.as<ByteArray>()->sv();
      } else {
        Owned r(th_.call_special(v, n_bytes, &v, 0));
        if (!r) return false;
        if (!r.get().is(Kind::Bytes)) {
          th_.raise(E_TypeError, "%%b requires a bytes-like object, or an object that implements __bytes__, not '%s'",
                    type_name(th_, v).c_str());
          return false;
        }
        s = r.get().as<Bytes>()->sv();
      }
      if (d.precision >= 0 && size_t(d.precision) < s.size()) s.resize(size_t(d.precision));
      pad_bytes(d, s, out);
      return true;
    }
    if (d.code == 's' ? !str_of(th_, v, &s) : !repr_of(th_, v, &s)) return false;
    if (d.code == 'a' || (bytes_ && d.code == 'r')) s = to_ascii(s);
    if (d.precision >= 0 && size_t(d.precision) < text::length(s)) s.resize(text::offset_of(s, size_t(d.precision)));
    text::layout_percent(d, false, false, "", s, out);
    return true;
  }

  static void pad_bytes(const text::PercentDirective& d, const std::string& s, std::string* out) {
    size_t pad = d.width > int64_t(s.size()) ? size_t(d.width) - s.size() : 0;
    if (!d.left) out->append(pad, ' ');
    *out += s;
    if (d.left) out->append(pad, ' ');
  }

  static std::string to_ascii(const std::string& s) {
    std::string r;
    char b[16];
    for (size_t i = 0; i < s.size();) {
      char32_t c = text::next(s, &i);
      if (c < 0x80) {
        r += char(c);
        continue;
      }
      std::snprintf(b, sizeof b, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", unsigned(c));
      r += b;
    }
    return r;
  }

  bool integer_directive(const text::PercentDirective& d, Value v, std::string* out) {
    Owned exact;
    bool decimal = d.code == 'd' || d.code == 'i' || d.code == 'u';
    Value u = unwrap(v);
    if (is_intlike(u)) {
      exact = Owned(inc(u));
    } else if (u.is_float() && decimal) {
      double x = u.as_float();
      if (std::isnan(x) || std::isinf(x)) {
        th_.raise(std::isnan(x) ? E_ValueError : E_OverflowError, "cannot convert float %s to integer",
                  std::isnan(x) ? "NaN" : "infinity");
        return false;
      }
      exact = Owned(big_from_double(th_, x));
    } else {
      bool has_index = v.is_cell() && type_find(type_of(th_.in, v), th_.name(n_index)).u;
      bool has_int = decimal && v.is_cell() && type_find(type_of(th_.in, v), th_.name(n_int)).u;
      if (has_int) {
        exact = Owned(th_.call_special(v, n_int, &v, 0));
        if (exact) exact = Owned(inc(unwrap(exact.get())));
      } else if (has_index) {
        exact = Owned(to_int_object(th_, v));
      }
      if (!exact && (has_int || has_index)) {  // a TypeError gives way to the one of the directive
        if (!th_.pending_is(E_TypeError)) return false;
        th_.clear_pending();
      }
      if (!exact || !is_intlike(exact.get())) {
        th_.raise(E_TypeError, "%%%c format: %s is required, not %s", char(d.code),
                  decimal ? "a real number" : "an integer", type_name(th_, v).c_str());
        return false;
      }
    }
    int base = decimal ? 10 : d.code == 'o' ? 8 : 16;
    std::string digits;
    if (!int_text(th_, exact.get(), base, &digits)) return false;
    bool negative = digits[0] == '-';
    if (negative) digits.erase(0, 1);
    text::percent_integer(d, negative, digits, out);
    return true;
  }

  bool char_directive(const text::PercentDirective& d, Value v, std::string* out) {
    Value u = unwrap(v);
    std::string s;
    if (bytes_) {
      if (u.is(Kind::Bytes) && u.as<Bytes>()->len == 1) {
        s = u.as<Bytes>()->sv();
      } else if (u.is(Kind::ByteArray) && u.as<ByteArray>()->len == 1) {
        s = u.as<ByteArray>()->sv();
      } else if (is_intlike(u)) {
        if (is_big(u) || to_int(u) < 0 || to_int(u) > 255) {
          th_.raise(E_OverflowError, "%%c arg not in range(256)");
          return false;
        }
        s.assign(1, char(to_int(u)));
      } else {
        th_.raise(E_TypeError, "%%c requires an integer in range(256) or a single byte");
        return false;
      }
      pad_bytes(d, s, out);
      return true;
    }
    if (is_str(u)) {
      if (u.as<Str>()->chars != 1) {
        th_.raise(E_TypeError, "%%c requires int or char");
        return false;
      }
      s = sv(u);
    } else {
      Owned i;
      if (is_intlike(u))
        i = Owned(inc(u));
      else if (v.is_cell() && type_find(type_of(th_.in, v), th_.name(n_index)).u)
        i = Owned(to_int_object(th_, v));
      else
        th_.raise(E_TypeError, "%%c requires int or char");
      if (!i) {
        if (!th_.pending_is(E_TypeError)) return false;
        th_.clear_pending();
        th_.raise(E_TypeError, "%%c requires int or char");
        return false;
      }
      if (is_big(i.get()) || to_int(i.get()) < 0 || to_int(i.get()) > 0x10FFFF) {
        th_.raise(E_OverflowError, "%%c arg not in range(0x110000)");
        return false;
      }
      text::append(&s, char32_t(to_int(i.get())));
    }
    text::PercentDirective plain = d;
    plain.zero = false;
    text::layout_percent(plain, false, false, "", s, out);
    return true;
  }

  Thread& th_;
  std::string_view format_;
  bool bytes_;
  Value args_ = kAbsent;
  Tuple* tuple_ = nullptr;
  Value single_ = kAbsent;
  bool mapping_ = false;
  bool used_ = false;
  bool keyed_ = false, taken_ = false;
  uint32_t next_ = 0;
  Owned current_;
};

}  // namespace

// format() of an exact built-in value. kStop-like false in *known: the kind has no format of its own.
bool format_exact(Thread& th, Value v, std::string_view spec_text, std::string* out, bool* known) {
  *known = true;
  if (quick_format(v, spec_text, out)) return true;
  text::FormatSpec spec;
  text::TextError error;
  if (is_intlike(v)) {
    if (is_bool(v) && spec_text.empty()) return str_of(th, v, out);
    return format_int(th, v, spec_text, out);
  }
  if (v.is_float()) {
    return (text::parse_format_spec(spec_text, "float", '>', 0, &spec, &error) &&
            room_for(th, spec) && text::format_float(v.as_float(), spec, "float", out, &error)) ||
           raise_text_error(th, error);
  }
  if (is_str(v)) {
    return (text::parse_format_spec(spec_text, "str", '<', 's', &spec, &error) &&
            room_for(th, spec) && text::format_text(sv(v), spec, out, &error)) ||
           raise_text_error(th, error);
  }
  if (v.is(Kind::Complex)) {
    return (text::parse_format_spec(spec_text, "complex", '>', 0, &spec, &error) &&
            room_for(th, spec) && text::format_complex(v.as<Complex>()->re, v.as<Complex>()->im, spec, "complex", out, &error)) ||
           raise_text_error(th, error);
  }
  *known = false;
  return true;
}

bool format_value(Thread& th, Value v, std::string_view spec, std::string* out) {
  if (!has_fields(v)) {
    if (spec.empty()) return str_of(th, v, out);
    bool known;
    bool ok = format_exact(th, v, spec, out, &known);
    if (known) return ok;
  }
  Value m = type_find(type_of(th.in, v), th.name(n_format));
  if (m.u && m.u != kNone.u) {
    Owned s(of(str(th, spec)));
    Value args[2] = {v, s.get()};
    if (!th.native_stack_ok()) return false;
    Owned r(call_found(th, m, args[0], args + 1, 1));
    if (!r) return false;
    Value t = unwrap(r.get());
    if (!is_str(t)) {
      th.raise(E_TypeError, "__format__ must return a str, not %s", type_name(th, r.get()).c_str());
      return false;
    }
    *out += sv(t);
    return true;
  }
  if (spec.empty()) return str_of(th, v, out);
  th.raise(E_TypeError, "unsupported format string passed to %s.__format__", type_name(th, v).c_str());
  return false;
}

Value percent(Thread& th, Value fmt, Value args) {
  std::string out;
  out.reserve(sv(fmt).size() + 40);
  if (!Percent(th, sv(fmt), args, false).run(&out)) return kAbsent;
  return of(str(th, out));
}

bool percent_bytes(Thread& th, std::string_view format, Value args, std::string* out) {
  return Percent(th, format, args, true).run(out);
}

}  // namespace adder
