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
