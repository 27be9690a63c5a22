// Line ends of texts: what `newline` asks for, and what was met.
#include "interp/text/utf8.h"
#include "stdlib/native/io.h"
#include "stdlib/native/support/errors.h"

namespace adder::lib {

bool newline_arg(Thread& th, Value v, const char* what, Newline* out) {
  std::string_view s;
  if (!text_or_none(th, v, what, &s)) return false;
  if (v == kNone)
    *out = Newline::kUniversal;
  else if (s.empty())
    *out = Newline::kKeep;
  else if (s == "\n")
    *out = Newline::kLf;
  else if (s == "\r")
    *out = Newline::kCr;
  else if (s == "\r\n")
    *out = Newline::kCrLf;
  else {
    std::string shown;
    if (std::string_view(what) == kPlainNewline)
      repr_of(th, v, &shown);
    else
      shown = s;
    th.raise_text(th.type(E_ValueError), "illegal newline value: " + shown);
    return false;
  }
  return true;
}

Value newline_value(Thread& th, Newline newline) {
  switch (newline) {
    case Newline::kUniversal: return kNone;
    case Newline::kKeep: return new_str(th, "");
    case Newline::kLf: return new_str(th, "\n");
    case Newline::kCr: return new_str(th, "\r");
    case Newline::kCrLf: return new_str(th, "\r\n");
  }
  return kNone;
}

std::string translate_out(std::string_view s, Newline newline) {
  const char* by = newline == Newline::kCr ? "\r" : newline == Newline::kCrLf ? "\r\n" : nullptr;
  if (!by) return std::string(s);
  std::string out;
  for (char c : s) {
    if (c == '\n')
      out += by;
    else
      out += c;
  }
  return out;
}
void translate_in(std::string_view s, Newline newline, bool final, bool* carriage, std::string* out) {
  if (newline != Newline::kUniversal || (!*carriage && s.find('\r') == s.npos)) {
    out->append(s);
    return;
  }
  for (char c : s) {
    if (*carriage) {
      *out += '\n';
      *carriage = false;
      if (c == '\n') continue;
    }
    if (c == '\r')
      *carriage = true;
    else
      *out += c;
  }
  if (final && *carriage) {
    *out += '\n';
    *carriage = false;
  }
}

std::string_view line_of(std::string_view data, size_t at, int64_t limit, Newline newline) {
  std::string_view rest = data.substr(at);
  size_t end = rest.npos;
  switch (newline) {
    case Newline::kUniversal:
    case Newline::kLf: end = rest.find('\n'); break;
    case Newline::kCr: end = rest.find('\r'); break;
    case Newline::kCrLf:
      end = rest.find("\r\n");
      if (end != rest.npos) ++end;
      break;
    case Newline::kKeep:
      end = rest.find_first_of("\r\n");
      if (end != rest.npos && rest[end] == '\r' && end + 1 < rest.size() && rest[end + 1] == '\n') ++end;
      break;
  }
  if (end != rest.npos) rest = rest.substr(0, end + 1);
  if (limit >= 0 && rest.size() > size_t(limit)) rest = rest.substr(0, size_t(limit));
  return rest;
}

size_t prefix_of(std::string_view s, size_t* n) {
  size_t at = 0, taken = 0;
  while (taken < *n && at < s.size()) {
    do at++;
    while (at < s.size() && text::is_continuation(s[at]));
    taken++;
  }
  *n = taken;
  return at;
}

Value ends_value(Thread& th, const LineEnds& ends) {
  std::vector<const char*> met;
  if (ends.cr) met.push_back("\r");
  if (ends.lf) met.push_back("\n");
  if (ends.crlf) met.push_back("\r\n");
  if (met.size() < 2) return met.empty() ? kNone : new_str(th, met[0]);
  Ref<Tuple> all(tuple(th, met.size()));
  for (size_t i = 0; i < met.size(); ++i) all->items[i] = new_str(th, met[i]);
  return of(all.release());
}

void LineEnds::note(std::string_view s, bool final) {
  size_t i = 0;
  if (waits && !s.empty()) {
    waits = false;
    (s[0] == '\n' ? crlf : cr) = true;
    i = s[0] == '\n';
  }
  if (s.find('\r', i) == s.npos) {
    lf = lf || s.find('\n', i) != s.npos;
  } else {
    for (; i < s.size(); ++i) {
      if (s[i] == '\n') {
        lf = true;
      } else if (s[i] == '\r' && i + 1 == s.size()) {
        waits = true;
      } else if (s[i] == '\r') {
        const bool pair = s[i + 1] == '\n';
        (pair ? crlf : cr) = true;
        i += pair;
      }
    }
  }
  if (final && waits) {
    cr = true;
    waits = false;
  }
}

}  // namespace adder::lib
