// The loops of csv: rows from lines, and rows to text. Dialects are checked in stdlib/py/csv.py.
#include "interp/vm/special.h"
#include "interp/vm/wanted.h"
#include "stdlib/native/library.h"
#include "stdlib/native/state.h"
#include "stdlib/native/support/args.h"

namespace adder::lib {
namespace {

constexpr char32_t kNotSet = 0xFFFFFFFF, kEndOfLine = 0xFFFFFFFE;
enum Quoting { kMinimal, kAll, kNonNumeric, kNone_ };

// A dialect as the loops want it.
struct Form {
  Value dialect;  // what scripts see, owned
  Type* error;    // csv.Error, owned
  char32_t delimiter, quote, escape;
  bool doublequote, skip_space, strict;
  uint8_t quoting;
  bool special[128];  // ASCII characters that are not copied as they stand
  bool wide;          // some special character is not ASCII

  bool is_special(unsigned char byte) const { return byte < 128 ? special[byte] : wide; }
  void mark(char32_t c) {
    if (c < 128) special[c] = true;
    else if (c != kNotSet) wide = true;
  }
};
char32_t character(Value v) {
  if (!is_str(v)) return kNotSet;
  const char* p = v.as<Str>()->data;
  return utf8_decode(p);
}
// Of (dialect, error, delimiter, quotechar, escapechar, doublequote, skipinitialspace, quoting, strict).
void read_form(Form* f, Value* a) {
  f->dialect = inc(a[0]);
  f->error = inc(a[1].as<Type>());
  f->delimiter = character(a[2]);
  f->quote = character(a[3]);
  f->escape = character(a[4]);
  f->doublequote = a[5].u == kTrue.u;
  f->skip_space = a[6].u == kTrue.u;
  f->quoting = uint8_t(to_int(a[7]));
  f->strict = a[8].u == kTrue.u;
  for (char32_t c : {f->delimiter, f->quote, f->escape}) f->mark(c);
}
void drop_form(Form* f) {
  put(f->dialect, kAbsent);
  if (Type* t = std::exchange(f->error, nullptr)) dec(t);
}
void visit_form(Form* f, Visitor& v) {
  v.visit(f->dialect);
  v.visit(f->error);
}
std::string text_of(char32_t c) {
  char bytes[4];
  return {bytes, utf8_encode(c, bytes)};
}

// --- reader ---
struct Reader {
  Form form;
  Value lines;  // an iterator
  int64_t line;
};
// One row while it is read, which may take several lines.
struct Row {
  Thread& th;
  const Form& form;
  Ref<List> fields;
  std::string field;
  bool numeric = false;
  enum State { kStart, kField, kInside, kQuoted, kAfterQuote, kEscaped, kEscapedEnd, kEscapedQuoted, kEatEnds } state = kStart;

