// The loops that the tile interpreter is measured against: what a JIT would emit, compiled for this machine (-O3
// -march=native).
#define TILE_TABLE bench_unused_table
#include "runtime/kernel/tile_isa.inc"
void plain_add(float* __restrict o, const float* __restrict a, const float* __restrict b, long n) {
  for (long i = 0; i < n; ++i) o[i] = a[i] + b[i];
}
void plain_gelu(float* __restrict o, const float* __restrict a, long n) {
  for (long i = 0; i < n; ++i) o[i] = 0.5f * a[i] * (1.f + erf_f32(a[i] * 0.70710678f));
}
float plain_sum(const float* a, long n) {
  float s[64] = {}, r = 0;
  for (long i = 0; i + 64 <= n; i += 64)
    for (int k = 0; k < 64; ++k) s[k] += a[i + k];
  for (float x : s) r += x;
  return r;
}
