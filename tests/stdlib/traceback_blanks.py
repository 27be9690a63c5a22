# Blanks at the ends of lines in tracebacks: the program's own report keeps them, the module traceback does not.
import io
import os
import sys
import tempfile
import traceback

with tempfile.TemporaryDirectory() as top:
    path = os.path.join(top, 'module.py')
    with open(path, 'w') as f:
        f.write('def f(x):   \n    return 1 / x  \n\ndef g():\n\tf(0)\t \n\n'
                'def h():\n    return g(\n    )   \n\ndef i():\n    h()  # why  \n\ndef j(): \n     i() \n'
                'def k():\n    raise KeyError  ')
    sys.path.insert(0, top)
    sys.dont_write_bytecode = True
    import module
    for function in module.j, module.k:
        try:
            function()
        except Exception as e:
            e.__traceback__ = e.__traceback__.tb_next
            told, sys.stderr = sys.stderr, io.StringIO()
            sys.__excepthook__(type(e), e, e.__traceback__)
            told, sys.stderr = sys.stderr, told
            for text in told.getvalue(), traceback.format_exc():
                print(text.replace(top, '').replace(' ', '.').replace('\t', '<tab>'))
