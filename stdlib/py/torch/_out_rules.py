"""What functions answer to an out= of another dtype than their result's.

A rule is what is taken, the text for the rest, and the functions. In a text $n is the function, $r and $o are the dtypes of
result and out, $R and $O their names in C++. A function that is not listed takes what its result converts to.
"""

import _torch

_TAKES = {
    "anything": lambda result, out: True,
    "castable": _torch.can_cast,
    "same": lambda result, out: result == out,
    "bool": lambda result, out: out == _torch.bool,
    "bool or byte": lambda result, out: out in (_torch.bool, _torch.uint8),
    "floating": lambda result, out: out.is_floating_point,
    "complex": lambda result, out: out.is_complex,
}
_RULES = """
same|Expected out tensor to have dtype $R, but got $O instead
 addmm addmv cross softmax log_softmax avg_pool2d avg_pool3d linear mm matmul gather index_copy index_add index_reduce
 scatter scatter_add scatter_reduce scatter_value renorm take_along_dim tril triu linalg_cross det linalg_det
 linalg_cholesky linalg_eigvalsh linalg_vector_norm norm linalg_lu_solve inverse linalg_inv linalg_solve linalg_svdvals
 msort baddbmm bmm argmax argmin isin max_dim min_dim aminmax topk sort qr svd linalg_eigh linalg_qr linalg_svd
 linalg_slogdet linalg_lu linalg_lu_factor linalg_lu_factor_ex lu_unpack triangular_solve linalg_cholesky_ex
 linalg_inv_ex linalg_solve_ex
same|Found dtype $o but expected $r
 softshrink hardshrink gelu round softplus abs ceil conj_physical frac floor neg sign sgn trunc clamp bitwise_not
same|dtype $r does not match dtype of out parameter ($o)
 arange linspace logspace eye
same|Expected the dtype for input and out to match, but got $r for input's dtype and $o for out's dtype.
 amax amin
same|expected scalar_type $r but found $o
 diff logcumsumexp cummax cummin
same|expected scalar type $r but found $o
 log_sigmoid linalg_solve_triangular
same|result dtype $o does not match input dtype $r
 dot vdot
same|$n(): self and result must have the same scalar type
 masked_select index_select
same|Expected object of scalar type $r but got scalar type $o for argument 'out'
 complex polar
same|addmv input tensors must have the same dtype, but got $o, $r, and $r
 mv
same|self and mat2 must have the same dtype, but got $o and $r
 addbmm
same|Expected out type to be $r but got $o
 where
same|$n() out tensor must be same dtype as the input tensor
 quantile
same|quantile() out tensor must be same dtype as the input tensor
 nanquantile
same|$n is not yet implemented for tensors with different dtypes.
 heaviside
same|$n: dtype of out: $o should be same as input: $r
 nan_to_num
same|$n(): self and out expected to have the same dtype, but got self.dtype = $r and out.dtype = $o
 take
same|torch.histogram: input tensor and hist tensor should have the same dtype, but got input $R and hist $O
 histc histogram
same|torch.$n(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) depending on whether out_int32 flag is True, but we got output tensor's dtype $o and out_int32 flag is False
 searchsorted
same|$n: Expected the output tensor to have dtype $r, but got an output tensor with dtype $o
 tensordot
same|$n: Expected out tensor to have scalar type $r but got scalar type$o
 nonzero
same|$n(): expected out tensor to have dtype $R but got $O
 linalg_multi_dot
same|$n expects $r tensor out, got: $o
 multinomial
same|output values must be of same type as input
 kthvalue
same|expected scalar type '$r' but got '$o' for values output
 mode
bool|$n does not support non-boolean outputs.
 signbit isposinf isneginf
bool or byte|$n only supports bool tensor for result, got: $o
 all any
castable!|torch.cat(): input types can't be cast to the desired output type $o
 cat stack hstack vstack dstack column_stack
castable|$n: Expected result to be safely castable from $r dtype, but got result with dtype $o
 cholesky cholesky_inverse cholesky_solve linalg_matrix_power linalg_tensorsolve linalg_tensorinv
castable|linalg.$n: Expected result to be safely castable from $r dtype, but got result with dtype $o
 linalg_cond linalg_pinv
same|linalg.$n expected out tensor dtype $r but got: $o
 linalg_norm linalg_matrix_norm
castable|$n can't be cast to the desired output type $o
 ldexp
same|the output given to $n has dtype $o but the operation's result requires dtype $r
 float_power
floating|$n(): Expected floating point type for result tensor, but got: $o
 logsumexp
complex|$n expects a complex output tensor, but got $o
 fft_fft fft_fftn fft_rfft fft_rfftn fft_ifft fft_ihfft
complex|fftn expects a complex output tensor, but got $o
 fft_fft2 fft_ifft2 fft_ifftn
floating|$n expects a floating point output tensor, but got $o
 fft_hfft fft_hfftn fft_irfft fft_irfftn
anything|
 sum nansum prod cumsum cumprod zeros ones full empty bernoulli
"""


def _rule_of(function):
    for line in _RULES.splitlines():
        if not line.startswith(" "):
            takes, _, text = line.partition("|")
        elif function in line.split():
            return takes, text
    return "castable", "result type $r can't be cast to the desired output type $o"


def check(function, result, out, words):
    """Raises where out= may not have the dtype `out`; words: what $r, $o, $R and $O stand for."""
    takes, text = _rule_of("gather" if function.endswith("_copy") else function)  # copies of views answer as it does
    kind = TypeError if takes.endswith("!") else RuntimeError
    if _TAKES[takes.rstrip("!")](result, out):
        return
    for mark, word in zip(("$n", "$r", "$o", "$R", "$O"), (function.removeprefix("fft_").removeprefix("linalg_"), *words)):
        text = text.replace(mark, word)
    raise kind(text)
