# Arguments, errors, arithmetic, texts and pickles of dates, times and zones: one expression a line.
import copy
import datetime as D
import pickle

EXPRESSIONS = r"""
D.date(99999999999,1,1)
D.date(2**70,1,1)
D.date()
D.date(2000)
D.date(2000,1)
D.date(2000.,1,1)
D.date('a',1,1)
D.datetime(2000,1,1,tzinfo=3)
D.datetime(2000,1,1,fold=2)
D.datetime(2000,1,1,fold=1.0)
D.timedelta(1)%D.timedelta(0)
D.timedelta(1)/D.timedelta(0)
D.timedelta(1)//0
D.timedelta(1)/0
D.timedelta(1)/0.0
D.timedelta('a')
D.timedelta(hours='a', days='b')
D.timedelta(1e30)
D.timedelta(10**30)
D.timedelta(2**31-1)
D.timedelta(float('nan'))
D.timedelta(float('inf'))
D.timezone()
D.timezone(3)
D.timezone(D.timedelta(1))
D.timezone(D.timedelta(0),3)
D.timezone(D.timedelta(0),name='x')
D.datetime.now(3)
D.datetime(2000,1,1).isoformat('ab')
D.datetime(2000,1,1).isoformat(3)
D.datetime(2000,1,1).isoformat(timespec='x')
D.date.year
D.date(2000,1,1).replace(1,2,3,4)
D.date(2000,1,1).replace(x=1)
D.datetime.fromtimestamp('a')
D.datetime.fromtimestamp(1e20)
D.datetime.fromtimestamp(1e13)
D.datetime.fromtimestamp(float('nan'))
D.date.fromordinal(0)
D.date.fromordinal(1.0)
D.date.fromordinal(10**10)
D.date.fromordinal(10**8)
D.date(2000,1,1).__format__(3)
f'{D.date(2000,1,1):%d}'
D.date(2000,1,1).strftime(3)
D.date(2000,1,1)<3
D.date(2000,1,1)<D.datetime(2000,1,1)
D.datetime(2000,1,1)<D.date(2000,1,1)
D.date(2000,1,1)-D.datetime(2000,1,1)
setattr(D.date(2000,1,1),'year',3)
setattr(D.timedelta(1),'days',3)
setattr(D.date(2000,1,1),'foo',3)
setattr(D.date,'foo',3)
D.timezone.utc.fromutc(3)
D.tzinfo().utcoffset(None)
D.tzinfo().fromutc(3)
D.datetime.combine(3,4)
D.timezone.utc.utcoffset(3)
D.timezone.utc.tzname(3)
D.timezone.utc.dst(3)
type('X',(D.timezone,),{})
D.timezone.utc < D.timezone.utc
D.date.min, D.date.__mro__
D.timedelta(1)*'a'
D.datetime.fromisoformat(3)
D.datetime.fromisoformat('x')
D.datetime.strptime('1','%Y')
D.datetime(2000,1,1,fold=1,tzinfo=D.timezone.utc)
D.time(1,2,fold=1,tzinfo=D.timezone.utc)
hash(D.timedelta(1,2,3))
hash(D.datetime(2000,1,1,tzinfo=D.timezone.utc))
hash(D.timezone(D.timedelta(1,hours=-2)))
+D.timedelta(1)
D.date.__eq__(D.date(2020,1,1), D.datetime(2020,1,1))
D.date(2020,12,31).isocalendar()
D.date(1,1,1).isocalendar()
D.date(9999,12,31).isocalendar()
D.date.fromisocalendar(2020,53,7)
D.date.fromisocalendar(2021,53,7)
D.date.fromisocalendar(9999,52,5)
D.date.fromisocalendar(9999,52,6)
D.date.fromisocalendar(0,52,6)
D.date.fromisocalendar(2000,52,8)
pickle.loads(pickle.dumps(D.datetime(2000,1,2,3,4,5,6,tzinfo=D.timezone(D.timedelta(hours=1),'A'),fold=1)))
copy.deepcopy(D.timezone(D.timedelta(hours=1),'A'))
copy.copy(D.timezone.utc) is D.timezone.utc
pickle.loads(pickle.dumps(D.timezone.utc)) is D.timezone.utc
pickle.loads(pickle.dumps(D.timedelta(1,2,3)))
pickle.loads(pickle.dumps(D.time(1,2,3)))
D.datetime(2000,1,1).foo
D.date.foo
del D.date(2000,1,1).year
D.date(2000,1,1)()
D.datetime(2000,1,1)-5
D.timedelta(1)+5
5-D.timedelta(1)
D.timedelta(1)/'a'
D.timedelta(1)<5
D.timedelta(1)==5
D.timedelta(1)!=5
D.time(1)<D.time(1,tzinfo=D.timezone.utc)
D.datetime(1,1,1)<D.datetime(1,1,1,tzinfo=D.timezone.utc)
D.datetime(1,1,1)-D.datetime(1,1,1,tzinfo=D.timezone.utc)
D.datetime.max+D.timedelta(1)
D.date.max+D.timedelta(1)
D.date.min-D.timedelta.max
-D.timedelta.max
-D.timedelta.min
D.timedelta.max*2
D.timedelta.max*1.5
D.timedelta.max/1e-300
abs(D.timedelta.min)
D.timedelta(0.5)*0.1
D.timedelta(3,4,5)/7
D.timedelta(3,4,5)/7.5
D.timedelta(3,4,5)/-7
D.timedelta(3,4,5)//-7
D.timedelta(3,4,5)//D.timedelta(0,77)
divmod(D.timedelta(3,4,5),D.timedelta(0,-77))
D.timedelta(3,4,5)%D.timedelta(0,-77)
divmod(D.timedelta(3),D.timedelta(0))
D.timedelta(3)*10**25
D.timedelta(3)//10**40
D.timedelta(-3)//10**40
D.timedelta(3)/10**40
D.timedelta(0)*10**40
D.timedelta(3)*True
D.timedelta(3).total_seconds()
D.timedelta.max.total_seconds()
str(D.timedelta(-1,1,1))
repr(D.timedelta(-1,1,1))
repr(D.timedelta(0))
D.timedelta(days=1,milliseconds=1.5,weeks=-0.3)
D.time(25)
D.time('a')
D.time(1,tzinfo=1)
D.time(1).strftime('%H %Y %f %z %Z')
D.time(1,tzinfo=D.timezone.utc).strftime('%H %Y %f %z %Z')
D.datetime(2020,1,2,3,4,5,6,D.timezone(D.timedelta(hours=5.5))).strftime('%z %Z %% %j %a %A %s %% %')
D.date(20,1,2).strftime('%Y %y %G %V %f %z %Z|')
D.datetime(2000,1,1).timestamp()
D.datetime(2000,1,1,tzinfo=D.timezone.utc).timestamp()
D.datetime.fromtimestamp(1.5)
D.datetime.fromtimestamp(-1.5,D.timezone.utc)
D.datetime.utcfromtimestamp(1e9+.123456789)
D.datetime.fromtimestamp(2**70)
D.date.fromtimestamp(12345678)
D.datetime(2000,1,1).__reduce_ex__(4)
D.datetime(2000,1,1).__reduce__()
D.date(2000,1,1).timetuple()
D.datetime(2000,1,1,1,tzinfo=D.timezone.utc).timetuple()
D.datetime(2000,1,1,1,tzinfo=D.timezone.utc).utctimetuple()
D.datetime(2000,1,1,1,tzinfo=D.timezone.utc).astimezone(D.timezone(D.timedelta(hours=2)))
D.datetime(2000,1,1).astimezone(D.timezone.utc)
D.datetime(2000,1,1).ctime()
D.date(2000,1,1).ctime()
D.datetime.combine(D.date(2000,1,1),D.time(1,2,3))
D.datetime(2000,1,1).date(), D.datetime(2000,1,1,5).time(),D.datetime(2000,1,1,5).timetz()
D.UTC
str(D.timezone.utc), repr(D.timezone(D.timedelta(hours=1))),str(D.timezone(-D.timedelta(hours=1,seconds=5)))
D.timezone.min, D.timezone.max
D.time.min,D.time.max,D.time.resolution,D.datetime.min,D.datetime.max
D.datetime.resolution,D.timedelta.min,D.timedelta.max,D.timedelta.resolution
D.datetime.__name__, D.datetime.__module__, D.datetime.__qualname__, D.date.__doc__ is None
hash(D.time(1))==hash(D.time(1))
bool(D.time(0)), bool(D.timedelta(0)),bool(D.timedelta(1))
D.date.today()==D.datetime.now().date()
D.datetime(2000,1,1)==D.date(2000,1,1)
D.datetime(2000,1,1,tzinfo=D.timezone.utc)==D.datetime(2000,1,1,1,tzinfo=D.timezone(D.timedelta(hours=1)))
sorted([D.date(2000,1,2),D.date(2000,1,1)])
D.date.__new__(D.datetime,1,2,3)
object.__new__(D.date)
D.date(b'\x07\xd0\x01\x02')
D.datetime(b'\x07\xd0\x01\x02\x03\x04\x05\x00\x00\x06',D.timezone.utc)
D.time(b'\x01\x02\x03\x00\x00\x06')
D.time(b'\x81\x02\x03\x00\x00\x06')
D.datetime.utcnow().year>2000
"""
for e in EXPRESSIONS.strip().splitlines():
    try:
        print(e, "->", eval(e))
    except Exception as error:
        print(e, type(error).__name__, error)

# Texts in ISO form, right and nearly so.
import random

random.seed(5)
MODELS = ["2020-05-17T12:34:56", "20200517T123456", "2020-W05-3T12", "2020W053T12:34", "2020-05-17 12:34:56.789+02:00",
          "2020-05-17T12:34:56,123456789Z", "2020-05-17T12:34:56-23:59:59.5", "2020-05-17", "2020-W05", "2020W05",
          "20200517", "2020-05-17T1234.5", "2020-05-17T12:34:56.12+0130", "2021-W53-1T00", "2020-W53-7T23:59"]
for _ in range(100):
    text = list(random.choice(MODELS))
    for _ in range(random.randrange(3)):
        at = random.randrange(len(text))
        text[at:at + random.randrange(2)] = random.choice(["", *"0123456789-:T+.,ZW \u00e9\u0663"])
    text = "".join(text)
    for read, part in (D.datetime, text), (D.date, text[:10]), (D.time, text[11:]):
        try:
            print(ascii(part), repr(read.fromisoformat(part)))
        except ValueError as error:
            print(ascii(str(error)))
