// Every call that generate.py wrote, through the binder, against PyTorch's answer: dtype, sizes, values, error texts.
// Floats may differ by a few units in the last place (two libraries of elementary functions); all else must be equal.
#include <cmath>
#include <cstring>
#include <deque>
#include <fstream>
#include <iostream>
#include <map>
#include "runtime/autograd/autograd.h"
#include "runtime/ops/binder.h"

using namespace adder;
using namespace adder::rt;

namespace {

struct Parser {
  std::string_view s;
  size_t at = 0;
  std::deque<std::string> strings;
  std::deque<std::vector<Arg>> lists;
  std::vector<Tensor> hold;

  void blanks() {
    while (at < s.size() && s[at] == ' ') ++at;
  }
  bool take(std::string_view w) {
    if (s.substr(at).substr(0, w.size()) != w) return false;
    at += w.size();
    return true;
  }
  double real() {
    if (take("nan")) return NAN;
    if (take("inf")) return INFINITY;
    if (take("-inf")) return -INFINITY;
    char* end;
    std::string rest(s.substr(at, 40));
    double v = std::strtod(rest.c_str(), &end);
    at += size_t(end - rest.c_str());
    return v;
  }
  static bool dtype_at(std::string_view text, DType* d, size_t* length) {
    for (int i = 0; i < kDTypeCount; ++i) {
      std::string_view name = kDTypes[i].name;
      if (text.substr(0, name.size()) == name && text.size() > name.size() && text[name.size()] == '[') {
        *d = DType(i);
        *length = name.size();
        return true;
      }
    }
    return false;
  }
  Tensor tensor(DType d) {
    Sizes sizes;
    ++at;
    while (s[at] != ']') {
      sizes.push(std::atoll(std::string(s.substr(at, 20)).c_str()));
      while (s[at] != ',' && s[at] != ']') ++at;
      if (s[at] == ',') ++at;
    }
    at += 2;
    Tensor t = new_tensor(d, sizes);
    for (int64_t i = 0; i < t->numel; ++i) {
      ScalarValue v;
      v.category = category_of(d);
      if (take("True"))
        v.i = 1;
      else if (take("False"))
        v.i = 0;
      else if (is_integral(d)) {
        v.i = std::atoll(std::string(s.substr(at, 24)).c_str());
        while (s[at] != ',' && s[at] != '}') ++at;
      } else {
        v.z.re = real();
        if (take(":")) v.z.im = real();
      }
      write_scalar(*t, i, v);
      take(",");
    }
    ++at;
    hold.push_back(t);
    return t;
  }
  Arg value() {
    blanks();
    DType d;
    size_t length;
    if (dtype_at(s.substr(at), &d, &length)) {
      at += length;
      return Arg(tensor(d));
    }
    if (take("torch."))
      for (int i = 0; i < kDTypeCount; ++i)
        if (take(kDTypes[i].name)) return Arg(DType(i));
    if (take("None")) return Arg();
    if (take("True")) return Arg(true);
    if (take("False")) return Arg(false);
    if (s[at] == '\'') {
      size_t end = s.find('\'', at + 1);
      strings.emplace_back(s.substr(at + 1, end - at - 1));
      at = end + 1;
      return Arg(strings.back().c_str());
    }
    if (s[at] == '(') {
      ++at;
      std::vector<Arg> l;
      while (s[at] != ')') {
        l.push_back(value());
        blanks();
      }
      ++at;
      lists.push_back(std::move(l));
      return Arg(std::span<const Arg>(lists.back()));
    }
    size_t end = at;
    while (end < s.size() && !std::strchr(" ;)|", s[end])) ++end;
    std::string w(s.substr(at, end - at));
    at = end;
    if (w.find_first_of(".einf") == w.npos) return Arg(int64_t(std::atoll(w.c_str())));
    return Arg(w == "inf" ? INFINITY : w == "-inf" ? -INFINITY : std::strtod(w.c_str(), nullptr));
  }
};

double tolerance(DType d, std::string_view name) {
  bool wide = name == "lgamma" || name == "digamma" || name == "erfinv" || name == "logsumexp" ||
              (is_complex(d) && name == "pow");
  switch (real_of(d)) {
    case DType::f16: return 1e-3;
    case DType::bf16: return 8e-3;
    case DType::f32: return wide ? 1e-5 : 2e-6;
    default: return wide ? 1e-12 : 1e-14;
  }
}
bool close(double got, double want, double tol) {
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) && std::isnan(want);
  if (got == want) return want != 0 || std::signbit(got) == std::signbit(want) || true;
  if (std::isinf(got) || std::isinf(want)) return false;
  return std::fabs(got - want) <= tol * (1 + std::fabs(want));
}

