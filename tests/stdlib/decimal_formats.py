# Decimal formats: many numbers, many specifications, precisions of millions.
from decimal import *
import random
random.seed(5)
specs=['0=12','0>12f','x=12.1f','*=12','012','.0f','.3f','.10f','f','e','.0e','.3e','.12E','g','.0g','.3g','.12G','%','.2%','010.2f',',.2f','+.1f',' .4e','<20.3f','*^30.5e','z.1f','.25f','_.2f','n','.3n','020,.6f','=+20.2f','F','.40e']
vals=['0','-0','0.00','0E+3','0E-7','1','-1.5','123456789.987654321','1E+5','1E-5','9.995','99.5','0.5','1.5','2.5','NaN','-Infinity','1E+30','1.234E-20','999999','0.000001','0.0000001','-0.00049']
vals+=[str(Decimal(random.randint(-10**random.randint(1,25),10**25)).scaleb(random.randint(-30,10))) for _ in range(25)]
for v in vals:
    for s in specs:
        try: print(v, s, format(Decimal(v), s))
        except Exception as e: print(v, s, type(e).__name__, e)
for s in ['.20000000f','.20000000e','20000000.3f']: print(len(format(Decimal('1.5'), s)))
for s in ["99999999999999999999", ".99999999999999999999f", "9223372036854775808", ".9223372036854775808f"]:
    try: format(Decimal(1), s)
    except Exception as e: print(type(e).__name__, e)
