// A formatter looks at all the values that will be shown, chooses one mode (integral, fixed, scientific) and one width,
// and then every value is printed alike. Complex tensors have one formatter for each part.
#include "runtime/tensor/print.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "runtime/types/element.h"

namespace adder::rt {
namespace {

enum class Part { whole, real, imaginary };

template <class T>
T peek(const char* p) {
  T v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

double read_real(const char* p, DType d, Part part) {
  switch (d) {
    case DType::f16: return float(peek<Half>(p));
    case DType::bf16: return float(peek<BFloat>(p));
    case DType::f32: return peek<float>(p);
    case DType::f64: return peek<double>(p);
    case DType::c64: return peek<float>(p + (part == Part::imaginary ? sizeof(float) : 0));
    case DType::c128: return peek<double>(p + (part == Part::imaginary ? sizeof(double) : 0));
    default: return 0;
  }
}

int64_t read_integer(const char* p, DType d) {
  switch (d) {
    case DType::b8: return peek<uint8_t>(p) != 0;
    case DType::u8: return peek<uint8_t>(p);
    case DType::i8: return peek<int8_t>(p);
    case DType::i16: return peek<int16_t>(p);
    case DType::i32: return peek<int32_t>(p);
    case DType::i64: return peek<int64_t>(p);
    default: return 0;
  }
}

std::string fixed(double v, int precision) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  char text[400];
  int n = std::snprintf(text, sizeof text, "%.*f", precision, v);
  if (n < int(sizeof text)) return text;
  std::string longer(size_t(n) + 1, '\0');
  std::snprintf(longer.data(), longer.size(), "%.*f", precision, v);
  longer.pop_back();
  return longer;
}

std::string scientific(double v, int precision) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  std::string text(size_t(precision) + 32, '\0');
  int n = std::snprintf(text.data(), text.size(), "%.*e", precision, v);
  text.resize(size_t(n));
  return text;
}

class Formatter {
 public:
  Formatter(const PrintOptions& options, DType dtype, Part part) : options_(options), dtype_(dtype), part_(part) {}

  void choose(const std::vector<const char*>& elements) {
    floating_ = is_differentiable(dtype_);
    if (!floating_) {
      for (const char* p : elements) widen(raw_integer(p));
      return;
    }
    std::vector<double> values;  // the finite ones that are not zero
    for (const char* p : elements) {
      double v = read_real(p, dtype_, part_);
      if (std::isfinite(v) && v != 0) values.push_back(v);
    }
    if (values.empty()) return;
    double low = std::fabs(values[0]);
    double high = low;
    for (double v : values) {
      low = std::min(low, std::fabs(v));
      high = std::max(high, std::fabs(v));
      integral_ = integral_ && v == std::ceil(v);
    }
    scientific_ = options_.sci_mode.value_or(high / low > 1000.0 || high > 1.0e8 || low < 1.0e-4);
    for (double v : values) {
      if (scientific_) {
        widen(scientific(v, options_.precision));
      } else {
        widen(integral_ ? fixed(v, 0) + "." : fixed(v, options_.precision));
      }
    }
  }

  int64_t width() const { return width_; }

  std::string format(const char* p) const {
    std::string text = floating_ ? real_text(read_real(p, dtype_, part_)) : raw_integer(p);
    if (int64_t(text.size()) < width_) text.insert(0, size_t(width_) - text.size(), ' ');
    return text;
  }

 private:
  std::string real_text(double v) const {
    if (scientific_) return scientific(v, options_.precision);
    if (!integral_) return fixed(v, options_.precision);
    return std::isfinite(v) ? fixed(v, 0) + "." : fixed(v, 0);
  }
  std::string raw_integer(const char* p) const {
    if (dtype_ == DType::b8) return read_integer(p, dtype_) ? "True" : "False";
    return std::to_string(read_integer(p, dtype_));
  }
  void widen(const std::string& text) { width_ = std::max(width_, int64_t(text.size())); }

  const PrintOptions& options_;
  DType dtype_;
  Part part_;
  bool floating_ = false;
  bool integral_ = true;
  bool scientific_ = false;
  int64_t width_ = 1;
};

class Printer {
 public:
  Printer(const TensorImpl& t, const PrintOptions& options)
      : sizes_(t.meta.sizes),
        strides_(t.meta.strides),
        bytes_(bytes_of(t.meta.dtype)),
        data_(static_cast<const char*>(t.data())),
        complex_(is_complex(t.meta.dtype)),
        options_(options),
        summarize_(double(t.numel) > options.threshold),
        first_(options, t.meta.dtype, complex_ ? Part::real : Part::whole),
        second_(options, t.meta.dtype, Part::imaginary) {
    std::vector<const char*> elements;
    collect(0, data_, elements);
    first_.choose(elements);
    if (complex_) second_.choose(elements);
  }

  std::string print(int64_t indent) const { return nested(0, data_, indent); }

 private:
  int64_t edge() const { return options_.edgeitems; }
  bool cut(int dim) const { return summarize_ && sizes_[dim] > 2 * edge(); }
  const char* at(int dim, const char* p, int64_t i) const { return p + i * strides_[dim] * bytes_; }

