// PyTorch's schema strings, parsed at compile time: "add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) ->
// Tensor(a!)".
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace adder::rt {

enum class ParamKind : uint8_t {
  tensor,
  tensor_list,  // Tensor[]; elements optional in Tensor?[]
  scalar,
  integer,
  int_list,
  boolean,
  floating,
  float_list,
  bool_list,
  string,
  dtype,
  device,
  layout,
  memory_format,
  generator
};
struct Param {  // positions into the text, not string_views: no relocations in the table
  uint16_t name_at = 0, default_at = 0;
  uint8_t name_len = 0, default_len = 0;
  ParamKind kind = ParamKind::tensor;
  uint8_t list_size = 0;  // int[2]: a single number stands for both
  char alias = 0;
  bool optional : 1 = false;
  bool optional_elements : 1 = false;
  bool keyword_only : 1 = false;
  bool written : 1 = false;
};
inline constexpr int kMaxParams = 20, kMaxReturns = 8;
struct Schema {
  std::string_view text;
  std::array<Param, kMaxParams> params{};
  uint8_t n = 0, n_returns = 0, name_len = 0, base_len = 0;
  char return_alias = 0;
  bool return_written = false;
  bool returns_list = false;  // -> Tensor[]: the number of results follows from the arguments

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
    if (r == "()") return;
    n_returns = 1;
    for (char c : r) n_returns += c == ',';
    if (n_returns > kMaxReturns) throw "malformed schema: too many returns";
    std::string_view first = r.substr(r[0] == '(');
    if (first.substr(0, 6) != "Tensor") throw "malformed schema: ops return tensors";
    if (first.size() > 7 && first[6] == '(') {
      return_alias = first[7];
      return_written = first[8] == '!';
    }
    returns_list = r.ends_with("[]");
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
  // In-place and out= forms write their results to these parameters, in the order of the returns.
  constexpr int written_param(int k = 0) const {
    for (int i = 0; i < n; ++i)
      if (params[i].written && k-- == 0) return i;
    return -1;
  }

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
    bool list = false;
    if (type.ends_with(']')) {
      size_t open = type.find('[');
      list = true;
      if (open + 2 < type.size()) p.list_size = uint8_t(type[open + 1] - '0');
      type = type.substr(0, open);
      if (type.ends_with('?')) {
        p.optional_elements = true;
        type.remove_suffix(1);
      }
    }
    if (size_t paren = type.find('('); paren != type.npos) {
      p.alias = type[paren + 1];
      p.written = type[paren + 2] == '!';
      type = type.substr(0, paren);
    }
    p.kind = kind_of(type, list);
    p.name_at = uint16_t(at + space + 1);
    p.name_len = uint8_t((eq == a.npos ? a.size() : eq) - space - 1);
    if (eq != a.npos) {
      p.default_at = uint16_t(at + eq + 1);
      p.default_len = uint8_t(a.size() - eq - 1);
    }
    if (n == kMaxParams) throw "malformed schema: too many parameters";
    params[n++] = p;
  }
  static consteval ParamKind kind_of(std::string_view type, bool list) {
    if (type == "Tensor") return list ? ParamKind::tensor_list : ParamKind::tensor;
    if (type == "int" || type == "SymInt") return list ? ParamKind::int_list : ParamKind::integer;
    if (type == "bool") return list ? ParamKind::bool_list : ParamKind::boolean;
    if (type == "float") return list ? ParamKind::float_list : ParamKind::floating;
    if (list) throw "malformed schema: unknown list type";
    if (type == "Scalar") return ParamKind::scalar;
    if (type == "str") return ParamKind::string;
    if (type == "ScalarType") return ParamKind::dtype;
    if (type == "Device") return ParamKind::device;
    if (type == "Layout") return ParamKind::layout;
    if (type == "MemoryFormat") return ParamKind::memory_format;
    if (type == "Generator") return ParamKind::generator;
    throw "malformed schema: unknown parameter type";
  }
};

}  // namespace adder::rt
