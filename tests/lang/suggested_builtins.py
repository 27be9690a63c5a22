# Which of the built-in names is suggested where several are equally close.
import traceback
for name in ("outer lenn pint srt fltr nxt itr ran tupl lst ste sume maxx hax ordd typ Valueerror KeyErr opne bol byte objct "
             "setatr issubclas enumrate revers Fals Nona helpp quite exi dri vas pou repl aster zap").split():
    try:
        eval(name)
    except NameError as e:
        try:
            exec(f'{name}')
        except NameError as e:
            print(traceback.format_exc().splitlines()[-1])
