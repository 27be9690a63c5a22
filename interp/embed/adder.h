/* adder.h: run Python model scripts from C. Everything is reached through opaque handles; adder.hpp wraps them for C++.
 *
 * Ownership: a function that returns adder_value* gives a new handle, to be released with adder_release; arguments are
 * borrowed. Errors: a function that can fail returns NULL (or a negative number); adder_error tells the error of that
 * interpreter until the next call that fails. Threads: an interpreter is used by one thread at a time (the caller sees
 * to that), several interpreters may run in as many threads; only adder_interrupt may be called from any thread at any
 * time. */
#ifndef ADDER_H
#define ADDER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct adder_interpreter adder_interpreter;
typedef struct adder_value adder_value;

typedef enum adder_dtype {
  ADDER_BOOL,
  ADDER_UINT8,
  ADDER_INT8,
  ADDER_INT16,
  ADDER_INT32,
  ADDER_INT64,
  ADDER_FLOAT16,
  ADDER_BFLOAT16,
  ADDER_FLOAT32,
  ADDER_FLOAT64
} adder_dtype;

/* What went wrong: the Python exception's type name and message, and the traceback text as `adder` would print it.
 * The strings live until the next failing call on the interpreter. */
typedef struct adder_error_info {
  const char* type;
  const char* message;
  const char* traceback;
} adder_error_info;

/* A strided block of numbers. `sizes` and `strides` count elements and hold `ndim` entries. */
typedef struct adder_tensor_info {
  void* data;
  adder_dtype dtype;
  int ndim;
  const int64_t* sizes;
  const int64_t* strides;
} adder_tensor_info;

const char* adder_version(void);

/* `options` are command-line options such as "--backend=eager" or "--max-memory=512M" (see adder --help), `count` of
 * them. NULL when one is wrong: `error` (may be NULL) then receives a message to be freed with adder_free_text. */
adder_interpreter* adder_new(const char* const* options, size_t count, char** error);
void adder_free(adder_interpreter*); /* every value of the interpreter must be released before */
void adder_free_text(char*);

adder_error_info adder_error(adder_interpreter*);

/* Runs a script's text in the module __main__ (kept between calls); `file` is the name shown in tracebacks. 0, or -1.
 */
int adder_run(adder_interpreter*, const char* text, const char* file);
/* Executes FILE as a module called `name` and gives the module. Its folder is searched by the imports it makes. */
adder_value* adder_load(adder_interpreter*, const char* file, const char* name);
adder_value* adder_import(adder_interpreter*, const char* name);

adder_value* adder_get(adder_value* object, const char* attribute);
int adder_set(adder_value* object, const char* attribute, adder_value* value);
adder_value* adder_item(adder_value* object, adder_value* key);
/* The last `n_names` of the `count` arguments are passed by the given names. */
adder_value* adder_call(adder_value* callable, adder_value* const* arguments, size_t count, const char* const* names,
                        size_t n_names);

adder_value* adder_none(adder_interpreter*);
adder_value* adder_bool(adder_interpreter*, int value);
adder_value* adder_int(adder_interpreter*, int64_t value);
adder_value* adder_float(adder_interpreter*, double value);
adder_value* adder_str(adder_interpreter*, const char* utf8, size_t length); /* NULL when the text is not UTF-8 */
adder_value* adder_tuple(adder_interpreter*, adder_value* const* items, size_t count);

int adder_is_none(adder_value*);
int adder_as_bool(adder_value*, int* out);     /* Python's truth */
int adder_as_int(adder_value*, int64_t* out);  /* an int that fits, or an object with __index__ */
int adder_as_float(adder_value*, double* out); /* a float or an int */
/* UTF-8 of str(value); the text is owned by the handle `*keep`, to be released. */
const char* adder_as_text(adder_value*, size_t* length, adder_value** keep);

/* A tensor over the caller's memory, nothing is copied. `release(context)` is called when the last tensor that looks at
 * the memory is gone; until then the memory must stay valid. `release` may be NULL. */
adder_value* adder_tensor(adder_interpreter*, const adder_tensor_info* info, void (*release)(void* context),
                          void* context);
/* Where a tensor's numbers lie. Valid while the handle lives and no script resizes the tensor. 0, or -1. */
int adder_tensor_view(adder_value*, adder_tensor_info* out);

/* A C function as a Python function `module.name`. It gets borrowed arguments and returns a new handle, or NULL after
 * adder_raise. */
typedef adder_value* (*adder_function)(adder_interpreter*, void* context, adder_value* const* arguments, size_t count);
int adder_define(adder_interpreter*, const char* module, const char* name, adder_function function, void* context);
void adder_raise(adder_interpreter*, const char* type, const char* message);

/* Raises KeyboardInterrupt in the script at its next safe point. Any thread. */
void adder_interrupt(adder_interpreter*);

adder_value* adder_retain(adder_value*); /* a second handle */
void adder_release(adder_value*);        /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
