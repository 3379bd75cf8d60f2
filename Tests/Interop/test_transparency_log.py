"""A log of 10 000 entries, checked from its static files alone by a second implementation of RFC 6962 and c2sp.org's formats."""

import base64
import hashlib
import json

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from support.peer import Peer

SIZE = 10_000


def sha(data):
    return hashlib.sha256(data).digest()


def path(number):
    groups = [f"{number % 1000:03}"]
    while number := number // 1000:
        groups.insert(0, f"x{number % 1000:03}")
    return "/".join(groups)


def root(hashes):
    """RFC 6962 §2.1, over hashes of leaves."""
    if len(hashes) == 1:
        return hashes[0]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    return sha(b"\1" + root(hashes[:split]) + root(hashes[split:]))


def verify_note(text, key):
    """The text of a note that a key has signed."""
    name, key_id, material = key.split("+", 2)
    material = base64.b64decode(material)
    assert material[0] == 1 and sha(name.encode() + b"\n" + material)[:4].hex() == key_id
    body, lines = text.rsplit("\n\n", 1)
    for line in lines.splitlines():
        dash, signer, signature = line.split(" ")
        signature = base64.b64decode(signature)
        if dash == "\u2014" and signer == name and signature[:4].hex() == key_id:
            Ed25519PublicKey.from_public_bytes(material[1:]).verify(signature[4:], (body + "\n").encode())
            return body + "\n"
    raise AssertionError("not signed")


class Tiles:
    def __init__(self, folder, size):
        self.folder, self.size = folder, size

    def read(self, kind, level, number):
        width = min((self.size >> 8 * level) - 256 * number, 256)
        name = f"tile/{kind}/{path(number)}" + (f".p/{width}" if width < 256 else "")
        return (self.folder / name).read_bytes(), width

    def hashes(self, level):
        found = []
        for number in range(-(-(self.size >> 8 * level) // 256)):
            data, width = self.read(level, level, number)
            assert len(data) == 32 * width
            found += [data[at : at + 32] for at in range(0, len(data), 32)]
        return found

    def entries(self):
        for number in range(-(-self.size // 256)):
            data, width = self.read("entries", 0, number)
            for _ in range(width):
                length = int.from_bytes(data[:2], "big")
                yield data[2 : 2 + length]
                data = data[2 + length :]
            assert not data


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    folder = tmp_path_factory.mktemp("log")
    peer = Peer("claims")
    key = peer.ask(op="log", folder=str(folder), size=SIZE)["key"]
    peer.close()
    return folder, key


def test_the_checkpoint_is_of_the_tiles(log):
    folder, key = log
    origin, size, digest = verify_note((folder / "checkpoint").read_text(), key).splitlines()
    tiles = Tiles(folder, int(size))
    assert origin == "log.example.com/interop" and int(size) == SIZE
    leaves = tiles.hashes(0)
    assert len(leaves) == SIZE and base64.b64encode(root(leaves)).decode() == digest
    # Each hash of an upper tile is the root of a full one below.
    for level in (1, 2):
        below = tiles.hashes(level - 1)
        assert tiles.hashes(level) == [root(below[at : at + 256]) for at in range(0, len(below) - 255, 256)]


def test_the_entries_are_the_leaves(log):
    folder, _ = log
    tiles = Tiles(folder, SIZE)
    entries = list(tiles.entries())
    assert [sha(b"\0" + entry) for entry in entries] == tiles.hashes(0)
    for number, entry in enumerate(entries):
        expected = {"v": 1, "t": "cred", "h": base64.urlsafe_b64encode(sha(f"claim {number}".encode())).rstrip(b"=").decode(),
                    "iss": f"issuer {number % 7}", "iat": 1767225600 + number}  # fmt: skip
        assert entry.decode() == json.dumps(expected, separators=(",", ":"))


def test_the_files_are_those_of_the_size(log):
    folder, _ = log
    found = {str(file.relative_to(folder)) for file in (folder / "tile").rglob("*") if file.is_file()}
    assert len(found) == 40 + 40 + 1 and {"tile/0/039.p/16", "tile/entries/039.p/16", "tile/1/000.p/39"} < found


def test_a_proof_leads_from_the_last_entry_to_the_root(log):
    folder, key = log
    head, note = (folder / "last.tlog-proof").read_text().split("\n\n", 1)
    version, index, *hashes = head.splitlines()
    assert version == "c2sp.org/tlog-proof@v1" and index == f"index {SIZE - 1}"
    digest = base64.b64decode(verify_note(note, key).splitlines()[2])
    place, last, found = SIZE - 1, SIZE - 1, sha(b"\0" + list(Tiles(folder, SIZE).entries())[-1])
    for sibling in map(base64.b64decode, hashes):
        if place & 1 or place == last:
            found = sha(b"\1" + sibling + found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = sha(b"\1" + found + sibling)
        place, last = place >> 1, last >> 1
    assert last == 0 and found == digest


def test_a_changed_checkpoint_is_noticed(log):
    folder, key = log
    with pytest.raises(InvalidSignature):
        verify_note((folder / "checkpoint").read_text().replace(str(SIZE), str(SIZE - 1)), key)
