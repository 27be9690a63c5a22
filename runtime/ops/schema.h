// PyTorch's schema strings, parsed at compile time: "add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) ->
// Tensor(a!)".
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
namespace adder::rt {

enum class ParamKind : uint8_t { tensor, scalar, integer, int_list, boolean, floating, string, dtype };
struct Param {  // positions into the text, not string_views: no relocations in the table
  uint16_t name_at = 0, default_at = 0;
  uint8_t name_len = 0, default_len = 0;
  ParamKind kind = ParamKind::tensor;
  bool optional = false, keyword_only = false;
  char alias = 0;
  bool written = false;
};
inline constexpr int kMaxParams = 8;
struct Schema {
  std::string_view text;
  std::array<Param, kMaxParams> params{};
  uint8_t n = 0, n_returns = 0, name_len = 0, base_len = 0;
  char return_alias = 0;
  bool return_written = false;

  consteval Schema(const char* s) : text(s) {
    size_t open = text.find('('), arrow = text.rfind(") -> ");
    if (open == text.npos || arrow == text.npos) throw "malformed schema: expected name(params) -> returns";
    name_len = uint8_t(open);
    base_len = uint8_t(text.substr(0, open).find('.') == text.npos ? open : text.find('.'));
    if (base_len == 0) throw "malformed schema: no name";
    bool keyword = false;
    for (size_t at = open + 1; at < arrow;) {
      size_t end = text.find(", ", at);
      if (end == text.npos || end > arrow) end = arrow;
      if (text.substr(at, end - at) == "*")
        keyword = true;
      else
        add(at, end, keyword);
      at = end == arrow ? end : end + 2;
    }
    std::string_view r = text.substr(arrow + 5);
    n_returns = 1;
    for (char c : r) n_returns += c == ',';
    if (r.substr(r[0] == '(').substr(0, 6) != "Tensor") throw "malformed schema: ops return tensors";
    if (r.size() > 7 && r[6] == '(') {
      return_alias = r[7];
      return_written = r[8] == '!';
    }
  }
  constexpr std::string_view base_name() const { return text.substr(0, base_len); }
  constexpr std::string_view name_of(int i) const { return text.substr(params[i].name_at, params[i].name_len); }
  constexpr std::string_view default_of(int i) const {
    return text.substr(params[i].default_at, params[i].default_len);
  }
  constexpr int find(std::string_view name) const {
    for (int i = 0; i < n; ++i)
      if (name_of(i) == name) return i;
    return -1;
  }
  constexpr int written_param() const {
    for (int i = 0; i < n; ++i)
      if (params[i].written) return i;
    return -1;
  }  // in-place and out= forms
 private:
  consteval void add(size_t at, size_t end, bool keyword) {
    Param p;
    p.keyword_only = keyword;
    std::string_view a = text.substr(at, end - at);
    size_t space = a.find(' '), eq = a.find('=');
    if (space == a.npos) throw "malformed schema: a parameter is 'Type name' or 'Type name=default'";
    std::string_view type = a.substr(0, space);
    if (type.ends_with('?')) {
      p.optional = true;
      type.remove_suffix(1);
    }
    if (size_t paren = type.find('('); paren != type.npos) {
      p.alias = type[paren + 1];
      p.written = type[paren + 2] == '!';
      type = type.substr(0, paren);
    }
    if (type == "Tensor")
      p.kind = ParamKind::tensor;
    else if (type == "Scalar")
      p.kind = ParamKind::scalar;
    else if (type == "int" || type == "SymInt")
      p.kind = ParamKind::integer;
    else if (type == "int[]" || type == "SymInt[]")
      p.kind = ParamKind::int_list;
    else if (type == "bool")
      p.kind = ParamKind::boolean;
    else if (type == "float")
      p.kind = ParamKind::floating;
    else if (type == "str")
      p.kind = ParamKind::string;
    else if (type == "ScalarType")
      p.kind = ParamKind::dtype;
    else
      throw "malformed schema: unknown parameter type";
    p.name_at = uint16_t(at + space + 1);
    p.name_len = uint8_t((eq == a.npos ? a.size() : eq) - space - 1);
    if (eq != a.npos) {
      p.default_at = uint16_t(at + eq + 1);
      p.default_len = uint8_t(a.size() - eq - 1);
    }
    if (n == kMaxParams) throw "malformed schema: too many parameters";
    params[n++] = p;
  }
};
}  // namespace adder::rt
