// Scaled dot product attention over float or double: softmax(q k^T * scale + mask) v for each batch element and head, a
// block of query rows at a time, so that the matrix of scores never exists as a whole.
//
// With `causal`, query i sees the keys 0..i. A row that sees no key (all of them masked with -inf) gives zeros.
#pragma once
#include "runtime/eager/parallel.h"

namespace adder::rt {

struct AttentionShape {
  int64_t batch, heads, queries, keys, depth;
  double scale;
  bool causal;
};
// [batch, heads, rows, depth] with dense rows.
template <class T>
struct AttentionOperand {
  T* data;
  int64_t batch, head, row;  // elements between neighbors
  T* at(int64_t b, int64_t h) const { return data + b * batch + h * head; }
};
// Added to the scores: [batch, heads, queries, keys] with dense rows; null data for none, strides of 0 where it repeats.
template <class T>
using AttentionMask = AttentionOperand<const T>;

// log_sums [batch, heads, queries], dense: the logarithm of each row's sum of exponentials, for the gradient.
template <class T>
void attention_forward(const Parallel&, const AttentionShape&, AttentionOperand<const T> q, AttentionOperand<const T> k,
                       AttentionOperand<const T> v, AttentionMask<T> mask, AttentionOperand<T> out, T* log_sums);

template <class T>
void attention_backward(const Parallel&, const AttentionShape&, AttentionOperand<const T> grad,
                        AttentionOperand<const T> q, AttentionOperand<const T> k, AttentionOperand<const T> v,
                        AttentionOperand<const T> out, AttentionMask<T> mask, const T* log_sums,
                        AttentionOperand<T> grad_q, AttentionOperand<T> grad_k, AttentionOperand<T> grad_v);

}  // namespace adder::rt
