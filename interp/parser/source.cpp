#include "interp/parser/source.h"

#include <algorithm>
#include <cstring>

#include "interp/text/utf8.h"

namespace adder {

const char* exception_name(SyntaxErrorInfo::Kind kind) {
  static constexpr const char* kNames[] = {"SyntaxError",    "IndentationError", "TabError",  "MemoryError",
                                           "RecursionError", "OverflowError",    "ValueError"};
  return kNames[kind];
}

bool Source::fail(SyntaxErrorInfo* error, std::string message, SyntaxErrorInfo::Kind kind, bool no_line) const {
  *error = SyntaxErrorInfo();
  error->no_line = no_line;
  error->kind = kind;
  error->message = std::move(message);
  error->filename = filename_;
  return false;
}

bool Source::has_malformed(uint32_t begin, uint32_t end) const {
  auto at = std::lower_bound(malformed_.begin(), malformed_.end(), begin,
                             [](const Malformed& m, uint32_t offset) { return m.offset < offset; });
  return at != malformed_.end() && at->offset < end;
}

bool Source::set_text(std::string_view utf8, const std::string& filename, SyntaxErrorInfo* error) {
  filename_ = filename;
  text_.assign(utf8);
  return finish(error);
}

bool Source::finish(SyntaxErrorInfo* error) {
  if (text_.size() > 0xFFFFFF00u) {
    return fail(error, "source code is too long", SyntaxErrorInfo::Overflow);
  }
  if (memchr(text_.data(), 0, text_.size())) {
    return fail(error, "source code string cannot contain null bytes", SyntaxErrorInfo::Value);
  }
  if (text_.find('\r') != text_.npos) {
    size_t o = 0;
    for (size_t i = 0; i < text_.size(); i++) {
      char c = text_[i];
      if (c == '\r') {
        if (i + 1 < text_.size() && text_[i + 1] == '\n') i++;
        c = '\n';
      }
      text_[o++] = c;
    }
    text_.resize(o);
  }
  added_newline_ = !text_.empty() && text_.back() != '\n';
  if (added_newline_) text_ += '\n';
  line_starts_.assign(1, 0);
  line_starts_.reserve(text_.size() / 24 + 2);
  for (const char *p = text_.data(), *e = p + text_.size(); (p = static_cast<const char*>(memchr(p, '\n', e - p)));) {
    line_starts_.push_back(uint32_t(++p - text_.data()));
  }
  ascii_ = true;
  for (unsigned char c : text_) ascii_ &= c < 128;
  return true;
}

LineColumn Source::at(uint32_t offset) const {
  auto it = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  uint32_t line = uint32_t(it - line_starts_.begin());
  return {line, offset - line_starts_[line - 1]};
}

std::string_view Source::line_text(uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return {};
  uint32_t b = line_starts_[line - 1];
  uint32_t e = line < line_starts_.size() ? line_starts_[line] : uint32_t(text_.size());
  return std::string_view(text_).substr(b, e - b);
}

std::string Source::shown_line(uint32_t line) const {
  std::string s(line_text(line));
  const uint32_t begin = line ? line_start(line) : 0, end = begin + uint32_t(s.size());
  if (has_malformed(begin, end)) s = readable(begin, end);
  // A file's line is shown as it stands there.
  if (added_newline_ && kind_ >= SourceKind::File && end == text_.size() && !s.empty()) s.pop_back();
  return s;
}
int32_t Source::shown_column(uint32_t offset) const {
  const LineColumn p = at(offset);
  if (counts_bytes_) return int32_t(p.column);
  if (!has_malformed(offset - p.column, offset)) return character_column(offset);
  const std::string line = shown_line(p.line);  // CPython counts in what is shown, up to where the byte would stand
  int32_t characters = -1;
  for (size_t i = 0; i < line.size() && i <= p.column; i++) characters += !text::is_continuation(line[i]);
  return characters;
}
int32_t Source::character_column(uint32_t offset) const {
  LineColumn p = at(offset);
  if (ascii_) return int32_t(p.column);
  return int32_t(text::length(std::string_view(text_).substr(offset - p.column, p.column)));
}

void place(SyntaxErrorInfo* error, const Source& source, uint32_t begin, uint32_t end) {
  LineColumn b = source.at(begin);
  error->filename = source.filename();
  error->line = int32_t(b.line);
  error->offset = source.shown_column(begin) + 1;
  error->end_line = error->line;
  error->end_offset = 0;
  if (end >= begin) {
    error->end_line = int32_t(source.at(end).line);
    error->end_offset = source.shown_column(end) + 1;
  }
  error->text = source.shown_line(b.line);
  error->has_text = true;
}
void place_by_bytes(SyntaxErrorInfo* error, const Source& source, uint32_t begin, uint32_t end) {
  place(error, source, begin, end);
  error->offset = int32_t(source.at(begin).column) + 1;
  if (end >= begin) error->end_offset = int32_t(source.at(end).column) + 1;
}

}  // namespace adder
