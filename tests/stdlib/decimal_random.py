# decimal: random operations in random contexts, with flags.
import random
from decimal import *
R=random.Random(7)
def num():
    k=R.random()
    if k<.04: return R.choice(['NaN','-NaN','sNaN','NaN123','Infinity','-Infinity','0','-0','0E5','0E-30','-0.00','1','10','100','1E3','-1','2','0.5','4','8','0.25'])
    d=''.join(R.choice('0123456789') for _ in range(R.choice([1,1,2,3,5,9,10,20,30])))
    s=R.choice(['','','-'])+d
    if R.random()<.5: s+='.'+''.join(R.choice('0123456789') for _ in range(R.choice([1,2,5,20])))
    if R.random()<.3: s+='E%d'%R.randint(-20,20)
    if R.random()<.05: s+='0' if 'E' in s else 'E%d'%R.randint(-400,400)
    return s
two='add subtract multiply divide divide_int remainder divmod power compare compare_signal compare_total compare_total_mag max min max_mag min_mag next_toward quantize remainder_near scaleb shift rotate same_quantum copy_sign logical_and logical_or logical_xor'.split()
one='plus minus abs sqrt exp ln log10 logb next_plus next_minus normalize to_integral_value to_integral_exact to_sci_string to_eng_string number_class is_normal is_subnormal logical_invert copy_abs is_zero is_signed create_decimal radix'.split()
specs=['','.2f','10.3e','+,.1f','%','.3%','g','.4g','E','>20','*^20.2f','020,.3f','z.1f','n','<12','#.0f','.0f',' .3G','_>9','010']
N=1500
for i in range(N):
    ctx=Context(prec=R.choice([1,3,5,9,16,28,28,28,40]),rounding=R.choice([ROUND_DOWN,ROUND_HALF_UP,ROUND_HALF_EVEN,ROUND_CEILING,ROUND_FLOOR,ROUND_UP,ROUND_HALF_DOWN,ROUND_05UP]),Emin=R.choice([-9,-99,-999999]),Emax=R.choice([9,99,999999]),capitals=R.choice([0,1]),clamp=R.choice([0,0,1]),traps=[] if R.random()<.7 else [InvalidOperation,DivisionByZero,Overflow])
    a,b=num(),num()
    op=R.choice(two+one+['format','hash','int','round','cmp','tuple','ratio','float','fma'])
    if op.startswith('logical') or R.random()<.1:
        a=''.join(R.choice('01') for _ in range(R.randint(1,12))); b=''.join(R.choice('01') for _ in range(R.randint(1,12)))
    if op=='power':
        a,b=num(),str(R.randint(0,30)); ctx=Context(prec=R.choice([5,28]))
    if op in('scaleb','shift','rotate') and R.random()<.8: b=str(R.randint(-12,12))
    if op=='quantize' and R.random()<.7: b='1E%d'%R.randint(-10,5)
    sp=R.choice(specs); nd=R.randint(-3,8)
    setcontext(ctx); ctx=getcontext()
    try:
        x,y=Decimal(a),Decimal(b)
        if op=='format': r=format(x,sp)
        elif op=='hash': r=hash(x) if not x.is_nan() else 0
        elif op=='int': r=int(x)
        elif op=='round': r=(round(x,nd),round(x))
        elif op=='cmp': r=(x<y,x==y,x>=y,x==5,x<2.5)
        elif op=='tuple': r=x.as_tuple()
        elif op=='ratio': r=x.as_integer_ratio()
        elif op=='float': r=float(x)
        elif op=='fma': r=x.fma(y,Decimal(num()))
        elif op in two: r=getattr(ctx,op)(x,y)
        elif op=='radix': r=ctx.radix()
        elif op=='create_decimal': r=ctx.create_decimal(a)
        else: r=getattr(ctx,op)(x)
        r=repr(r)
    except BaseException as e: r=type(e).__name__+': '+str(e)
    print(op,a,b,(sp if op=='format' else ''),nd if op=='round' else '',ctx.prec,ctx.rounding,ctx.Emin,ctx.Emax,ctx.clamp,'->',r,[s.__name__ for s,v in ctx.flags.items() if v])
