# Times from their texts.
import time

for text, format in (("2023-01-02", "%Y-%m-%d"), ("Sat Jun 06 16:26:11 1998", "%a %b %d %H:%M:%S %Y"), ("1999", "%Y"),
                     ("12:30 PM", "%I:%M %p"), ("29 Feb", "%d %b"), ("2023 200", "%Y %j"), ("2023 10 1", "%Y %W %w"),
                     ("+0130", "%z"), ("12 UTC", "%H %Z"), ("", ""), ("68 69", "%y %H"),
                     ("x", "%Y"), ("2023-13", "%Y-%m"), ("2023 ", "%Y"), ("2023", "%Q"), ("2023", "%"), ("29 Feb 2023", "%d %b %Y")):
    try:
        t = time.strptime(text, format)
        print(t, t.tm_zone, t.tm_gmtoff)
    except Exception as e:
        print(type(e).__name__, e)
print(time.strptime("Sat Jun  6 16:26:11 1998"))
for wrong in ((3,), ("a", 3)):
    try:
        print(time.strptime(*wrong))
    except Exception as e:
        print(type(e).__name__, e)