  // The elements that will be shown (all of a last dim when there are no edge items: PyTorch's widths say so).
  void collect(int dim, const char* p, std::vector<const char*>& out) const {
    if (dim == sizes_.n) {
      out.push_back(p);
      return;
    }
    if (summarize_ && edge() == 0 && dim + 1 < sizes_.n) return;
    bool gap = cut(dim) && edge() != 0;
    for (int64_t i = 0; i < sizes_[dim]; ++i) {
      if (gap && i == edge()) i = sizes_[dim] - edge();
      collect(dim + 1, at(dim, p, i), out);
    }
  }

  std::string element(const char* p) const {
    std::string text = first_.format(p);
    if (!complex_) return text;
    std::string imaginary = second_.format(p) + "j";
    imaginary.erase(0, imaginary.find_first_not_of(' '));
    if (imaginary[0] != '+' && imaginary[0] != '-') text += '+';
    return text + imaginary;
  }

  std::string vector(int dim, const char* p, int64_t indent) const {
    int64_t length = first_.width() + 2 + (complex_ ? second_.width() + 1 : 0);
    int64_t room = options_.linewidth - indent;
    int64_t per_line = std::max<int64_t>(1, room > 0 ? room / length : 0);
    std::vector<std::string> items;
    if (summarize_ && edge() == 0) {
      items.push_back("...");
    } else {
      for (int64_t i = 0; i < sizes_[dim]; ++i) {
        if (cut(dim) && i == edge()) {
          items.push_back(" ...");
          i = sizes_[dim] - edge();
        }
        items.push_back(element(at(dim, p, i)));
      }
    }
    std::string text = "[";
    for (size_t i = 0; i < items.size(); ++i) {
      if (i) text += int64_t(i) % per_line ? ", " : ",\n" + std::string(size_t(indent + 1), ' ');
      text += items[i];
    }
    return text + "]";
  }

  std::string nested(int dim, const char* p, int64_t indent) const {
    int rest = sizes_.n - dim;
    if (rest == 0) return element(p);
    if (rest == 1) return vector(dim, p, indent);
    std::string separator = "," + std::string(size_t(rest - 1), '\n') + std::string(size_t(indent + 1), ' ');
    std::string text = "[";
    auto add = [&](const std::string& part) {
      if (text.size() > 1) text += separator;
      text += part;
    };
    bool gap = cut(dim);
    for (int64_t i = 0; i < sizes_[dim]; ++i) {
      if (gap && i == edge()) {
        add("...");
        i = sizes_[dim] - edge();
        if (i == sizes_[dim]) break;
      }
      add(nested(dim + 1, at(dim, p, i), indent + 1));
    }
    return text + "]";
  }

  const Sizes& sizes_;
  const Sizes& strides_;
  int64_t bytes_;
  const char* data_;
  bool complex_;
  const PrintOptions& options_;
  bool summarize_;
  Formatter first_;
  Formatter second_;
};

std::string tuple_text(const Sizes& sizes) {
  std::string text = "(";
  for (int i = 0; i < sizes.n; ++i) text += (i ? ", " : "") + std::to_string(sizes[i]);
  return text + (sizes.n == 1 ? ",)" : ")");
}

bool is_default_dtype(DType d, DType standard) {
  DType standard_complex = standard == DType::f64 ? DType::c128 : DType::c64;
  return d == standard || d == standard_complex || d == DType::i64 || d == DType::b8;
}

}  // namespace

std::string elements_text(const TensorImpl& t, const PrintOptions& options, int64_t indent) {
  if (t.numel == 0) return "[]";
  return Printer(t, options).print(indent);
}

std::string tensor_text(const TensorImpl& t, const PrintOptions& options, const PrintContext& context) {
  int64_t indent = int64_t(context.prefix.size());
  std::vector<std::string> suffixes;
  auto add_dtype = [&] { suffixes.push_back(std::string("dtype=torch.") + row_of(t.meta.dtype).name); };
  if (!context.device.empty()) suffixes.push_back("device='" + std::string(context.device) + "'");
  std::string text;
  if (context.is_meta) {
    suffixes.push_back("size=" + tuple_text(t.meta.sizes));
    if (t.meta.dtype != context.default_dtype) add_dtype();
    text = "...";
  } else if (t.numel == 0) {
    if (t.meta.sizes.n != 1) suffixes.push_back("size=" + tuple_text(t.meta.sizes));
    if (t.meta.dtype != context.default_dtype) add_dtype();
    text = "[]";
  } else {
    if (options.edgeitems == 0) suffixes.push_back("size=" + tuple_text(t.meta.sizes));
    if (!is_default_dtype(t.meta.dtype, context.default_dtype)) add_dtype();
    text = elements_text(t, options, indent);
  }
  if (!context.grad_fn.empty()) {
    suffixes.push_back("grad_fn=<" + std::string(context.grad_fn) + ">");
  } else if (context.requires_grad) {
    suffixes.push_back("requires_grad=True");
  }

  text.insert(0, context.prefix);
  // The length that PyTorch computes: two more than the line when there is no line break.
  size_t line_break = text.rfind('\n');
  int64_t last_line = int64_t(text.size()) + 1 - (line_break == text.npos ? -1 : int64_t(line_break));
  for (const std::string& suffix : suffixes) {
    int64_t length = int64_t(suffix.size());
    if (last_line + length + 2 > options.linewidth) {
      text += ",\n" + std::string(size_t(indent), ' ') + suffix;
      last_line = indent + length;
    } else {
      text += ", " + suffix;
      last_line += length + 2;
    }
  }
  return text + ")";
}

}  // namespace adder::rt
