"""CPython's bytecode does not exist here, so it cannot be shown: Adder's instructions are registers', not a stack's."""


def _refuse(*args, **kwargs):
    raise NotImplementedError("there is no CPython bytecode to show")


dis = disassemble = distb = get_instructions = show_code = code_info = stack_effect = _refuse

if __name__ == "__main__":
    _refuse()
