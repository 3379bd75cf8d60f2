"""VOPRF(P-384, SHA-384) of RFC 9497, over hash_to_curve of RFC 9380: enough for the command channel's activation. Slow, and not in
constant time."""

import hashlib
import secrets

P = 2**384 - 2**128 - 2**96 + 2**32 - 1
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973
A = P - 3
B = 0xB3312FA7E23EE7E4988E056BE3F82D19181D9C6EFE8141120314088F5013875AC656398D8A2ED19D2A85C8EDD3EC2AEF
G = (
    0xAA87CA22BE8B05378EB1C71EF320AD746E1D3B628BA79B9859F741E082542A385502F25DBF55296C3A545E3872760AB7,
    0x3617DE4A96262C6F5D9E98BF9292DC29F8F41DBD289A147CE9DA3113B5F0B8C00A60B1CE1D7E819D7A431D7C90EA0E5F,
)
CONTEXT = b"OPRFV1-\x01-P384-SHA384"


def add(p, q):
    if p is None or q is None:
        return p or q
    if p[0] == q[0] and (p[1] + q[1]) % P == 0:
        return None
    if p == q:
        slope = (3 * p[0] * p[0] + A) * pow(2 * p[1], -1, P) % P
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, P) % P
    x = (slope * slope - p[0] - q[0]) % P
    return x, (slope * (p[0] - x) - p[1]) % P


def multiply(scalar, point):
    result = None
    for bit in bin(scalar % N)[2:]:
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def encode(point) -> bytes:
    return bytes([2 + (point[1] & 1)]) + point[0].to_bytes(48)


def decode(data: bytes):
    x = int.from_bytes(data[1:])
    y = pow((x**3 + A * x + B) % P, (P + 1) // 4, P)
    assert data[0] in (2, 3) and len(data) == 49 and (y * y - x**3 - A * x - B) % P == 0, "no point of P-384"
    return x, y if y & 1 == data[0] & 1 else P - y


def expand(message: bytes, dst: bytes, length: int) -> bytes:
    """expand_message_xmd with SHA-384 (RFC 9380 §5.3.1)."""
    dst += bytes([len(dst)])
    first = hashlib.sha384(bytes(128) + message + length.to_bytes(2) + b"\0" + dst).digest()
    blocks = [hashlib.sha384(first + b"\x01" + dst).digest()]
    while len(blocks) * 48 < length:
        mixed = bytes(a ^ b for a, b in zip(first, blocks[-1]))
        blocks.append(hashlib.sha384(mixed + bytes([len(blocks) + 1]) + dst).digest())
    return b"".join(blocks)[:length]


def map_to_curve(u: int):
    """Simplified SWU (RFC 9380 §6.6.2) with Z = -12."""
    z = P - 12
    tv = (z * z * pow(u, 4, P) + z * u * u) % P
    x = B * pow(z * A, -1, P) % P if tv == 0 else -B * pow(A, -1, P) * (1 + pow(tv, -1, P)) % P
    square = (x**3 + A * x + B) % P
    if pow(square, (P - 1) // 2, P) not in (0, 1):
        x = z * u * u * x % P
        square = (x**3 + A * x + B) % P
    y = pow(square, (P + 1) // 4, P)
    return x, y if y & 1 == u & 1 else P - y


def hash_to_group(message: bytes):
    data = expand(message, b"HashToGroup-" + CONTEXT, 144)
    first, second = (int.from_bytes(data[at : at + 72]) % P for at in (0, 72))
    return add(map_to_curve(first), map_to_curve(second))


def hash_to_scalar(message: bytes) -> int:
    return int.from_bytes(expand(message, b"HashToScalar-" + CONTEXT, 72)) % N


def prefixed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(2) + part for part in parts)


def composites(key: bytes, blinded: bytes, evaluated: bytes):
    seed = hashlib.sha384(prefixed(key, b"Seed-" + CONTEXT)).digest()
    weight = hash_to_scalar(prefixed(seed) + bytes(2) + prefixed(blinded, evaluated) + b"Composite")
    return multiply(weight, decode(blinded)), multiply(weight, decode(evaluated))


def challenge(key: bytes, *points) -> int:
    return hash_to_scalar(prefixed(key, *map(encode, points)) + b"Challenge")


def blind(message: bytes):
    scalar = secrets.randbelow(N - 1) + 1
    return scalar, encode(multiply(scalar, hash_to_group(message)))


def output(message: bytes, point) -> bytes:
    return hashlib.sha384(prefixed(message, encode(point)) + b"Finalize").digest()


def finish(message: bytes, scalar: int, blinded: bytes, evaluation: bytes, key: bytes) -> bytes:
    """Checks the proof, and takes the blind off."""
    evaluated, c, s = evaluation[:49], int.from_bytes(evaluation[49:97]), int.from_bytes(evaluation[97:])
    m, z = composites(key, blinded, evaluated)
    t2 = add(multiply(s, G), multiply(c, decode(key)))
    t3 = add(multiply(s, m), multiply(c, z))
    assert challenge(key, m, z, t2, t3) == c, "the evaluation's proof is wrong"
    return output(message, multiply(pow(scalar, -1, N), decode(evaluated)))


def evaluate(private: int, blinded: bytes) -> bytes:
    """The server's part: the evaluation and its proof."""
    key, evaluated = encode(multiply(private, G)), encode(multiply(private, decode(blinded)))
    m, z = composites(key, blinded, evaluated)
    r = secrets.randbelow(N - 1) + 1
    c = challenge(key, m, z, multiply(r, G), multiply(r, m))
    return evaluated + c.to_bytes(48) + ((r - c * private) % N).to_bytes(48)
