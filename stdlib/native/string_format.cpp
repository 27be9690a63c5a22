// str.format: replacement fields, automatic numbering, attributes and items, nested specifications.
#include "stdlib/native/library.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

class Formatter {
 public:
  Formatter(Thread& th, Value* args, int count, Value mapping)
      : th_(th), args_(args), count_(count), mapping_(mapping) {}

  bool run(std::string_view s, int depth, std::string* out) {
    if (depth <= 0) return value_error("Max string recursion exceeded");
    size_t i = 0;
    while (i < s.size()) {
      char c = s[i];
      if (c != '{' && c != '}') {
        size_t end = s.find_first_of("{}", i);
        if (end == s.npos) end = s.size();
        out->append(s.substr(i, end - i));
        i = end;
        continue;
      }
      if (i + 1 < s.size() && s[i + 1] == c) {
        out->push_back(c);
        i += 2;
        continue;
      }
      if (c == '}') return value_error("Single '}' encountered in format string");
      if (i + 1 == s.size()) return value_error("Single '{' encountered in format string");
      ++i;
      if (!field(s, &i, depth, out)) return false;
    }
    return true;
  }

 private:
  bool value_error(const char* message) {
    th_.raise(E_ValueError, "%s", message);
    return false;
  }

  // One field; *i is behind the '{' and ends behind the '}'.
  bool field(std::string_view s, size_t* i, int depth, std::string* out) {
    size_t start = *i;
    size_t at = start;
    int nested = 0;
    bool in_bracket = false;
    while (at < s.size()) {  // the name ends at ! : or }
      char c = s[at];
      if (c == '{' && !in_bracket) return value_error("unexpected '{' in field name");
      if (c == '[') in_bracket = true;
      if (c == ']') in_bracket = false;
      if (!in_bracket && (c == '}' || c == ':' || c == '!')) break;
      ++at;
    }
    if (at == s.size()) return value_error("expected '}' before end of string");
    std::string_view name = s.substr(start, at - start);
    char conversion = 0;
    std::string_view spec;
    if (s[at] == '!') {
      if (at + 1 >= s.size() || s[at + 1] == '}')
        return value_error(at + 1 >= s.size() ? "end of string while looking for conversion specifier"
                                              : "unmatched '{' in format spec");
      conversion = s[at + 1];
      at += 2;
      if (at >= s.size()) return value_error("unmatched '{' in format spec");
      if (s[at] != ':' && s[at] != '}') return value_error("expected ':' after conversion specifier");
    }
    if (s[at] == ':') {
      size_t spec_start = ++at;
      nested = 1;
      while (at < s.size()) {
        if (s[at] == '{') ++nested;
        if (s[at] == '}' && --nested == 0) break;
        ++at;
      }
      if (at == s.size()) return value_error("expected '}' before end of string");
      spec = s.substr(spec_start, at - spec_start);
    }
    *i = at + 1;
    Owned object;
    if (!look_up(name, &object)) return false;
    if (conversion) {
      std::string converted;
      bool ok;
      if (conversion == 's')
        ok = str_of(th_, object.get(), &converted);
      else if (conversion == 'r')
        ok = repr_of(th_, object.get(), &converted);
      else if (conversion == 'a')
        ok = ascii_of(th_, object.get(), &converted);
      else {
        if (static_cast<unsigned char>(conversion) > 32 && static_cast<unsigned char>(conversion) < 127)
          th_.raise(E_ValueError, "Unknown conversion specifier %c", conversion);
        else
          th_.raise(E_ValueError, "Unknown conversion specifier \\x%x", static_cast<unsigned char>(conversion));
        return false;
      }
      if (!ok) return false;
      object = Owned(new_str(th_, converted));
    }
    std::string spec_text(spec);
    if (spec.find_first_of("{}") != spec.npos) {
      spec_text.clear();
      if (!run(spec, depth - 1, &spec_text)) return false;
    }
    return format_value(th_, object.get(), spec_text, out);
  }

  static bool all_digits(std::string_view s) {
    for (char c : s)
      if (c < '0' || c > '9') return false;
    return !s.empty();
  }
  bool index_of(std::string_view s, int64_t* out) {
    int64_t v = 0;
    for (char c : s) {
      if (v > (INT64_MAX - 9) / 10) return value_error("Too many decimal digits in format string");
      v = v * 10 + (c - '0');
    }
    *out = v;
    return true;
  }

  bool look_up(std::string_view name, Owned* out) {
    size_t end = name.find_first_of(".[");
    if (end == name.npos) end = name.size();
    std::string_view first = name.substr(0, end);
    if (first.empty() || all_digits(first)) {
      int64_t index;
      if (first.empty()) {
        if (numbering_ == Numbering::kManual)
          return value_error("cannot switch from manual field specification to automatic field numbering");
        numbering_ = Numbering::kAutomatic;
        index = next_++;
      } else {
        if (numbering_ == Numbering::kAutomatic)
          return value_error("cannot switch from automatic field numbering to manual field specification");
        numbering_ = Numbering::kManual;
        if (!index_of(first, &index)) return false;
      }
      if (count_ < 0) return value_error("Format string contains positional fields");
      if (index >= count_) {
        th_.raise(E_IndexError, "Replacement index %lld out of range for positional args tuple", (long long)index);
        return false;
      }
      *out = Owned(inc(args_[index]));
    } else {
      Owned key(new_str(th_, first));
      if (!mapping_.u || mapping_.u == kNone.u) {
        th_.raise_value(E_KeyError, key.get());
        return false;
      }
      *out = Owned(subscript_native(th_, mapping_, key.get()));
      if (!*out) return false;
    }
    return follow(name.substr(end), out);
  }

  // .attribute and [item] parts.
  bool follow(std::string_view rest, Owned* out) {
    while (!rest.empty()) {
      if (rest[0] == '.') {
        size_t end = rest.find_first_of(".[", 1);
        if (end == rest.npos) end = rest.size();
        std::string_view name = rest.substr(1, end - 1);
        if (name.empty()) return value_error("Empty attribute in format string");
        *out = Owned(get_attr_native(th_, out->get(), intern(th_.in, name)));
        rest.remove_prefix(end);
      } else if (rest[0] == '[') {
        size_t end = rest.find(']');
        if (end == rest.npos) return value_error("Missing ']' in format string");
        std::string_view item = rest.substr(1, end - 1);
        if (item.empty()) return value_error("Empty attribute in format string");
        Owned key;
        if (all_digits(item)) {
          int64_t index;
          if (!index_of(item, &index)) return false;
          key = Owned(integer(th_, index));
        } else {
          key = Owned(new_str(th_, item));
        }
        *out = Owned(subscript_native(th_, out->get(), key.get()));
        rest.remove_prefix(end + 1);
      } else {
        return value_error("Only '.' or '[' may follow ']' in format field specifier");
      }
      if (!*out) return false;
    }
    return true;
  }

  enum class Numbering { kUnknown, kAutomatic, kManual };
  Thread& th_;
  Value* args_;
  int count_;
  Value mapping_;
  Numbering numbering_ = Numbering::kUnknown;
  int64_t next_ = 0;
};

}  // namespace

bool format_string(Thread& th, std::string_view format, Value* args, int count, Value mapping, std::string* out) {
  return Formatter(th, args, count, mapping).run(format, 2, out);
}

}  // namespace adder::lib
