"""Signatures as PyTorch prints them. Made by tests/generate/argument_signatures.py; a method starts with a dot.

Names of functions, then an indented line for each of their signatures; + stands for one that is not listed.
"""

SIGNATURES = """
.add .add_ .sub .sub_
 (Tensor other, *, Number alpha = 1)
 +
.addbmm .addbmm_ .baddbmm .baddbmm_
 (Tensor batch1, Tensor batch2, *, Number beta = 1, Number alpha = 1)
 +
.addcdiv .addcdiv_ .addcmul .addcmul_
 (Tensor tensor1, Tensor tensor2, *, Number value = 1)
 +
.addmm .addmm_ .sspaddmm
 (Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1)
 +
.addmv .addmv_
 (Tensor mat, Tensor vec, *, Number beta = 1, Number alpha = 1)
 +
.addr .addr_
 (Tensor vec1, Tensor vec2, *, Number beta = 1, Number alpha = 1)
 +
.all .any
 ()
 (tuple of ints dim = None, bool keepdim = False)
 (int dim, bool keepdim = False)
.argsort .sort
 (*, bool stable, int dim = -1, bool descending = False)
 (int dim = -1, bool descending = False)
.bernoulli
 (*, torch.Generator generator = None)
 (float p, *, torch.Generator generator = None)
.bernoulli_
 (Tensor p, *, torch.Generator generator = None)
 (float p = 0.5, *, torch.Generator generator = None)
.bitwise_and .bitwise_and_ .bitwise_left_shift .bitwise_left_shift_ .bitwise_or .bitwise_or_ .bitwise_right_shift
.bitwise_right_shift_ .bitwise_xor .bitwise_xor_ .copysign .copysign_ .eq .eq_ .floor_divide .floor_divide_ .fmod
.fmod_ .ge .ge_ .greater .greater_ .greater_equal .greater_equal_ .gt .gt_ .le .le_ .less .less_ .less_equal
.less_equal_ .lt .lt_ .multiply .multiply_ .ne .ne_ .not_equal .not_equal_ .remainder .remainder_ .true_divide
.true_divide_ .xlogy .xlogy_
 (Tensor other)
 (Number other)
.clamp .clamp_ .clip .clip_
 (Tensor min = None, Tensor max = None)
 (Number min = None, Number max = None)
.clamp_max .clamp_max_
 (Tensor max)
 (Number max)
.clamp_min .clamp_min_
 (Tensor min)
 (Number min)
.copy_
 (Tensor other, bool non_blocking = False)
 +
.count_nonzero
 (int dim = None)
 (tuple of ints dim)
.cuda .ipu .mtia .xpu
 (torch.device device = None, bool non_blocking = False, *, torch.memory_format memory_format = None)
 +
.div .div_
 (Tensor other)
 (Tensor other, *, str rounding_mode)
 (Number other, *, str rounding_mode)
.divide .divide_
 (Tensor other)
 (Tensor other, *, str rounding_mode)
 (Number other)
 (Number other, *, str rounding_mode)
.dsplit .hsplit .vsplit
 (int sections)
 (tuple of ints indices)
.fill_
 (Tensor value)
 (Number value)
.float_power .float_power_ .pow .pow_
 (Tensor exponent)
 (Number exponent)
.histogram
 (Tensor bins, *, Tensor weight = None, bool density = False)
 (int bins = 100, *, tuple of floats range = None, Tensor weight = None, bool density = False)
.index_fill .index_fill_
 (int dim, Tensor index, Tensor value)
 (int dim, Tensor index, Number value)
.lerp .lerp_
 (Tensor end, Tensor weight)
 (Tensor end, Number weight)
.masked_fill .masked_fill_
 (Tensor mask, Tensor value)
 (Tensor mask, Number value)
.max .min
 ()
 (Tensor other)
 (int dim, bool keepdim = False)
.mean .sum
 (*, torch.dtype dtype = None)
 (tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None)
.median .nanmedian
 ()
 (int dim, bool keepdim = False)
.moveaxis .movedim
 (int source, int destination)
 (tuple of ints source, tuple of ints destination)
.nanquantile .quantile
 (Tensor q, int dim = None, bool keepdim = False, *, str interpolation = "linear")
 (float q, int dim = None, bool keepdim = False, *, str interpolation = "linear")
.narrow
 (int dim, Tensor start, int length)
 (int dim, int start, int length)
.new new
 (*, torch.device device = None)
 (torch.Storage storage)
 (Tensor other)
 (tuple of ints size, *, torch.device device = None)
 (object data, *, torch.device device = None)
.nonzero
 ()
 (*, bool as_tuple)
.prod
 (*, torch.dtype dtype = None)
 (int dim, bool keepdim = False, *, torch.dtype dtype = None)
.random_
 (*, torch.Generator generator = None)
 (int from, int to, *, torch.Generator generator = None)
 (int to, *, torch.Generator generator = None)
.repeat_interleave
 (Tensor repeats, int dim = None, *, int output_size = None)
 (int repeats, int dim = None, *, int output_size = None)
.round .round_
 ()
 (*, int decimals)
.scatter .scatter_
 (int dim, Tensor index, Tensor src)
 (int dim, Tensor index, Tensor src, *, str reduce)
 (int dim, Tensor index, Number value)
 (int dim, Tensor index, Number value, *, str reduce)
.set_
 ()
 (torch.Storage source)
 (torch.Storage source, int storage_offset, tuple of ints size, tuple of ints stride = None)
 (Tensor source)
 (Tensor source, int storage_offset, tuple of ints size, tuple of ints stride = None)
.squeeze .squeeze_
 ()
 (int dim)
 (tuple of ints dim)
.std .var
 (tuple of ints dim, bool unbiased = True, bool keepdim = False)
 (tuple of ints dim = None, *, Number correction = None, bool keepdim = False)
 (bool unbiased = True)
.subtract .subtract_
 (Tensor other, *, Number alpha = 1)
 (Number other, Number alpha = 1)
.tensor_split
 (tuple of ints indices, int dim = 0)
 (Tensor tensor_indices_or_sections, int dim = 0)
 (int sections, int dim = 0)
.to
 (torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
 (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
 (Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
.to_sparse
 (*, torch.layout layout = None, tuple of ints blocksize = None, int dense_dim = None)
 (int sparse_dim)
.type
 (object dtype = None, bool non_blocking = False, *, torch.memory_format memory_format = None)
 +
.view
 (torch.dtype dtype)
 (tuple of ints size)
.where
 (Tensor condition, Tensor other)
 (Tensor condition, Number other)
add sub
 (Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None)
 +
addbmm
 (Tensor input, Tensor batch1, Tensor batch2, *, Number beta = 1, Number alpha = 1, Tensor out = None)
 +
addcdiv addcmul
 (Tensor input, Tensor tensor1, Tensor tensor2, *, Number value = 1, Tensor out = None)
 +
addmm
 (Tensor input, Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1, Tensor out = None)
 (Tensor input, Tensor mat1, Tensor mat2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, Tensor out = None)
addmv
 (Tensor input, Tensor mat, Tensor vec, *, Number beta = 1, Number alpha = 1, Tensor out = None)
 +
addmv_
 (Tensor input, Tensor mat, Tensor vec, *, Number beta = 1, Number alpha = 1)
 +
addr
 (Tensor input, Tensor vec1, Tensor vec2, *, Number beta = 1, Number alpha = 1, Tensor out = None)
 +
all any
 (Tensor input, *, Tensor out = None)
 (Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None)
 (Tensor input, int dim, bool keepdim = False, *, Tensor out = None)
arange
 (Number end, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Number start, Number end, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Number start, Number end, Number step = 1, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
argsort
 (Tensor input, *, bool stable, int dim = -1, bool descending = False, Tensor out = None)
 (Tensor input, int dim = -1, bool descending = False)
atleast_1d atleast_2d atleast_3d dequantize
 (Tensor input)
 (tuple of Tensors tensors)
baddbmm
 (Tensor input, Tensor batch1, Tensor batch2, *, Number beta = 1, Number alpha = 1, Tensor out = None)
 (Tensor input, Tensor batch1, Tensor batch2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, Tensor out = None)
bartlett_window blackman_window hann_window
 (int window_length, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int window_length, bool periodic, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
bernoulli
 (Tensor input, *, torch.Generator generator = None, Tensor out = None)
 (Tensor input, float p, *, torch.Generator generator = None)
bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor remainder
 (Tensor input, Tensor other, *, Tensor out = None)
 (Number self, Tensor other)
 (Tensor input, Number other, *, Tensor out = None)
bmm dsmm mm spmm
 (Tensor input, Tensor mat2, *, Tensor out = None)
 (Tensor input, Tensor mat2, torch.dtype out_dtype, *, Tensor out = None)
bucketize
 (Tensor input, Tensor boundaries, *, bool out_int32 = False, bool right = False, Tensor out = None)
 (Number self, Tensor boundaries, *, bool out_int32 = False, bool right = False)
clamp clip
 (Tensor input, Tensor min = None, Tensor max = None, *, Tensor out = None)
 (Tensor input, Number min = None, Number max = None, *, Tensor out = None)
clamp_ clip_
 (Tensor input, Tensor min = None, Tensor max = None)
 (Tensor input, Number min = None, Number max = None)
clamp_max
 (Tensor input, Tensor max, *, Tensor out = None)
 (Tensor input, Number max, *, Tensor out = None)
clamp_max_
 (Tensor input, Tensor max)
 (Tensor input, Number max)
clamp_min
 (Tensor input, Tensor min, *, Tensor out = None)
 (Tensor input, Number min, *, Tensor out = None)
clamp_min_
 (Tensor input, Tensor min)
 (Tensor input, Number min)
conv1d conv2d conv3d
 (Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, tuple of ints padding = 0, tuple of ints dilation = 1, int groups = 1)
 (Tensor input, Tensor weight, Tensor bias = None, tuple of ints stride = 1, str padding = "valid", tuple of ints dilation = 1, int groups = 1)
copysign eq fmod ge greater greater_equal gt le less less_equal lt ne not_equal
 (Tensor input, Tensor other, *, Tensor out = None)
 (Tensor input, Number other, *, Tensor out = None)
count_nonzero
 (Tensor input, int dim = None)
 (Tensor input, tuple of ints dim)
ctc_loss
 (Tensor log_probs, Tensor targets, tuple of ints input_lengths, tuple of ints target_lengths, int blank = 0, int reduction = at::Reduction::Mean, bool zero_infinity = False)
 (Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank = 0, int reduction = at::Reduction::Mean, bool zero_infinity = False)
cumulative_trapezoid trapezoid
 (Tensor y, Tensor x, *, int dim = -1)
 (Tensor y, *, Number dx = 1, int dim = -1)
device
 (torch.device device)
 (str type, int index = -1)
div
 (Tensor input, Tensor other, *, Tensor out = None)
 (Tensor input, Tensor other, *, str rounding_mode, Tensor out = None)
 (Tensor input, Number other, *, str rounding_mode)
divide
 (Tensor input, Tensor other, *, Tensor out = None)
 (Tensor input, Tensor other, *, str rounding_mode, Tensor out = None)
 (Tensor input, Number other)
 (Tensor input, Number other, *, str rounding_mode)
dsplit hsplit vsplit
 (Tensor input, int sections)
 (Tensor input, tuple of ints indices)
embedding_bag
 (Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, int mode, bool sparse, Tensor per_sample_weights, bool include_last_offset, int padding_idx)
 (Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq = False, int mode = 0, bool sparse = False, Tensor per_sample_weights = None, bool include_last_offset = False)
eye
 (int n, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int n, int m, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
fake_quantize_per_tensor_affine
 (Tensor input, Tensor scale, Tensor zero_point, int quant_min, int quant_max)
 (Tensor input, float scale, int zero_point, int quant_min, int quant_max)
fbgemm_linear_fp16_weight fbgemm_linear_fp16_weight_fp32_activation
 (Tensor input, Tensor packed_weight, Tensor bias)
 (Tensor input, Tensor packed_weight, Tensor bias, Tensor output)
fbgemm_pack_quantized_matrix
 (Tensor input)
 (Tensor input, int K, int N)
fill fill_
 (Tensor input, Tensor value)
 (Tensor input, Number value)
float_power pow
 (Tensor input, Tensor exponent, *, Tensor out = None)
 (Number self, Tensor exponent, *, Tensor out = None)
 (Tensor input, Number exponent, *, Tensor out = None)
floor_divide multiply true_divide
 (Tensor input, Tensor other, *, Tensor out = None)
 (Tensor input, Number other)
gradient
 (Tensor input, *, tuple of ints dim, int edge_order = 1)
 (Tensor input, *, Number spacing, tuple of ints dim, int edge_order = 1)
 (Tensor input, *, Number spacing = None, int dim = None, int edge_order = 1)
 (Tensor input, *, tuple of Scalars spacing, int dim = None, int edge_order = 1)
 (Tensor input, *, tuple of Scalars spacing, tuple of ints dim, int edge_order = 1)
 (Tensor input, *, tuple of Tensors spacing, int dim = None, int edge_order = 1)
 (Tensor input, *, tuple of Tensors spacing, tuple of ints dim, int edge_order = 1)
gru rnn_relu rnn_tanh
 (Tensor data, Tensor batch_sizes, Tensor hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional)
 (Tensor input, Tensor hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first)
hamming_window
 (int window_length, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int window_length, bool periodic, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int window_length, bool periodic, float alpha, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int window_length, bool periodic, float alpha, float beta, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
histogram
 (Tensor input, Tensor bins, *, Tensor weight = None, bool density = False, tuple of Tensors out = None)
 (Tensor input, int bins = 100, *, tuple of floats range = None, Tensor weight = None, bool density = False, tuple of Tensors out = None)
histogramdd
 (Tensor input, int bins, tuple of floats range = None, Tensor weight = None, bool density = False)
 (Tensor input, tuple of ints bins, tuple of floats range = None, Tensor weight = None, bool density = False)
 (Tensor input, tuple of Tensors bins, tuple of floats range = None, Tensor weight = None, bool density = False)
index_fill
 (Tensor input, int dim, Tensor index, Tensor value)
 (Tensor input, int dim, Tensor index, Number value)
isin
 (Tensor elements, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor out = None)
 (Number element, Tensor test_elements, *, bool assume_unique = False, bool invert = False, Tensor out = None)
 (Tensor elements, Number test_element, *, bool assume_unique = False, bool invert = False, Tensor out = None)
kaiser_window
 (int window_length, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int window_length, bool periodic, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int window_length, bool periodic, float beta, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
lerp
 (Tensor input, Tensor end, Tensor weight, *, Tensor out = None)
 (Tensor input, Tensor end, Number weight, *, Tensor out = None)
linalg_cond
 (Tensor input, Number p = None, *, Tensor out = None)
 (Tensor input, str p, *, Tensor out = None)
linalg_matrix_norm
 (Tensor input, Number ord, tuple of ints dim = {-2,-1}, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None)
 (Tensor input, str ord = "fro", tuple of ints dim = {-2,-1}, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None)
linalg_matrix_rank
 (Tensor input, *, Tensor atol = None, Tensor rtol = None, bool hermitian = False, Tensor out = None)
 (Tensor input, *, float atol = None, float rtol = None, bool hermitian = False, Tensor out = None)
 (Tensor input, Tensor tol, bool hermitian = False, *, Tensor out = None)
 (Tensor input, float tol, bool hermitian = False, *, Tensor out = None)
linalg_norm
 (Tensor input, Number ord = None, tuple of ints dim = None, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None)
 (Tensor input, str ord, tuple of ints dim = None, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None)
linalg_pinv
 (Tensor input, *, Tensor atol = None, Tensor rtol = None, bool hermitian = False, Tensor out = None)
 (Tensor input, *, float atol = None, float rtol = None, bool hermitian = False, Tensor out = None)
 (Tensor input, Tensor rcond, bool hermitian = False, *, Tensor out = None)
 (Tensor input, float rcond, bool hermitian = False, *, Tensor out = None)
linspace
 (Tensor start, Tensor end, int steps, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Number start, Tensor end, int steps, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Tensor start, Number end, int steps, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Number start, Number end, int steps, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
logspace
 (Tensor start, Tensor end, int steps, float base = 10.0, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Number start, Tensor end, int steps, float base = 10.0, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Tensor start, Number end, int steps, float base = 10.0, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Number start, Number end, int steps, float base = 10.0, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
lstm
 (Tensor data, Tensor batch_sizes, tuple of Tensors hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional)
 (Tensor input, tuple of Tensors hx, tuple of Tensors params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first)
masked_fill
 (Tensor input, Tensor mask, Tensor value)
 (Tensor input, Tensor mask, Number value)
max min
 (Tensor input, *, Tensor out = None)
 (Tensor input, Tensor other, *, Tensor out = None)
 (Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None)
mean
 (Tensor input, *, torch.dtype dtype = None, Tensor out = None)
 (Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None)
median nanmedian
 (Tensor input)
 (Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None)
meshgrid
 (tuple of Tensors tensors)
 (tuple of Tensors tensors, *, str indexing)
miopen_ctc_loss
 (Tensor log_probs, Tensor targets, tuple of ints input_lengths, tuple of ints target_lengths, int blank, bool deterministic, bool zero_infinity)
 (Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank, bool deterministic, bool zero_infinity)
moveaxis movedim
 (Tensor input, int source, int destination)
 (Tensor input, tuple of ints source, tuple of ints destination)
nanquantile quantile
 (Tensor input, Tensor q, int dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor out = None)
 (Tensor input, float q, int dim = None, bool keepdim = False, *, str interpolation = "linear", Tensor out = None)
narrow
 (Tensor input, int dim, Tensor start, int length)
 (Tensor input, int dim, int start, int length)
native_norm
 (Tensor input, Number p = 2)
 (Tensor input, Number p, tuple of ints dim, bool keepdim, torch.dtype dtype)
norm
 (Tensor input, Number p = 2)
 (Tensor input, Number p, *, torch.dtype dtype)
 (Tensor input, Number p, tuple of ints dim, bool keepdim, *, torch.dtype dtype, Tensor out = None)
 (Tensor input, Number p, tuple of ints dim, bool keepdim = False, *, Tensor out = None)
normal
 (Tensor mean, Tensor std, *, torch.Generator generator = None, Tensor out = None)
 (Tensor mean, float std = 1, *, torch.Generator generator = None, Tensor out = None)
 (float mean, Tensor std, *, torch.Generator generator = None, Tensor out = None)
 (float mean, float std, tuple of ints size, *, torch.Generator generator = None, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
nuclear_norm
 (Tensor input, tuple of ints dim, bool keepdim = False, *, Tensor out = None)
 (Tensor input, bool keepdim = False, *, Tensor out = None)
prod
 (Tensor input, *, torch.dtype dtype = None)
 (Tensor input, int dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None)
quantize_per_tensor
 (Tensor input, Tensor scale, Tensor zero_point, torch.dtype dtype)
 (Tensor input, float scale, int zero_point, torch.dtype dtype)
 (tuple of Tensors tensors, Tensor scales, Tensor zero_points, torch.dtype dtype)
rand randn
 (tuple of ints size, *, torch.Generator generator, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (tuple of ints size, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
rand_like randn_like
 (Tensor input, *, torch.Generator generator, torch.memory_format memory_format = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Tensor input, *, torch.memory_format memory_format = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
randint
 (int high, tuple of ints size, *, torch.Generator generator, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int high, tuple of ints size, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int low, int high, tuple of ints size, *, torch.Generator generator, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int low, int high, tuple of ints size, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
randint_like
 (Tensor input, int low, int high, *, torch.Generator generator, torch.memory_format memory_format = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Tensor input, int low, int high, *, torch.memory_format memory_format = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Tensor input, Tensor high, *, torch.Generator generator, torch.memory_format memory_format = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Tensor input, Tensor high, *, torch.memory_format memory_format = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Tensor input, int high, *, torch.Generator generator, torch.memory_format memory_format = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (Tensor input, int high, *, torch.memory_format memory_format = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
randperm
 (int n, *, torch.Generator generator, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
 (int n, *, Tensor out = None, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False)
repeat_interleave
 (Tensor input, Tensor repeats, int dim = None, *, int output_size = None)
 (Tensor repeats, *, int output_size = None)
 (Tensor input, int repeats, int dim = None, *, int output_size = None)
result_type
 (Tensor tensor, Tensor other)
 (Number scalar, Tensor tensor)
 (Tensor tensor, Number other)
 (Number scalar1, Number scalar2)
round
 (Tensor input, *, Tensor out = None)
 (Tensor input, *, int decimals, Tensor out = None)
round_
 (Tensor input)
 (Tensor input, *, int decimals)
rsub
 (Tensor input, Tensor other, *, Number alpha = 1)
 (Tensor input, Number other, Number alpha = 1)
saddmm sspaddmm
 (Tensor input, Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1, Tensor out = None)
 +
scatter
 (Tensor input, int dim, Tensor index, Tensor src, *, Tensor out = None)
 (Tensor input, int dim, Tensor index, Tensor src, *, str reduce, Tensor out = None)
 (Tensor input, int dim, Tensor index, Number value, *, Tensor out = None)
 (Tensor input, int dim, Tensor index, Number value, *, str reduce, Tensor out = None)
searchsorted
 (Tensor sorted_sequence, Tensor input, *, bool out_int32 = False, bool right = False, str side = None, Tensor sorter = None, Tensor out = None)
 (Tensor sorted_sequence, Number self, *, bool out_int32 = False, bool right = False, str side = None, Tensor sorter = None, Tensor out = None)
sort
 (Tensor input, *, bool stable, int dim = -1, bool descending = False, tuple of Tensors out = None)
 (Tensor input, int dim = -1, bool descending = False, *, tuple of Tensors out = None)
sparse_bsc_tensor sparse_csc_tensor
 (object ccol_indices, object row_indices, object values, tuple of ints size, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False, bool check_invariants = None)
 (object ccol_indices, object row_indices, object values, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False, bool check_invariants = None)
sparse_bsr_tensor sparse_csr_tensor
 (object crow_indices, object col_indices, object values, tuple of ints size, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False, bool check_invariants = None)
 (object crow_indices, object col_indices, object values, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False, bool check_invariants = None)
sparse_compressed_tensor
 (object compressed_indices, object plain_indices, object values, tuple of ints size, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False, bool check_invariants = None)
 (object compressed_indices, object plain_indices, object values, *, torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False, bool check_invariants = None)
sparse_coo_tensor
 (object indices, object values, *, torch.dtype dtype = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False, bool check_invariants = None, bool is_coalesced = None)
 (object indices, object values, tuple of ints size, *, torch.dtype dtype = None, torch.device device = None, bool pin_memory = False, bool requires_grad = False, bool check_invariants = None, bool is_coalesced = None)
 (tuple of ints size, *, torch.dtype dtype = None, torch.device device = None, bool requires_grad = False, bool check_invariants = None)
special_chebyshev_polynomial_t special_chebyshev_polynomial_u special_chebyshev_polynomial_v
special_chebyshev_polynomial_w special_hermite_polynomial_h special_hermite_polynomial_he
special_laguerre_polynomial_l special_legendre_polynomial_p special_shifted_chebyshev_polynomial_t
special_shifted_chebyshev_polynomial_u special_shifted_chebyshev_polynomial_v special_shifted_chebyshev_polynomial_w
 (Tensor x, Tensor n, *, Tensor out = None)
 (Number x, Tensor n, *, Tensor out = None)
 (Tensor x, Number n, *, Tensor out = None)
split
 (Tensor input, int split_size, int dim = 0)
 (Tensor input, tuple of ints split_size, int dim = 0)
squeeze
 (Tensor input)
 (Tensor input, int dim)
 (Tensor input, tuple of ints dim)
squeeze_copy
 (Tensor input, *, Tensor out = None)
 (Tensor input, int dim, *, Tensor out = None)
 (Tensor input, tuple of ints dim, *, Tensor out = None)
std var
 (Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None)
 (Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False, Tensor out = None)
 (Tensor input, bool unbiased = True)
std_mean var_mean
 (Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False)
 (Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False)
 (Tensor input, bool unbiased = True)
stft
 (Tensor input, int n_fft, int hop_length = None, int win_length = None, Tensor window = None, bool center = True, str pad_mode = "reflect", bool normalized = False, bool onesided = None, bool return_complex = None, bool align_to_window = None)
 (Tensor input, int n_fft, int hop_length = None, int win_length = None, Tensor window = None, bool normalized = False, bool onesided = None, bool return_complex = None, bool align_to_window = None)
subtract
 (Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None)
 (Tensor input, Number other, Number alpha = 1)
sum
 (Tensor input, *, torch.dtype dtype = None)
 (Tensor input, tuple of ints dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None)
tensor_split
 (Tensor input, tuple of ints indices, int dim = 0)
 (Tensor input, Tensor tensor_indices_or_sections, int dim = 0)
 (Tensor input, int sections, int dim = 0)
trapz
 (Tensor y, *, float dx = 1, int dim = -1)
 (Tensor y, Tensor x, *, int dim = -1)
upsample_bicubic2d upsample_bilinear2d
 (Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors)
 (Tensor input, tuple of ints output_size, bool align_corners, float scales_h = None, float scales_w = None, *, Tensor out = None)
upsample_linear1d
 (Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors)
 (Tensor input, tuple of ints output_size, bool align_corners, float scales = None, *, Tensor out = None)
upsample_nearest1d
 (Tensor input, tuple of ints output_size, tuple of floats scale_factors)
 (Tensor input, tuple of ints output_size, float scales = None, *, Tensor out = None)
upsample_nearest2d
 (Tensor input, tuple of ints output_size, tuple of floats scale_factors)
 (Tensor input, tuple of ints output_size, float scales_h = None, float scales_w = None, *, Tensor out = None)
upsample_nearest3d
 (Tensor input, tuple of ints output_size, tuple of floats scale_factors)
 (Tensor input, tuple of ints output_size, float scales_d = None, float scales_h = None, float scales_w = None, *, Tensor out = None)
upsample_trilinear3d
 (Tensor input, tuple of ints output_size, bool align_corners, tuple of floats scale_factors)
 (Tensor input, tuple of ints output_size, bool align_corners, float scales_d = None, float scales_h = None, float scales_w = None, *, Tensor out = None)
view_copy
 (Tensor input, torch.dtype dtype, *, Tensor out = None)
 (Tensor input, tuple of ints size, *, Tensor out = None)
where
 (Tensor condition)
 (Tensor condition, Tensor input, Tensor other, *, Tensor out = None)
 (Tensor condition, Number self, Tensor other)
 (Tensor condition, Tensor input, Number other)
 (Tensor condition, Number self, Number other)
special_xlog1py special_xlogy special_zeta xlogy
 (Tensor input, Tensor other, *, Tensor out = None)
 (Number self, Tensor other, *, Tensor out = None)
 (Tensor input, Number other, *, Tensor out = None)
xlogy_
 (Tensor input, Tensor other)
 (Tensor input, Number other)
"""
