"""torch.load of damaged files: the exceptions and their texts."""
import torch, io, os, zipfile, pickle, tempfile
d = tempfile.mkdtemp(); p = os.path.join(d, "m.pt"); torch.save({"a": torch.arange(6.), "b": 3}, p); data = open(p, "rb").read()
def t(name, content, **k):
    q = os.path.join(d, "x.pt"); open(q, "wb").write(content)
    for f in (q, io.BytesIO(content)):
        try: print(name, torch.load(f, **k))
        except Exception as e: print(name, type(e).__module__, type(e).__name__, repr(str(e).replace(d, "D")), type(e.__cause__).__name__)
t("json", b'{"a": 1}'); t("cut", data[:len(data)//2]); t("pickle", pickle.dumps({"a": 1})); t("p2", pickle.dumps({"a": 1}, 2)); t("p2wo", pickle.dumps({"a": 1}, 2), weights_only=False)
t("empty wo", b"", weights_only=False); t("text wo", b"hello", weights_only=False); t("jsonwo", b"{}", weights_only=False)
t("json true", b'{"a": 1}', weights_only=True);t("cut end", data[:-10]);
z = io.BytesIO(); f = zipfile.ZipFile(z, "w"); f.writestr("archive/data.pkl", b"garbage"); f.writestr("archive/version", "3"); f.close(); t("zip2", z.getvalue()); 
z = io.BytesIO(); f = zipfile.ZipFile(z, "w"); f.writestr("archive/version", "3"); f.close(); t("zip3", z.getvalue())
z = io.BytesIO(); f = zipfile.ZipFile(z, "w"); f.writestr("archive/version", "3"); f.writestr("archive/data.pkl", zipfile.ZipFile(io.BytesIO(data)).read("m/data.pkl")); f.close(); t("nostorage", z.getvalue())
z = io.BytesIO(); f = zipfile.ZipFile(z, "w");f.close(); t("emptyzip", z.getvalue())
b=bytearray(data); i=data.find(b"data/0")+100; b[i]^=255; t("crc", bytes(b))
t("zeros", bytes(100))
for f in (os.path.join(d, "missing.pt"), d):
    try: torch.load(f)
    except Exception as e: print(type(e).__name__, str(e).replace(d, "D"))
try: torch.save(lambda: 3, p)
except Exception as e: print(type(e).__name__, str(e)[-46:])
class C: pass
torch.save(C(), p); t("class", open(p, "rb").read())
try: pickle.loads(b"x")
except pickle.UnpicklingError as e: print(type(e), pickle.loads(pickle.dumps(e)))