  bool fail(const std::string& message) {
    th.raise_text(form.error, message);
    return false;
  }
  bool save() {
    Owned text(new_str(th, field));
    field.clear();
    if (std::exchange(numeric, false)) {
      Value arg = text.get();
      text = Owned(th.call(of(th.in.types[int(Kind::Float)]), &arg, 1));
      if (!text) return false;
    }
    push(fields.get(), text.release());
    return true;
  }
  bool add(const char* p, size_t n) {
    field.append(p, n);
    const int64_t limit = library_state(th.in).csv_field_limit;
    if (LIKELY(int64_t(field.size()) <= limit) || int64_t(count_chars(field)) <= limit) return true;
    return fail("field larger than field limit (" + std::to_string(limit) + ")");
  }
  bool end_field(char32_t c) {
    state = c == kEndOfLine ? kStart : kEatEnds;
    return save();
  }
  // The character `c`, whose text is n bytes at p.
  bool step(char32_t c, const char* p, size_t n) {
    const bool ends = c == '\n' || c == '\r' || c == kEndOfLine;
    switch (state) {
      case kStart:
        if (c == kEndOfLine) return true;
        if (ends) return state = kEatEnds, true;
        state = kField;
        [[fallthrough]];
      case kField:
        if (ends) return end_field(c);
        if (c == form.quote && form.quoting != kNone_) return state = kQuoted, true;
        if (c == form.escape) return state = kEscaped, true;
        if (c == ' ' && form.skip_space) return true;
        if (c == form.delimiter) return save();
        numeric = form.quoting == kNonNumeric;
        state = kInside;
        return add(p, n);
      case kEscaped:
        if (c == kEndOfLine) p = "\n", n = 1;
        state = ends && c != kEndOfLine ? kEscapedEnd : kInside;
        return add(p, n);
      case kEscapedEnd:
        if (c == kEndOfLine) return true;  // in CPython the field goes on to the next line, whatever came between
        [[fallthrough]];
      case kInside:
        if (ends) return end_field(c);
        if (c == form.escape) return state = kEscaped, true;
        if (c == form.delimiter) return state = kField, save();
        return add(p, n);
      case kQuoted:
        if (c == kEndOfLine) return true;
        if (c == form.escape) return state = kEscapedQuoted, true;
        if (c == form.quote && form.quoting != kNone_) return state = form.doublequote ? kAfterQuote : kInside, true;
        return add(p, n);
      case kEscapedQuoted:
        if (c == kEndOfLine) p = "\n", n = 1;
        state = kQuoted;
        return add(p, n);
      case kAfterQuote:
        if (c == form.quote && form.quoting != kNone_) return state = kQuoted, add(p, n);
        if (c == form.delimiter) return state = kField, save();
        if (ends) return end_field(c);
        if (form.strict) return fail("'" + text_of(form.delimiter) + "' expected after '" + text_of(form.quote) + "'");
        state = kInside;
        return add(p, n);
      case kEatEnds:
        if (c == kEndOfLine) return state = kStart, true;
        if (ends) return true;
        return fail("new-line character seen in unquoted field - do you need to open the file in universal-newline mode?");
    }
    return false;
  }
  bool line(std::string_view s) {
    const char *p = s.data(), *end = p + s.size();
    while (p < end) {
      if (state == kInside || state == kQuoted) {  // what is copied as it stands
        const char* q = p;
        while (q < end && !form.is_special(static_cast<unsigned char>(*q))) ++q;
        if (q > p && !add(p, size_t(q - p))) return false;
        if ((p = q) == end) break;
      }
      const char* from = p;
      char32_t c = utf8_decode(p);
      if (!step(c, from, size_t(p - from))) return false;
    }
    return step(kEndOfLine, nullptr, 0);
  }
};
Value reader_next(Thread& th, Value* a, int) {
  Reader* r = payload<Reader>(a[0]);
  Row row{th, r->form, Ref<List>(list(th)), {}};
  do {
    if (!wanted(th)) return kAbsent;
    Owned line(next_value(th, r->lines));
    if (!line) return kAbsent;
    if (line.get().u == kStop.u) {
      if (row.field.empty() && row.state != Row::kQuoted) return kStop;
      if (r->form.strict) return row.fail("unexpected end of data"), kAbsent;
      if (!row.save()) return kAbsent;
      break;
    }
    Value text = unwrap(line.get());
    if (!is_str(text)) {
      row.fail("iterator should return strings, not " + type_name(th, line.get()) +
               " (the file should be opened in text mode)");
      return kAbsent;
    }
    ++r->line;
    if (!row.line(sv(text))) return kAbsent;
  } while (row.state != Row::kStart);
  return of(row.fields.release());
}
Value itself(Thread&, Value* a, int) {
  return inc(a[0]);
}
Value reader_dialect(Thread&, Value self) {
  return inc(payload<Reader>(self)->form.dialect);
}
Value reader_line(Thread& th, Value self) {
  return integer(th, payload<Reader>(self)->line);
}
bool read_only(Thread& th, Value, Value) {
  th.raise(E_AttributeError, "readonly attribute");
  return false;
}
void drop_reader(void* p) {
  Reader* r = static_cast<Reader*>(p);
  drop_form(&r->form);
  put(r->lines, kAbsent);
}
void visit_reader(void* p, Visitor& v) {
  visit_form(&static_cast<Reader*>(p)->form, v);
  v.visit(static_cast<Reader*>(p)->lines);
}
const NativeDef kReaderMethods[] = {
    {"__iter__", "(self, /)", "", itself, Rule::residual},
    {"__next__", "(self, /)", "", reader_next, Rule::calls, 0, next_called},
};
const GetSetDef kReaderFields[] = {
    {"dialect", reader_dialect, read_only, "How rows are written."},
    {"line_num", reader_line, read_only, "How many lines were read."},
};
const NativeTypeDef kReader = {"_csv.reader", "Reads rows from an iterable of lines.", sizeof(Reader), kReaderMethods,
                               kReaderFields, drop_reader, visit_reader, nullptr, kNoNew | kNoSubclass | kNoAttributes};

// --- writer ---
struct Writer {
  Form form;
  Value write;  // what takes the text of a row
  Value terminator;
};
struct RowText {
  Thread& th;
  const Form& form;
  std::string out;
  size_t fields = 0;

