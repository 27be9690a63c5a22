# Arguments, separators and ends are written one after another: what precedes one that has no UTF-8 is written.
def t(*a, **k):
    try:
        print(*a, **k)
    except UnicodeEncodeError as error:
        print('!', error.start, error.end)


t('a', '\ud800')
t('a', 'b', sep='-\ud800')
t('a', sep='\ud800')
t('c', 'd', end='\ud800')
t('e', '\ud800\udfff', 'f')
t('g', 'h', sep='\ud800', end='\udfff')
