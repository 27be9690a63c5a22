// The text of a tensor, character by character what PyTorch prints.
#pragma once
#include <optional>
#include <string>

#include "runtime/tensor/tensor.h"

namespace adder::rt {

struct PrintOptions {  // torch.set_printoptions
  int precision = 4;
  double threshold = 1000;  // more elements than this are summarized
  int64_t edgeitems = 3;
  int64_t linewidth = 80;
  std::optional<bool> sci_mode;  // none: chosen from the values
};

// What the text says beside the elements.
struct PrintContext {
  std::string_view prefix = "tensor(";  // a subclass shows its own name
  DType default_dtype = DType::f32;
  std::string_view device;   // shown when not empty
  std::string_view grad_fn;  // "AddBackward0", shown when not empty
  bool requires_grad = false;
  bool is_meta = false;  // no data: "..." and the size
};

// The elements alone, as nested brackets; lines after the first are indented by `indent` more.
std::string elements_text(const TensorImpl&, const PrintOptions&, int64_t indent);

// The whole text: prefix, elements, suffixes, closing parenthesis.
std::string tensor_text(const TensorImpl&, const PrintOptions&, const PrintContext&);

}  // namespace adder::rt
