"""Exceptions of capture."""


class TorchDynamoException(RuntimeError):
    """Base class."""


class InternalTorchDynamoError(TorchDynamoException):
    """A bug of capture."""


class ResetRequired(TorchDynamoException):
    """reset() must be called first."""


class Unsupported(TorchDynamoException):
    """fullgraph=True met something that ends a graph."""

    def __init__(self, msg, *, case_name="", real_stack=None):
        super().__init__(msg)
        self.msg = msg
        self.case_name = case_name
        self.real_stack = real_stack


class UserErrorType:
    """Kinds of UserError."""

    DYNAMIC_CONTROL_FLOW = "dynamic_control_flow"
    ANTI_PATTERN = "anti_pattern"
    STANDARD_LIBRARY = "standard_library"
    CONSTRAINT_VIOLATION = "constraint_violation"
    DYNAMIC_DIM = "dynamic_dim"
    INVALID_INPUT = "invalid_input"
    INVALID_OUTPUT = "invalid_output"
    UNSUPPORTED_ALIASED_MUTATED_DYNAMIC_INPUTS = "unsupported_aliased_mutated_dynamic_inputs"


class UserError(Unsupported):
    """The captured program does what a graph cannot."""

    def __init__(self, error_type, msg, case_name=None):
        super().__init__(msg, case_name=case_name or "")
        self.error_type = error_type
        self.message = msg


class TorchRuntimeError(TorchDynamoException):
    """An op failed while it was captured."""


class BackendCompilerFailed(TorchDynamoException):
    """A backend raised."""

    def __init__(self, backend_fn, inner_exception):
        self.backend_name = getattr(backend_fn, "__name__", str(backend_fn))
        self.inner_exception = inner_exception
        super().__init__(
            f"backend={self.backend_name!r} raised:\n{type(inner_exception).__name__}: {inner_exception}\n\n"
            "Set TORCHDYNAMO_VERBOSE=1 for the internal stack trace (please do this especially if you're reporting a bug "
            'to PyTorch). For even more developer context, set TORCH_LOGS="+dynamo"\n'
        )


class InvalidBackend(TorchDynamoException):
    """An unknown backend."""

    def __init__(self, name):
        super().__init__(
            f"Invalid backend: {name!r}, see `torch._dynamo.list_backends()` for available backends."
        )


class RecompileError(TorchDynamoException):
    """A recompile under fail_on_recompile."""


class RecompileLimitExceeded(Unsupported):
    """The limit of recompiles was reached under fullgraph."""


class FailOnRecompileLimitHit(Exception):
    """The limit of recompiles was reached."""


class ConstraintViolationError(RuntimeError):
    """A promise of mark_dynamic does not hold."""


ConstraintViolationError.__module__ = "torch.fx.experimental.symbolic_shapes"


class UncapturedHigherOrderOpError(TorchDynamoException):
    """A branch or body could not be captured."""


class ObservedException(TorchDynamoException):
    """An exception of the captured program."""


class SkipFrame(TorchDynamoException):
    """The frame is not captured."""


class IncorrectUsage(Exception):
    """A wrong call of the interface."""
