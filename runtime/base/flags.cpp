#include "runtime/base/flags.h"

#include <algorithm>
#include <charconv>

namespace adder {
namespace {

struct FlagRow {
  std::string_view name, value, default_text;
  FlagGroup group;
  std::string_view help;
};

constexpr FlagRow kRows[] = {
#define FLAG(type, field, text_name, text_value, text_default, group_name, text_help) \
  {text_name, text_value, text_default, FlagGroup::group_name, text_help},
#include "runtime/base/flags.def"
#undef FLAG
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> words;
  while (!text.empty()) {
    size_t at = std::min(text.find(separator), text.size());
    if (at > 0) words.emplace_back(text.substr(0, at));
    text.remove_prefix(std::min(at + 1, text.size()));
  }
  return words;
}

Status bad_value(const FlagRow& row, std::string_view text, const char* wanted) {
  return Status::error(ErrorKind::value,
                       "--" + std::string(row.name) + ": '" + std::string(text) + "' is not " + wanted);
}

// One parser a type; the overload is chosen by the tag, since Word and Text are both strings.
struct WordTag {};
struct TextTag {};
struct ListTag {};
struct SwitchTag {};
struct CountTag {};
struct SecondsTag {};

Status parse(WordTag, const FlagRow& row, std::string_view text, std::string* out) {
  std::vector<std::string> words = split(row.value, '|');
  if (std::find(words.begin(), words.end(), text) == words.end())
    return bad_value(row, text, ("one of " + std::string(row.value)).c_str());
  *out = text;
  return {};
}

Status parse(TextTag, const FlagRow&, std::string_view text, std::string* out) {
  *out = text;
  return {};
}

Status parse(ListTag, const FlagRow&, std::string_view text, std::vector<std::string>* out) {
  *out = split(text, ',');
  if (out->empty()) out->emplace_back();  // given, with nothing in it
  return {};
}

Status parse(SwitchTag, const FlagRow& row, std::string_view text, bool* out) {
  if (!text.empty()) return Status::error(ErrorKind::value, "--" + std::string(row.name) + " takes no value");
  *out = true;
  return {};
}

Status parse(CountTag, const FlagRow& row, std::string_view text, int64_t* out) {
  int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string_view unit(end, size_t(text.data() + text.size() - end));
  int shift = unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : unit.empty() ? 0 : -1;
  if (error != std::errc() || number < 0 || shift < 0 || number > (INT64_MAX >> shift))
    return bad_value(row, text, "a number such as 1000, 64M or 2G");
  *out = number << shift;
  return {};
}

Status parse(SecondsTag, const FlagRow& row, std::string_view text, double* out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  if (error != std::errc() || end != text.data() + text.size() || !(*out >= 0))
    return bad_value(row, text, "a number of seconds");
  return {};
}

// The word of `kRows` that is nearest to a misspelled one, or "".
std::string_view nearest(std::string_view name) {
  std::string_view best;
  size_t best_common = 2;
  for (const FlagRow& row : kRows) {
    size_t common = 0;
    while (common < std::min(name.size(), row.name.size()) && name[common] == row.name[common]) ++common;
    if (common > best_common) {
      best = row.name;
      best_common = common;
    }
  }
  return best;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

Flags::Flags() {
  const FlagRow* row = kRows;
#define FLAG(type, field, text_name, text_value, text_default, group_name, text_help) \
  if (!row->default_text.empty()) {                                                   \
    Status status = parse(type##Tag{}, *row, row->default_text, &field);              \
    CHECK(status.ok());                                                               \
  }                                                                                   \
  ++row;
#include "runtime/base/flags.def"
#undef FLAG
}

Status Flags::set(std::string_view option) {
  std::string_view text = option.substr(0, option.find('='));
  bool has_value = text.size() < option.size();
  std::string_view given = has_value ? option.substr(text.size() + 1) : std::string_view();
  if (text.starts_with("--")) text.remove_prefix(2);
  const FlagRow* row = kRows;
#define FLAG(type, field, text_name, text_value, text_default, group_name, text_help)                    \
  if (text == row->name) {                                                                               \
    if (!has_value && !row->value.empty())                                                               \
      return Status::error(ErrorKind::value,                                                             \
                           "--" text_name " needs a value: --" text_name "=" + std::string(row->value)); \
    return parse(type##Tag{}, *row, given, &field);                                                      \
  }                                                                                                      \
  ++row;
#include "runtime/base/flags.def"
#undef FLAG
  std::string message = "unknown option --" + std::string(text);
  if (std::string_view near = nearest(text); !near.empty()) message += "; did you mean --" + std::string(near) + "?";
  return Status::error(ErrorKind::value, message);
}

bool Flags::stressed(std::string_view kind) const {
  return contains(stress, kind);
}
bool Flags::dumps(std::string_view stage) const {
  return contains(dump, stage) || (!stage.empty() && stage == stop_after);
}

std::string describe_flags(FlagGroup group) {
  constexpr size_t kColumn = 30, kWidth = 100;
  std::string text;
  for (const FlagRow& row : kRows) {
    if (row.group != group) continue;
    std::string line = "  --" + std::string(row.name) + (row.value.empty() ? "" : "=" + std::string(row.value));
    if (line.size() + 2 > kColumn) {
      text += line + "\n";
      line.clear();
    }
    line.resize(kColumn, ' ');
    for (const std::string& word : split(row.help, ' ')) {
      if (line.size() + 1 + word.size() > kWidth) {
        text += line + "\n";
        line.assign(kColumn, ' ');
      } else if (line.size() > kColumn) {
        line += ' ';
      }
      line += word;
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace adder