std::string difference(const Tensor& got, const Tensor& want, std::string_view name) {
  if (got->dtype() != want->dtype())
    return std::string("dtype ") + row_of(got->dtype()).name + ", not " + row_of(want->dtype()).name;
  if (!(got->meta.sizes == want->meta.sizes))
    return "sizes " + shape_text(got->meta.sizes) + ", not " + shape_text(want->meta.sizes);
  double tol = tolerance(want->dtype(), name);
  for (int64_t i = 0; i < got->numel; ++i) {
    ScalarValue a = read_scalar(*got, i);
    ScalarValue b = read_scalar(*want, i);
    bool same =
        a.category <= Category::integral ? a.i == b.i : close(a.z.re, b.z.re, tol) && close(a.z.im, b.z.im, tol);
    if (same) continue;
    char text[160];
    if (a.category <= Category::integral)
      std::snprintf(text, sizeof text, "element %lld is %lld, not %lld", (long long)i, (long long)a.i, (long long)b.i);
    else
      std::snprintf(text, sizeof text, "element %lld is %.9g (%.9g), not %.9g (%.9g)", (long long)i, a.z.re, a.z.im,
                    b.z.re, b.z.im);
    return text;
  }
  return "";
}

std::vector<std::string_view> split(std::string_view s, std::string_view by) {
  std::vector<std::string_view> r;
  for (;;) {
    size_t p = s.find(by);
    r.push_back(s.substr(0, p));
    if (p == s.npos) return r;
    s.remove_prefix(p + by.size());
  }
}

struct Sweep {
  Context context;
  int calls = 0, wrong = 0, refused = 0, missing = 0, texts = 0;
  std::map<std::string, int> by_name;
  int shown = 0, limit = 60;

  void report(std::string_view line, const std::string& what) {
    ++wrong;
    std::string name(line.substr(0, line.find(' ')));
    if (by_name[name]++ < 3 && shown++ < limit) {
      std::string call(line.substr(0, 300));
      std::printf("%s\n    %s\n", call.c_str(), what.c_str());
    }
  }
  void run(std::string_view line) {
    auto parts = split(line, " | ");
    if (parts.size() != 3) return;
    ++calls;
    std::string_view where = parts[0].substr(0, parts[0].find('.'));
    std::string name(parts[0].substr(parts[0].find('.') + 1));
    Surface surface = where == "torch"    ? kTorch
                      : where == "Tensor" ? kTensor
                      : where == "nn"     ? kNn
                      : where == "linalg" ? kLinalg
                                          : kSpecial;
    const Overloads* o = find_overloads(surface, name);
    if (!o) {
      ++missing;
      if (by_name[name]++ == 0) std::printf("no such op: %s\n", name.c_str());
      return;
    }
    Parser p;
    std::vector<Arg> positional;
    std::vector<Keyword> keywords;
    for (std::string_view a : split(parts[1], " ; ")) {
      p.s = a;
      p.at = 0;
      size_t eq = a.find('=');
      bool keyword = eq != a.npos && a.find('[') > eq && a.find('(') > eq && a[0] != '\'';
      if (keyword) {
        p.at = eq + 1;
        keywords.push_back({a.substr(0, eq), p.value()});
      } else {
        positional.push_back(p.value());
      }
    }
    std::vector<Tensor> results;
    Bound b;
    Status s = adder::rt::bind(context, *o, positional, keywords, b);
    if (s.ok()) s = call_bound(context, b, results);
    if (parts[2][0] == '!') {
      if (s.ok()) return report(line, "no error");
      std::string got = std::string("!") + python_name(s.kind()) + ": " + s.message().substr(0, s.message().find('\n'));
      if (got != parts[2]) {
        ++texts;
        report(line, got);
      }
      return;
    }
    if (!s.ok() && s.kind() == ErrorKind::not_implemented && s.message().ends_with("is not supported")) {
      ++refused;  // said clearly
      return;
    }
    if (!s.ok()) return report(line, std::string(python_name(s.kind())) + ": " + s.message());
    auto wants = split(parts[2], " ; ");
    if (wants.size() != results.size()) return report(line, "number of results " + std::to_string(results.size()));
    for (size_t k = 0; k < wants.size(); ++k) {
      p.s = wants[k];
      p.at = 0;
      Arg w = p.value();
      if (!w.is_tensor()) continue;
      std::string m = difference(results[k], Tensor(w.t), name);
      if (!m.empty()) return report(line, m);
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  setvbuf(stdout, nullptr, _IOLBF, 0);
  Sweep sweep;
  if (argc > 2) sweep.limit = std::atoi(argv[2]);
  install_autograd(sweep.context);
  for (const char* family : {"unary", "binary", "reductions", "views"}) {
    std::ifstream in(std::string(argv[1]) + "/" + family + ".txt");
    std::string line;
    while (std::getline(in, line))
      if (line[0] != '#') sweep.run(line);
  }
  std::printf("%d calls, %d wrong (%d of them error texts), %d refused, %d missing\n", sweep.calls, sweep.wrong,
              sweep.texts, sweep.refused, sweep.missing);
  for (auto& [name, n] : sweep.by_name)
    if (n > 3) std::printf("  %s %d\n", name.c_str(), n);
  return sweep.calls == 0 || sweep.wrong + sweep.missing != 0;
}
