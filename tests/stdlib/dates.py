from datetime import *
import random
R=random.Random(3)
def t(f):
    try: return repr(f())
    except Exception as e: return type(e).__name__+': '+str(e)
for i in range(25):
    o=R.randrange(1,3652060); d=date.fromordinal(o)
    print(repr(d),d,d.ctime(),tuple(d.isocalendar()),d.weekday(),d.strftime('%d %b %Y %j') if d.year>1000 else '',d.toordinal()==o)
    td=timedelta(R.randrange(-1000,1000),R.uniform(-1e5,1e5),R.uniform(-1e6,1e6)); td2=timedelta(hours=R.uniform(-50,50))
    print(repr(td),td,td.total_seconds(),td*2,td/3,t(lambda:td//7),t(lambda:td%td2),t(lambda:divmod(td,td2)),t(lambda:td*0.3),td<td2,abs(td),-td)
    dt=datetime(R.randrange(1900,2100),R.randrange(1,13),R.randrange(1,29),R.randrange(24),R.randrange(60),R.randrange(60),R.choice([0,R.randrange(1000000)]))
    print(repr(dt),dt,dt.isoformat(timespec='milliseconds'),dt+td,dt-td,t(lambda:dt-datetime(2000,1,1)),dt.strftime('%Y-%m-%d %H:%M:%S.%f %p %I %A %a %B'),datetime.fromisoformat(dt.isoformat())==dt)
    tz=timezone(timedelta(minutes=R.randrange(-700,700))); a=dt.replace(tzinfo=tz)
    print(repr(a),a,a.timestamp(),a.astimezone(timezone.utc),a.utctimetuple()[:6],a.strftime('%z %Z'),datetime.fromisoformat(str(a))==a, datetime.strptime(str(dt.replace(microsecond=0)),'%Y-%m-%d %H:%M:%S'),datetime.strptime(dt.strftime('%a %b %d %I:%M:%S %p %y'),'%a %b %d %I:%M:%S %p %y'))
    x=R.uniform(-1e9,3e9); print(datetime.utcfromtimestamp(x),datetime.fromtimestamp(x,timezone.utc))
for f in (lambda:date(0,1,1),lambda:date(2000,13,1),lambda:date(2000,2,30),lambda:datetime(2000,1,1,24),lambda:date('x',1,1),lambda:timedelta('x'),lambda:datetime(2000,1,1)<date(2000,1,1),lambda:datetime(2000,1,1)<datetime(2000,1,1,tzinfo=UTC),lambda:date.max+timedelta(1),lambda:datetime.strptime('x','%Y'),lambda:datetime.strptime('2000 x','%Y'),lambda:datetime.strptime('2000','%Q'),lambda:time(3,4,5,6),lambda:time(3).isoformat(),lambda:time.fromisoformat('04:23:01.000384'),lambda:date.fromisoformat('2011-W01-1'),lambda:datetime.fromisoformat('20111104T000523'),lambda:datetime.fromisoformat('2011-11-04T00:05:23Z'),lambda:datetime.fromisoformat('bad'),lambda:timezone(timedelta(days=2)),lambda:timezone(timedelta(hours=3),'X'),lambda:timezone.utc,lambda:datetime.strptime('21/11/06 16:30 +0530','%d/%m/%y %H:%M %z'),lambda:date(2020,1,1)==datetime(2020,1,1),lambda:f'{datetime(2020,1,2):%Y}',lambda:timedelta(milliseconds=1.5),lambda:timedelta(microseconds=0.5),lambda:timedelta(microseconds=1.5),lambda:timedelta.max,lambda:datetime(2020,5,17)):
    print(t(f))

# Pickles hold dates as CPython's do, and theirs can be read.
import copy
import pickle
from datetime import date, datetime, time, timedelta, timezone
for moment in (date(2020, 1, 2), time(1, 2, 3, 456789, fold=1), time(0, tzinfo=timezone.utc), datetime(9999, 12, 31, 23, 59, 59, 999999),
               pickle.loads(b"\x80\x04\x8c\x08datetime\x8c\x04date\x93C\x04\x07\xe4\x01\x02\x85R."),
               datetime(2020, 1, 2, 3, fold=1, tzinfo=timezone(timedelta(hours=-5))), timedelta(-1, 2, 3)):
    for protocol in 0, 2, 4:
        data = pickle.dumps(moment, protocol)
        print(protocol, pickle.loads(data) == moment, getattr(pickle.loads(data), "fold", None))
    print(moment.__reduce__(), moment.__reduce_ex__(4), copy.copy(moment) == copy.deepcopy(moment) == moment)
for bad in b"\x07\xe4\x0d\x02", b"":
    try:
        date(bad)
    except (TypeError, ValueError) as e:
        print(type(e).__name__)
for days in 10**9, 10**10:
    try:
        timedelta(days=days)
    except OverflowError as e:
        print(e)