  bool add(std::string_view text, bool quoted) {
    if (fields++) out += delimiter();
    const size_t start = out.size();
    const char *p = text.data(), *end = p + text.size();
    while (p < end) {
      const char* q = p;
      while (q < end && !form.is_special(static_cast<unsigned char>(*q))) ++q;
      out.append(p, size_t(q - p));
      if ((p = q) == end) break;
      char32_t c = utf8_decode(q);
      bool escaped = false;
      if (c >= 128 && c != form.delimiter && c != form.quote && c != form.escape &&
          sv(terminator).find(std::string_view(p, size_t(q - p))) == std::string_view::npos) {
        // not special
      } else if (form.quoting == kNone_) {
        escaped = true;
      } else if (c == form.quote) {
        if (form.doublequote) out.append(p, size_t(q - p)), quoted = true;
        else escaped = true;
      } else if (c == form.escape) {
        escaped = true;
      } else {
        quoted = true;
      }
      if (escaped) {
        if (form.escape == kNotSet) {
          th.raise(form.error, "need to escape, but no escapechar set");
          return false;
        }
        out += text_of(form.escape);
      }
      out.append(p, size_t(q - p));
      p = q;
    }
    if (quoted) {
      out.insert(start, text_of(form.quote));
      out += text_of(form.quote);
    }
    return true;
  }
  std::string delimiter() const { return text_of(form.delimiter); }
  Value terminator;
};
bool is_numeric(Thread& th, Value v) {  // as PyNumber_Check
  Value u = unwrap(v);
  if (is_number(u) || u.is(Kind::Complex)) return true;
  Type* t = type_of(th, v);
  return type_find(t, intern(th.in, "__index__")).u || type_find(t, intern(th.in, "__int__")).u ||
         type_find(t, intern(th.in, "__float__")).u;
}
Value write_row(Thread& th, Writer* w, Value row) {
  Owned it(iter_native(th, row));
  if (!it) {
    if (!th.pending_is(E_TypeError)) return kAbsent;
    th.clear_pending();
    return th.raise(w->form.error, "iterable expected, not %s", type_name(th, row).c_str());
  }
  RowText text{th, w->form, {}, 0, w->terminator};
  while (true) {
    Owned v(next_value(th, it.get()));
    if (!v) return kAbsent;
    if (v.get().u == kStop.u) break;
    const bool quoted = w->form.quoting == kAll || (w->form.quoting == kNonNumeric && !is_numeric(th, v.get()));
    Value u = unwrap(v.get());
    std::string shown;
    if (!is_str(u) && u.u != kNone.u && !str_of(th, v.get(), &shown)) return kAbsent;
    if (!text.add(is_str(u) ? sv(u) : std::string_view(shown), quoted)) return kAbsent;
  }
  if (text.fields && text.out.empty()) {
    if (w->form.quoting == kNone_) return th.raise(w->form.error, "single empty field record must be quoted");
    text.out = text_of(w->form.quote) + text_of(w->form.quote);
  }
  text.out += sv(w->terminator);
  Owned line(new_str(th, text.out));
  Value arg = line.get();
  return th.call(w->write, &arg, 1);
}
Value writer_row(Thread& th, Value* a, int) {
  return write_row(th, payload<Writer>(a[0]), a[1]);
}
Value writer_rows(Thread& th, Value* a, int) {
  Owned it(iter_native(th, a[1]));
  if (!it) return kAbsent;
  while (true) {
    if (!wanted(th)) return kAbsent;
    Owned row(next_value(th, it.get()));
    if (!row) return kAbsent;
    if (row.get().u == kStop.u) return kNone;
    Owned written(write_row(th, payload<Writer>(a[0]), row.get()));
    if (!written) return kAbsent;
  }
}
Value writer_dialect(Thread&, Value self) {
  return inc(payload<Writer>(self)->form.dialect);
}
void drop_writer(void* p) {
  Writer* w = static_cast<Writer*>(p);
  drop_form(&w->form);
  put(w->write, kAbsent);
  put(w->terminator, kAbsent);
}
void visit_writer(void* p, Visitor& v) {
  visit_form(&static_cast<Writer*>(p)->form, v);
  v.visit(static_cast<Writer*>(p)->write);
  v.visit(static_cast<Writer*>(p)->terminator);
}
const NativeDef kWriterMethods[] = {
    {"writerow", "(self, row, /)", "Write one row; what write() gives.", writer_row, Rule::calls},
    {"writerows", "(self, rows, /)", "Write several rows.", writer_rows, Rule::calls},
};
const GetSetDef kWriterFields[] = {{"dialect", writer_dialect, read_only, "How rows are written."}};
const NativeTypeDef kWriter = {"_csv.writer", "Writes rows to an object with a write() method.", sizeof(Writer),
                               kWriterMethods, kWriterFields, drop_writer, visit_writer, nullptr,
                               kNoNew | kNoSubclass | kNoAttributes};

// --- the module ---
Value make_reader(Thread& th, Value* a, int) {
  Value v = of(instance(th, native_type(th.in, kReader)));
  Reader* r = payload<Reader>(v);
  r->lines = inc(a[0]);
  read_form(&r->form, a + 1);
  r->form.mark('\n');
  r->form.mark('\r');
  return v;
}
Value make_writer(Thread& th, Value* a, int) {
  Value v = of(instance(th, native_type(th.in, kWriter)));
  Writer* w = payload<Writer>(v);
  w->write = inc(a[0]);
  read_form(&w->form, a + 1);
  w->terminator = inc(a[10]);
  std::string_view ends = sv(w->terminator);
  for (const char *p = ends.data(), *end = p + ends.size(); p < end;) w->form.mark(utf8_decode(p));
  return v;
}
Value field_size_limit(Thread& th, Value* a, int) {
  int64_t& limit = library_state(th.in).csv_field_limit;
  const int64_t old = limit;
  if (!a[0].u) return integer(th, old);
  Value u = unwrap(a[0]);
  if (!is_intlike(u)) return th.raise(E_TypeError, "limit must be an integer");
  int64_t wanted;
  if (!big_to_int64(u, &wanted)) return th.raise(E_OverflowError, "Python int too large to convert to C long");
  limit = wanted;
  return integer(th, old);
}
const NativeDef kFunctions[] = {
    {"make_reader",
     "(lines, dialect, error, delimiter, quotechar, escapechar, doublequote, skipinitialspace, quoting, strict, /)",
     "A reader; the arguments are checked.", make_reader, Rule::opaque},
    {"make_writer",
     "(write, dialect, error, delimiter, quotechar, escapechar, doublequote, skipinitialspace, quoting, strict, end, /)",
     "A writer; the arguments are checked.", make_writer, Rule::opaque},
    {"field_size_limit", "(limit=..., /)", "The greatest length of a field; sets it if one is given.", field_size_limit,
     Rule::residual},
};
bool init_csv(Thread& th, Module* m) {
  module_set(th.in, m, "reader", of(inc(define_type(th.in, kReader))));
  module_set(th.in, m, "writer", of(inc(define_type(th.in, kWriter))));
  return true;
}

}  // namespace

const NativeModuleDef kCsvModule = {"_csv", "The loops of csv.", kFunctions, init_csv};

}  // namespace adder::lib
