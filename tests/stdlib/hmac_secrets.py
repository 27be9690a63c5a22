# hmac, secrets, multiprocessing's refusals.
import hmac, hashlib, secrets, multiprocessing as mp
def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
for alg in "md5", "sha1", "sha256", "sha512":
    print(hmac.new(b"key", b"message", alg).hexdigest(), hmac.new(b"k" * 200, b"m", alg).name)
h = hmac.new(b"k", digestmod=hashlib.sha256); h.update(b"a"); c = h.copy(); c.update(b"b"); print(h.hexdigest() != c.hexdigest(), c.digest() == hmac.digest(b"k", b"ab", "sha256"), h.digest_size, h.block_size)
t(hmac.new, "k", b"", "md5"); t(hmac.new, b"k"); print(hmac.compare_digest("a", "a"), hmac.compare_digest(b"a", b"b")); t(hmac.compare_digest, "a", b"a"); t(hmac.compare_digest, "ä", "a")
print(len(secrets.token_hex(5)), len(secrets.token_bytes(7)), len(secrets.token_urlsafe(6)), secrets.randbelow(1), secrets.choice([3]), 0 <= secrets.randbits(4) < 16); t(secrets.randbelow, 0)
print(mp.cpu_count() >= 1, mp.current_process().name, mp.active_children(), mp.get_all_start_methods()); t(mp.get_context, "nope"); t(mp.set_start_method, "nope")
