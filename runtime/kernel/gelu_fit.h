// -log(erfc(a / sqrt 2)) / a for a in [0, kGeluEnd], a fit in powers of a that leaves erf within 1e-7: read by gelu's
// formula and by the row kernel of the same operations. Plain constants: instruction-set files include this.
#pragma once
namespace adder::rt {
inline constexpr int kGeluTerms = 8;
constexpr float kGeluFit[kGeluTerms] = {0.797885362f, 0.318298876f, 0.0363875739f, -0.00489598232f, 9.49096505e-05f, 0.000129054126f, -2.72955174e-05f, 1.96511041e-06f};
constexpr float kGeluEnd = 5.65685424949238f;  // beyond, 1 - erfc is 1 in float
}  // namespace adder::rt
